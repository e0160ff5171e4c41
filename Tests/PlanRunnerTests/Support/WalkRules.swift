// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import TestSupport

/// The rules of a random walk, and an independent reading of what they allow.
struct WalkRules: Sendable {
    var deletesTemporary = true
    var movesOldAside = true
    var removesForGood = true
    var deletesCopies = true
    var keepsSome = false
    var protectsNames = false
    var protectsFolder = false
    /// Hours of the window of temporary files.
    var window: Int64 = 24

    static let deletesPerDay: Int64 = 5
    static let bytesPerDay: Int64 = 24

    /// Changes one thing.
    mutating func change(_ random: inout SplitMix64) {
        switch random.below(12) {
        case 0: deletesTemporary.toggle()
        case 1: movesOldAside.toggle()
        case 2: removesForGood.toggle()
        case 3: deletesCopies.toggle()
        // What is switched off comes back more often than not.
        case 7...10: (deletesTemporary, movesOldAside, removesForGood) = (true, true, true)
        case 4: keepsSome.toggle()
        case 5: protectsNames.toggle()
        case 6: protectsFolder.toggle()
        default: window = random.pick([0, 1, 24, 50])
        }
    }

    /// The file with these rules.
    var file: RuleFile {
        var copies = Rule.duplicates()
        copies.match = .name("*.dup")
        copies.isEnabled = deletesCopies
        var rules = [
            Rule.delete("junk", .name("*.tmp"), window: hours(window)),
            .delete("aside", .name("*.old"), window: hours(30), method: .quarantine),
            .delete("ever", .name("*.gone"), method: .permanent), copies,
        ]
        rules[0].isEnabled = deletesTemporary
        rules[1].isEnabled = movesOldAside
        rules[2].isEnabled = removesForGood
        if keepsSome { rules.append(Rule(id: "some", match: .name("k*"), action: .keep)) }
        var file = RuleFile(rules)
        if protectsNames { file.protections.append(.protect("names", .name("p*"))) }
        if protectsFolder { file.protections.append(.protect("folder", .path("/a/b/**"))) }
        file.quota = Quota(
            deletesPerDay: Self.deletesPerDay, bytesPerDay: Self.bytesPerDay)
        return file
    }

    /// Whether a protection covers the file at `path`.
    func protects(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return protectsNames && name.hasPrefix("p") || protectsFolder && path.hasPrefix("/a/b/")
    }

    /// Whether the file at `path` may go by one of these rules.
    func mayDelete(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        if protects(path) || keepsSome && name.hasPrefix("k") { return false }
        return deletesTemporary && name.hasSuffix(".tmp") || movesOldAside && name.hasSuffix(".old")
            || removesForGood && name.hasSuffix(".gone") || deletesCopies && name.hasSuffix(".dup")
    }
}

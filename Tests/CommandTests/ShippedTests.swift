// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The program as it ships: no way in that is not documented, and no memory that is not its own.
@Suite("What ships")
struct ShippedTests {
    @Test("reads those variables of the environment that the documentation names, and no others")
    func variables() throws {
        let file = URL(fileURLWithPath: try ScratchHome.program())
        let known = Self.names(in: try Data(contentsOf: file))
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/reference/commands.md").standardizedFileURL
        let documented = Self.names(in: try Data(contentsOf: page))
        #expect(known.subtracting(documented) == [], "not in docs/reference/commands.md")
        #expect(documented.subtracting(known) == [], "not in the program")
    }

    @Test(
        "does nothing where it cannot know what it was asked for", .enabled(if: Mounts.areAllowed))
    func withoutProcesses() throws {
        let home = try ScratchHome()
        let program = try ScratchHome.program()
        for command in ["execute --yes", "version"] {
            let run = try home.shell(
                "exec unshare -m sh -c 'mount -t tmpfs none /proc && exec \"$0\" \"$@\"' \(program) "
                    + command)
            #expect(run.status == 1 && run.errors.contains("/proc"), "\(run.output)\(run.errors)")
        }
    }

    /// The names in `bytes` that begin like those of our variables.
    ///
    /// Swift keeps a text of up to 15 bytes in two words; compilers put them into two instructions
    /// a few bytes apart, the second with the length of the text in its last byte.
    private static func names(in bytes: Data) -> Set<String> {
        let start = Data("CLEANRUL".utf8)
        let rest = Data("ES_".utf8)
        var found: Set<String> = []
        var place = bytes.startIndex
        while let hit = bytes.range(of: start, in: place..<bytes.endIndex) {
            place = hit.upperBound
            let near = hit.upperBound..<min(bytes.endIndex, hit.upperBound + 32)
            guard let second = bytes.range(of: rest, in: near) else { continue }
            let name = bytes[second.upperBound...].prefix { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "_")
            }
            found.insert("CLEANRULES_" + String(decoding: name, as: UTF8.self))
        }
        return found
    }

    @Test("goes on when somebody has emptied the trash of what it put there")
    func emptiedTrash() throws {
        let home = try ScratchHome()
        for name in ["a", "b", "c"] { try home.writeOld("old \(name)", to: "d/old/\(name).iso") }
        try home.write(TestRules.old(), to: "rules.yaml")
        for command in [
            "plan -q --summary", "stage --yes --no-undo-window", "execute --yes",
        ] {
            #expect(try home.run(command.split(separator: " ").map(String.init)).status == 0)
        }
        for folder in [".local/share/Trash/files", ".local/share/Trash/info"] {
            for name in home.tree(folder) { try home.remove(folder + "/" + name) }
        }
        let restored = try home.run("restore", "--all", "--yes")
        #expect([1, 6].contains(restored.status), "\(restored.status): \(restored.errors)")
        for command in ["execute --yes", "history --verify", "status"] {
            let run = try home.run(command.split(separator: " ").map(String.init))
            #expect(run.status == 0, "\(command): \(run.errors)")
        }
    }
}

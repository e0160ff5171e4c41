// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import TestSupport

@testable import RuleLearning

/// What a simulated person wants to go.
enum Taste: String, CaseIterable {
    case screenshots = "screenshots older than 6 months"
    case installers = "installers in /Downloads"
    case films = "films over 100 MB older than a year"
    case downloads = "all in /Downloads older than 90 days but PDFs"
    case messenger = "pictures that a messenger left"
    case two = "the first two of these"
    case drift = "the first one; after six weeks the second one only"

    /// Whether a file goes, for a person who began so many days ago.
    func wants(_ file: ItemValues, days: Double, after begun: Int64) -> Bool {
        let isPicture = file.path.contains("/Screenshot_")
        let ext = file.path.split(separator: ".").last.map { String($0) } ?? ""
        let isInstaller = file.path.hasPrefix("/Downloads/") && ["iso", "dmg", "exe"].contains(ext)
        switch self {
        case .screenshots: return isPicture && days > 183
        case .installers: return isInstaller
        case .films: return ext == "mp4" && (file.size ?? 0) > 100_000_000 && days > 365
        case .downloads: return file.path.hasPrefix("/Downloads/") && days > 90 && ext != "pdf"
        case .messenger: return file.path.hasPrefix("/WhatsApp Images/")
        case .two: return isPicture && days > 183 || isInstaller
        case .drift: return begun < 42 ? isPicture && days > 183 : isInstaller
        }
    }
}

/// Somebody who goes through files, 40 a week, and has a taste.
struct SimulatedPerson {
    let taste: Taste
    /// In so many of a hundred decisions the wrong key is hit.
    let noise: Int
    private var random: SplitMix64
    private var number = 0

    static let perWeek = 40
    static let begin: Int64 = 1_760_000_000
    private static let day: Int64 = 86_400

    init(_ taste: Taste, noise: Int, seed: UInt64) {
        self.taste = taste
        self.noise = noise
        random = SplitMix64(seed: seed &* 1_000 &+ UInt64(noise))
    }

    /// What is decided in the week of that number.
    mutating func week(_ week: Int) -> [DecidedItem] {
        (0..<Self.perWeek).map { place in
            let at = Self.begin + Int64(week) * 7 * Self.day + Int64(place) * 60
            let (file, days) = file(at: at)
            var goes = taste.wants(file, days: days, after: Int64(week) * 7)
            if random.below(100) < noise { goes.toggle() }
            return DecidedItem(
                file, goes ? .delete : .keep, at: Timestamp(secondsSinceEpoch: at))
        }
    }

    /// How right `proposals` are about files that nobody decided about, after so many weeks.
    mutating func truth(_ proposals: [Proposal], weeks: Int, files: Int) -> (Agreement, missed: Int)
    {
        let at = Self.begin + Int64(weeks) * 7 * Self.day
        let tests = proposals.filter { $0.kind == .rule }.map {
            $0.literals.map { $0.test(goes: true) }
        }
        var agreement = Agreement()
        var missed = 0
        for _ in 0..<files {
            let (file, days) = file(at: at)
            let facts = ItemFacts(
                DecidedItem(file, .keep, at: Timestamp(secondsSinceEpoch: at)), .utc)
            let isTaken = tests.contains { $0.allSatisfy { $0(facts) } }
            let goes = taste.wants(file, days: days, after: Int64(weeks) * 7)
            if isTaken, goes { agreement.right += 1 }
            if isTaken, !goes { agreement.wrong += 1 }
            if !isTaken, goes { missed += 1 }
        }
        return (agreement, missed)
    }

    private mutating func file(at: Int64) -> (file: ItemValues, days: Double) {
        number += 1
        let age = Int64(random.below(1_200 * 86_400))
        let (path, least, most, camera) = random.pick(Self.sorts)
        var file = ItemValues(path: path.replacing("#", with: "\(20_230_000 + number)"))
        file.drive = "d"
        file.size = least + Int64(random.below(Int(most - least)))
        file.modified = Timestamp(secondsSinceEpoch: at - age)
        file.created = Timestamp(secondsSinceEpoch: at - age - Int64(random.below(1_000_000)))
        file.camera = camera
        return (file, Double(age) / Double(Self.day))
    }

    private static let sorts: [(String, Int64, Int64, String?)] = [
        ("/Camera Roll/Screenshot_#.png", 100_000, 2_000_000, nil),
        ("/Camera Roll/Screenshot_#.png", 100_000, 2_000_000, nil),
        ("/Camera Roll/IMG_#.jpg", 1_000_000, 8_000_000, "Canon EOS 5D"),
        ("/Camera Roll/IMG_#.jpg", 1_000_000, 8_000_000, nil),
        ("/Camera Roll/VID_#.mp4", 5_000_000, 900_000_000, nil),
        ("/WhatsApp Images/IMG-#-WA0001.jpg", 50_000, 900_000, nil),
        ("/Downloads/setup-#.exe", 2_000_000, 400_000_000, nil),
        ("/Downloads/system #.iso", 200_000_000, 4_000_000_000, nil),
        ("/Downloads/editor-#.dmg", 20_000_000, 400_000_000, nil),
        ("/Downloads/offer #.pdf", 20_000, 900_000, nil),
        ("/Downloads/photos-#.zip", 1_000_000, 300_000_000, nil),
        ("/Documents/invoice #.pdf", 20_000, 900_000, nil),
        ("/Documents/report #.docx", 20_000, 900_000, nil),
    ]
}

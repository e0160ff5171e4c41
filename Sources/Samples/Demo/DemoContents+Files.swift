// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The papers, the joinery's jobs and the music of the demo.
extension DemoContents {
    /// What is protected altogether.
    mutating func addPapers() {
        for year in 2_016...2_024 {
            let days = (2_025 - year) * 365 + 230
            for name in ["Tax return", "Tax assessment", "Wage statement", "Bank interest"] {
                file(
                    "/Papers/Tax/\(year)/\(name) \(year).pdf", size: number(90_000...2_400_000),
                    daysAgo: days)
            }
        }
        let papers: [(name: String, days: Int)] = [
            ("Passports/Nora Hale.pdf", 1_510), ("Passports/Sam Rowe.pdf", 1_508),
            ("Passports/Ida Hale.pdf", 620), ("House/Purchase contract.pdf", 3_320),
            ("House/Energy certificate.pdf", 2_100), ("House/Roof, offer and invoice.pdf", 1_230),
            ("Insurance/House contents.pdf", 410), ("Insurance/Liability.pdf", 411),
            ("Insurance/Van.pdf", 202), ("School/Ida, report 2024.pdf", 540),
            ("School/Ida, report 2025.pdf", 178), ("Health/Vaccinations.pdf", 902),
        ]
        for (name, days) in papers {
            file("/Papers/\(name)", size: number(120_000...6_000_000), daysAgo: days)
        }
        copy(
            of: "/Papers/Insurance/Van.pdf", to: "/Papers/Insurance/Van (scan).pdf", daysAgo: 201)
    }

    /// The firm: jobs, prices, and what office programs leave lying about.
    mutating func addJoinery() {
        let jobs: [(name: String, days: Int, isShared: Bool)] = [
            ("2022-03 Oak stairs, Miller", 1_390, false),
            ("2022-11 Shop fittings, Bookworm", 1_150, true),
            ("2023-04 Windows, town hall", 1_000, true),
            ("2023-09 Kitchen, Osei", 845, false), ("2024-02 Wardrobes, Larsson", 690, false),
            ("2024-08 Church pews", 505, false), ("2025-03 Garden house, Novak", 300, false),
            ("2025-10 Library, primary school", 85, true),
        ]
        for (name, days, isShared) in jobs {
            let files: [(name: String, bytes: ClosedRange<Int64>)] = [
                ("Offer.docx", 40_000...90_000), ("Drawing.dwg", 900_000...6_000_000),
                ("Drawing.pdf", 300_000...1_200_000), ("Cutting list.xlsx", 18_000...60_000),
                ("Site 1.jpg", 2_000_000...4_000_000), ("Site 2.jpg", 2_000_000...4_000_000),
                ("Invoice.pdf", 60_000...140_000),
            ]
            for (index, entry) in files.enumerated() {
                file(
                    "/Joinery/Jobs/\(name)/\(entry.name)", size: number(entry.bytes),
                    daysAgo: days - index * 3
                ) { $0.shared = isShared }
            }
        }
        let locks = [
            "2022-03 Oak stairs, Miller/~$Offer.docx", "2023-09 Kitchen, Osei/~$Cutting list.xlsx",
            "2024-08 Church pews/~$Offer.docx",
        ]
        for (index, path) in locks.enumerated() {
            file("/Joinery/Jobs/\(path)", size: 165, daysAgo: 420 + index * 280)
        }
        file("/Joinery/Prices/.~lock.Timber 2024.ods#", size: 96, daysAgo: 388)
        for year in 2_021...2_025 {
            file(
                "/Joinery/Prices/Timber \(year).ods", size: number(40_000...70_000),
                daysAgo: (2_026 - year) * 365 - 20)
        }
        copy(
            of: "/Joinery/Prices/Timber 2025.ods", to: "/Joinery/Prices/Timber 2025 - Copy.ods",
            daysAgo: 310)
        for index in 0..<14 {
            file(
                "/Joinery/CAD/cache/view\(index).tmp", size: number(200_000...9_000_000),
                daysAgo: 70 + index * 31)
        }
        for name in ["Ash", "Beech", "Larch", "Oak", "Walnut"] {
            file(
                "/Joinery/CAD/Textures/\(name).tif", size: number(9_000_000...30_000_000),
                daysAgo: 1_700)
        }
        file("/Joinery/CAD/Textures/Thumbs.db", size: 71_680, daysAgo: 1_150)
    }

    /// Nobody's business: no rule speaks of it.
    mutating func addMusic() {
        let albums: [(artist: String, album: String, titles: Int)] = [
            ("The Tin Kettles", "Low Tide", 11), ("Maren Holt", "Two Rooms", 9),
            ("Quartet for Rain", "Live in Leith", 8), ("Ida's audio books", "The Lighthouse", 12),
        ]
        for (index, entry) in albums.enumerated() {
            for title in 1...entry.titles {
                let track = title < 10 ? "0\(title)" : "\(title)"
                file(
                    "/Music/\(entry.artist)/\(entry.album)/\(track).mp3",
                    size: number(5_000_000...14_000_000), daysAgo: 900 + index * 340)
            }
        }
        file("/Music/.DS_Store", size: 6_148, daysAgo: 903)
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The downloads and backups of the demo.
extension DemoContents {
    /// Installers, unfinished files, second copies, and names that want to be something else.
    mutating func addDownloads() {
        let installers: [(name: String, megabytes: Int64, days: Int)] = [
            ("vlc-3.0.18-win64.exe", 44, 1_010), ("LibreOffice_7.5_x86-64.msi", 348, 920),
            ("LibreOffice_24.8_x86-64.msi", 352, 430), ("Firefox Setup 118.0.exe", 57, 826),
            ("printer-driver-4.2.dmg", 161, 702), ("Zoom-5.16.pkg", 98, 633),
            ("cad-viewer-2024.msi", 612, 514), ("tax-2023-setup.exe", 233, 660),
            ("tax-2024-setup.exe", 241, 297), ("tax-2025-setup.exe", 247, 9),
            ("router-firmware-update.exe", 18, 366), ("balenaEtcher.dmg", 139, 541),
            ("signal-desktop.deb", 128, 45),
        ]
        for (name, megabytes, days) in installers {
            file(
                "/Downloads/\(name)", size: megabytes * Unit.megabyte + number(0...999_999),
                daysAgo: days)
        }
        // Large, and one of unknown size: neither goes without a look.
        file("/Downloads/linux-desktop-22.04.iso", size: 4_692_000_768, daysAgo: 1_290)
        file("/Downloads/game-launcher.dmg", size: nil, daysAgo: 777)
        for (name, days) in [
            ("School play.mp4.crdownload", 470), ("atlas.zip.part", 231),
            ("update.bin.partial", 118),
        ] {
            file("/Downloads/\(name)", size: number(20_000_000...700_000_000), daysAgo: days)
        }
        addDownloadedPapers()
        addDownloadFolders()
        addOddNames()
    }

    private mutating func addDownloadedPapers() {
        let papers: [(name: String, days: Int, readDaysAgo: Int?)] = [
            ("Oven manual.pdf", 940, 930), ("Bus timetable 2023.pdf", 890, 871),
            ("Recipe plum cake.pdf", 815, 33), ("Knitting pattern.pdf", 760, 402),
            ("Camp site booking.pdf", 925, 918), ("Concert tickets.pdf", 480, 477),
            ("School holidays 2026.pdf", 110, 12), ("Bike service.pdf", 350, nil),
            ("Parents' evening.docx", 512, 508), ("Kitchen offer Osei.pdf", 846, 20),
        ]
        for (name, days, readDaysAgo) in papers {
            let read = readDaysAgo.map { instant(daysAgo: $0, seconds: 7_200) }
            file("/Downloads/\(name)", size: number(60_000...5_000_000), daysAgo: days) { item in
                item.accessed = read
            }
        }
        for (name, copies) in [("Recipe plum cake", 2), ("School holidays 2026", 1)] {
            for number in 1...copies {
                copy(
                    of: "/Downloads/\(name).pdf", to: "/Downloads/\(name) (\(number)).pdf",
                    daysAgo: 60 + number)
            }
        }
        copy(
            of: "/Papers/House/Energy certificate.pdf", to: "/Downloads/Energy certificate.pdf",
            daysAgo: 95)
    }

    private mutating func addDownloadFolders() {
        // Everything in it goes, so the folder goes as well.
        for name in ["setup.exe", "readme.tmp", "Thumbs.db"] {
            file("/Downloads/old scanner/\(name)", size: number(9_000...40_000_000), daysAgo: 1_440)
        }
        // One file stays, so the folder stays.
        file("/Downloads/holiday flat/keys.jpg", size: 1_840_233, daysAgo: 930)
        file("/Downloads/holiday flat/map.tmp", size: 220_114, daysAgo: 930)
        folder("/Downloads/New folder", daysAgo: 612)
        folder("/Downloads/New folder (2)", daysAgo: 611)
        // Recovered from a broken disk: nobody knows how old it is.
        file("/Downloads/from the old disk/setup-accounts.exe", size: 88_120_003, daysAgo: 0) {
            ($0.created, $0.modified, $0.firstSeen) = (nil, nil, nil)
        }
    }

    /// Names that try to be markup, formulas, scripts, or another kind of file, as far as a
    /// OneDrive takes such names.
    private mutating func addOddNames() {
        let names = [
            "&lt;img src=x onerror=alert(1)&gt;.exe", "invoice_\u{202E}fdp.exe", "=1+1&cmd.tmp",
            "${alert(1)}.tmp", "]] & 'quoted'; --.tmp",
        ]
        for (index, name) in names.enumerated() {
            file("/Downloads/\(name)", size: number(2_000...900_000), daysAgo: 300 + index * 17)
        }
        file("/Downloads/%3Cb%3Ebold", size: 512, daysAgo: 510)
        file("/Downloads/!--/script.tmp", size: 2_048, daysAgo: 511)
        let long = String(repeating: "a very long name ", count: 15).prefix(251)
        file("/Downloads/\(long).tmp", size: 4_096, daysAgo: 233)
    }

    /// Weekly, monthly and yearly backups.
    mutating func addBackups() {
        for week in 0..<13 {
            let days = 4 + week * 7
            let day = String(describing: instant(daysAgo: days)).prefix(10)
            file(
                "/Backups/Bookkeeping/bookkeeping-\(day).zip",
                size: number(380_000_000...430_000_000), daysAgo: days)
        }
        for (year, days) in [(2_022, 1_200), (2_023, 830), (2_024, 465), (2_025, 102)] {
            file(
                "/Backups/Phone/phone-\(year).zip", size: number(1_900_000_000...2_600_000_000),
                daysAgo: days)
        }
        // Nothing changed on the web site between September and November.
        for (month, days) in [("2025-08", 167), ("2025-09", 136), ("2025-10", 106)] {
            file(
                "/Backups/Web site/site-\(month).sql.gz", size: number(61_000_000...64_000_000),
                daysAgo: days)
        }
        copy(
            of: "/Backups/Web site/site-2025-09.sql.gz",
            to: "/Backups/Web site/site-2025-11.sql.gz", daysAgo: 75)
        for (month, days) in [("2025-12", 45), ("2026-01", 14)] {
            file(
                "/Backups/Web site/site-\(month).sql.gz", size: number(61_000_000...64_000_000),
                daysAgo: days)
        }
    }
}

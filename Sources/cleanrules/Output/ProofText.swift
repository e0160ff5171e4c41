// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import RuleEngine

/// What has to be downloaded before copies go, in words: said of a plan before anybody stages it.
struct ProofText {
    /// What has to be downloaded.
    let proof: ProofVolume
    /// How fast that went the last time, by drive, where it was measured; nil where nobody knows
    /// whether it was.
    let speeds: [String: ReadingSpeed]?

    /// A line for each drive, and one on what would be otherwise; none where nothing is downloaded.
    var lines: [String] {
        let downloads = proof.downloads
        if downloads.isEmpty { return [] }
        return downloads.map { line($0.drive, $0.share) } + [
            "'verify: hash' in a rule downloads nothing; it believes the hashes that the drive lists,"
                + " and files that differ can have one QuickXorHash"
        ]
    }

    private func line(_ drive: String, _ share: ProofVolume.Share) -> String {
        let what =
            share.copies > 0
            ? "\(counted(share.copies, "deletion")) of copies" : "copies on other drives"
        var text =
            "\(VisibleText.escaped(drive)): to prove \(what) by their bytes,"
            + " \(counted(share.files, "file")) (\(ByteCountText.short(share.bytes)))"
            + " \(share.files == 1 ? "is" : "are") downloaded right before"
        if let speed = speeds?[drive] {
            text +=
                ", which takes about \(LocalTimeText.span(speed.seconds(for: share.bytes))) at the"
                + " \(ByteCountText.short(speed.bytesPerSecond)) a second of the last time"
        } else if speeds != nil {
            text += "; how long that takes was not measured yet"
        }
        if share.freeCopies > 0 {
            text +=
                "; \(grouped(Int64(share.freeCopies))) of them cost nothing, for the drive lists"
                + " their SHA-256"
        }
        return text
    }

    /// The same as JSON.
    var json: JSONValue {
        .list(
            proof.downloads.map { drive, share in
                var members: [String: JSONValue] = [
                    "drive": .text(drive), "copies": .number(Int64(share.copies)),
                    "free_copies": .number(Int64(share.freeCopies)),
                    "files": .number(Int64(share.files)), "download_bytes": .number(share.bytes),
                ]
                if let speed = speeds?[drive] {
                    members["bytes_per_second"] = .number(speed.bytesPerSecond)
                    members["seconds"] = .number(speed.seconds(for: share.bytes))
                }
                return .object(members)
            })
    }
}

extension PlanHeader {
    /// What has to be downloaded before its copies go, in words.
    var proofLines: [String] { ProofText(proof: proof, speeds: readingSpeeds).lines }
}

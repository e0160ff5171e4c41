// SPDX-License-Identifier: Apache-2.0

package import PlanRunner
internal import RuleEngine
package import Text
package import Wording

/// What has to be downloaded before copies go, in words: said of a plan before anybody stages it.
package struct ProofText {
    /// What has to be downloaded.
    package let proof: ProofVolume
    /// How fast that went the last time, by drive, where it was measured; nil where nobody knows
    /// whether it was.
    package let speeds: [String: ReadingSpeed]?

    /// The words on `proof`, with how long it takes where that is known.
    package init(proof: ProofVolume, speeds: [String: ReadingSpeed]?) {
        self.proof = proof
        self.speeds = speeds
    }

    /// A line for each drive, and one on what would be otherwise; none where nothing is downloaded.
    package var lines: [Phrase] {
        let downloads = proof.downloads
        return downloads.isEmpty
            ? [] : downloads.map { line($0.drive, $0.share) } + [.planProofHash]
    }

    private func line(_ drive: String, _ share: ProofVolume.Share) -> Phrase {
        let name = VisibleText.escaped(drive)
        let files = Phrase.planProofFiles(n: share.files, size: share.bytes)
        var line: Phrase =
            share.copies > 0
            ? .planProofCopies(n: share.copies, drive: name, files: files)
            : .planProofOthers(drive: name, files: files)
        if let speed = speeds?[drive] {
            line = .planProofTime(
                text: line, span: LocalTimeText.span(speed.seconds(for: share.bytes)),
                size: speed.bytesPerSecond)
        } else if speeds != nil {
            line = .planProofUnmeasured(text: line)
        }
        return share.freeCopies > 0 ? .planProofFree(n: share.freeCopies, text: line) : line
    }

    /// The same as JSON.
    package var json: JSONValue {
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
    package var proofLines: [Phrase] { ProofText(proof: proof, speeds: readingSpeeds).lines }
}

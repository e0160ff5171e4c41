// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// By what parts of a fleet tell each other: files in the folder of the plan, or frames that
/// something else carries to where they belong.
protocol PartExchange {
    /// Tells `body` at `place`.
    func tell(_ body: [UInt8], at place: PartPlace, of origin: PartOrigin) throws(PartFailure)
    /// What was told at `place`, all of it.
    func told(at place: PartPlace, of origin: PartOrigin) throws(PartFailure) -> [UInt8]
}

extension PartFolder: PartExchange {}

/// Brings together what all parts have.
package enum PartMeeting {
    /// What each part of `job` has, as it stands in `folder`; throws where two have one drive.
    package static func censuses(
        _ job: PartJob, in folder: PartFolder
    ) throws(PartFailure) -> [PartCensus] {
        try censuses(job, by: folder)
    }

    static func censuses(
        _ job: PartJob, by exchange: any PartExchange
    ) throws(PartFailure) -> [PartCensus] {
        var censuses: [PartCensus] = []
        for part in job.files.indices {
            let body = try exchange.told(at: PartPlace(.census, part: part), of: job.origin)
            do throws(PartError) {
                censuses.append(try PartCensus(body))
            } catch {
                throw PartFailure(error)
            }
        }
        try refuseSharedDrives(job, censuses)
        return censuses
    }

    private static func refuseSharedDrives(
        _ job: PartJob, _ censuses: [PartCensus]
    ) throws(PartFailure) {
        var parts: [[UInt8]: Int] = [:]
        for (part, census) in censuses.enumerated() {
            for drive in census.drives {
                let other = parts.updateValue(part, forKey: Array(drive.name.utf8))
                if let other {
                    throw .sharedDrive(drive.name, job.files[other].name, job.files[part].name)
                }
            }
        }
    }

    /// What all of `censuses` have together.
    package static func together(
        _ censuses: [PartCensus]
    ) throws(PartFailure) -> PartsTogether {
        do throws(PartError) {
            return try PartsTogether(censuses)
        } catch {
            throw PartFailure(error)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// The drive that the demo tidies up: a family with a joinery, its pictures, papers, jobs and
/// downloads. Made in code, the same one every time.
///
/// `DemoRules.text` is written for it; the plan of the two holds every kind of verdict.
package enum DemoDrive {
    /// The drive's name in the demo's rules.
    package static let name = "home"

    /// The instant that the demo takes for now: 2026-01-15T12:00:00Z.
    package static let now = Timestamp(secondsSinceEpoch: 1_768_478_400)

    /// All files and folders, dated back from `now`, in the order of their paths.
    package static func items(now: Timestamp = now) -> [ItemValues] {
        var contents = DemoContents(now: now)
        contents.addPictures()
        contents.addFilms()
        contents.addPhone()
        contents.addPapers()
        contents.addJoinery()
        contents.addDownloads()
        contents.addBackups()
        contents.addMusic()
        return contents.finish()
    }
}

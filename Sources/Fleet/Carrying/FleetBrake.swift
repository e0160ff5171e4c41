// SPDX-License-Identifier: Apache-2.0

internal import Text
package import Wording
package import Workflow

/// The brake of a plan over all drives, which the journal knows of: who put it on, and who let it go.
///
/// A mark in the folder is what holds; the lines of the journal say why. Mark and line change under the lock of
/// the journal, so that the mark is there whenever the last line says so.
package struct FleetBrake: Sendable {
    private let work: FleetFolder
    private let path: String

    /// The brake of the fleet of `records`: it works whatever is wrong with rules and inventory.
    package init(_ records: FleetRecords) {
        work = records.work
        path = records.path
    }

    /// Puts it on: no deletion begins later than a few seconds after this. Whether it was not on before; where
    /// it was, why it is stays known.
    package func pause() throws(Failure) -> Bool {
        let wasOn = work.isPaused
        // The mark comes first: it holds, whatever is wrong with the journal.
        try work.pause()
        try DeedJournal(work).add { (deeds, _) throws(Failure) in
            // Who let go meanwhile may have taken it away; from here on nobody does.
            try work.pause()
            if wasOn, deeds.pause != nil { return ([], ()) }
            var deed = FleetDeed(.paused)
            deed.by = DeedJournal.person
            return ([deed], ())
        }
        return !wasOn
    }

    // MARK: Letting go

    /// How many waves are named.
    private static let wavesMax = 20

    /// Lets it go. What had gone wrong by then pauses the fleet no more: that is said, by waves. Where it was not
    /// on, nothing changes, and what has gone wrong counts on.
    package func resume() throws(Failure) -> [Phrase] {
        let journal = try DeedJournal(work)
        guard let news = try forgive(journal) else { return [.fleetResumedNot] }
        let isFree = try takeAway(journal)
        var lines: [Phrase] = [
            isFree ? .fleetResumed : .fleetResumedAgain(command: .fleetResume(file: path))
        ]
        lines += news.prefix(Self.wavesMax).map { one in
            .carryResumed(
                n: one.counts.changed, name: VisibleText.escaped(one.plan), number: one.wave,
                left: one.counts.failed, undone: one.counts.undone)
        }
        if news.count > Self.wavesMax { lines.append(.lineMore(n: news.count - Self.wavesMax)) }
        return lines
    }

    /// Has the journal say that it is let go, which comes first: the mark holds until that is said for good.
    /// What had gone wrong by then; nil where it was not on.
    func forgive(_ journal: DeedJournal) throws(Failure) -> [FleetDeeds.News]? {
        let isOn = work.isPaused
        return try journal.add { (deeds, _) throws(Failure) in
            // Whoever has removed the mark alone has let nothing go on for good.
            if !isOn, deeds.pause == nil { return ([], nil) as ([FleetDeed], [FleetDeeds.News]?) }
            var deed = FleetDeed(.resumed)
            deed.by = DeedJournal.person
            return ([deed], deeds.news)
        }
    }

    /// Takes the mark away; whether it did: not where somebody has paused the fleet since.
    func takeAway(_ journal: DeedJournal) throws(Failure) -> Bool {
        try journal.reading { (deeds) throws(Failure) in
            if deeds.pause != nil { return false }
            try work.resume()
            return true
        }
    }
}

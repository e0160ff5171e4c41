// SPDX-License-Identifier: Apache-2.0

internal import Text
package import Wording
package import Workflow

/// The brake of a plan over all drives, which the journal knows of: who put it on, and who let it go.
package struct FleetBrake {
    private let work: FleetFolder

    /// The brake of the fleet of `records`: it works whatever is wrong with rules and inventory.
    package init(_ records: FleetRecords) { work = records.work }

    /// Puts it on: no deletion begins later than a few seconds after this. Whether it was not on before; where
    /// it was, why it is stays known.
    package func pause() throws(Failure) -> Bool {
        let wasOn = work.isPaused
        // The mark itself comes first: it holds, whatever becomes of the journal.
        try work.pause()
        try DeedJournal(work).add { (deeds, _) throws(Failure) in
            if wasOn, deeds.pause != nil { return ([], ()) }
            var deed = FleetDeed(.paused)
            deed.by = DeedJournal.person
            return ([deed], ())
        }
        return !wasOn
    }

    /// How many waves are named.
    private static let wavesMax = 20

    /// Lets it go. What had gone wrong by then pauses the fleet no more: that is said, by waves. Where it was not
    /// on, nothing changes, and what has gone wrong counts on.
    package func resume() throws(Failure) -> [Phrase] {
        let isOn = work.isPaused
        let news = try DeedJournal(work).add { (deeds, _) throws(Failure) in
            // Whoever has removed the mark alone has let nothing go on for good.
            if !isOn, deeds.pause == nil { return ([], nil) as ([FleetDeed], [FleetDeeds.News]?) }
            var deed = FleetDeed(.resumed)
            deed.by = DeedJournal.person
            return ([deed], deeds.news)
        }
        guard let news else { return [.fleetResumedNot] }
        try work.resume()
        var lines: [Phrase] = [.fleetResumed]
        lines += news.prefix(Self.wavesMax).map { one in
            .carryResumed(
                n: one.counts.changed, name: VisibleText.escaped(one.plan), number: one.wave,
                left: one.counts.failed, undone: one.counts.undone)
        }
        if news.count > Self.wavesMax { lines.append(.lineMore(n: news.count - Self.wavesMax)) }
        return lines
    }
}

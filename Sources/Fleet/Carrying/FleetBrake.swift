// SPDX-License-Identifier: Apache-2.0

package import Workflow

/// The brake of a plan over all drives, which the journal knows of: who put it on, and who let it go.
package struct FleetBrake {
    private let work: FleetFolder

    /// The brake of the fleet of `records`: it works whatever is wrong with rules and inventory.
    package init(_ records: FleetRecords) { work = records.work }

    /// Puts it on: no deletion begins later than a few seconds after this.
    package func pause() throws(Failure) {
        // The mark itself comes first: it holds, whatever becomes of the journal.
        try work.pause()
        var deed = FleetDeed(.paused)
        deed.by = DeedJournal.person
        try DeedJournal(work).add([deed])
    }

    /// Lets it go. What had gone wrong by then pauses the fleet no more.
    package func resume() throws(Failure) {
        var deed = FleetDeed(.resumed)
        deed.by = DeedJournal.person
        try DeedJournal(work).add([deed])
        try work.resume()
    }
}

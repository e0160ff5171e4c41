// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Wording

/// Which pictures there are, by what was listed last.
extension ItemLoader {
    /// The items as they were listed last; where a local drive never was, all are listed first. What
    /// cannot be reached is left out.
    package func itemsAsListed(folder: String?) async throws(Failure) -> LoadedItems {
        var loader = self
        loader.goesWithoutDrives = true
        loader.state?.isOffline = true
        let locals = Set(rules.file.drives.filter { $0.kind == .local }.map(\.name))
        do throws(Failure) {
            let items = try await loader.items(folder: folder)
            if !items.missed.contains(where: { locals.contains($0.name) }) { return items }
        } catch {
            // Nothing was listed yet; what else is wrong will be told by the listing.
        }
        if !isQuiet { Host.note(.photosListing) }
        loader.state?.isOffline = false
        return try await loader.items(folder: folder)
    }
}

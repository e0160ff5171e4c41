// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
package import StateLedger
internal import YAMLBridge

/// Which files are this program's own, and so no items, wherever a drive may begin.
package enum OwnPaths {
    /// The trash folders that deletions have gone into, the state of `ledger` with what lies beside it, `rules` with what they include, and the rules
    /// by which anything waits: these are asked once more before it goes, and what they cannot be
    /// asked about is held.
    package static func paths(
        _ ledger: Ledger, rules: LoadedRules?
    ) async throws(LedgerError) -> [String] {
        var paths = StateFile.ownFiles(of: ledger.path) + (rules?.ownPlaces ?? [])
        // Folders of others, which count like files of ours: by their place, and never listed.
        paths += try await KnownTrashes.paths(ledger)
        let known = Set(paths.map { Array($0.utf8) })
        for path in try await ledger.rulesOfWaitingItems() where !known.contains(Array(path.utf8)) {
            paths.append(path)
            // A file that cannot be read now includes nothing that anybody knows of.
            guard let bytes = try? FileBytes.read(path, most: FileBytes.rulesBytesMax) else {
                continue
            }
            paths += RulesLoader.decode(bytes, name: path).sources.map(\.file)
        }
        return paths
    }
}

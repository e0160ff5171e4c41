// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import Foundation
internal import Glibc
internal import HTTPTransport
internal import Reports
internal import Text
package import Wording

/// Erases the sign-ins with the last profile; the profiles of one user share them.
package struct SignInErasure {
    /// The state that is erased, or that there is none of.
    package let file: StateFile

    /// The erasure that goes with the state in `file`.
    package init(file: StateFile) {
        self.file = file
    }

    /// Whether somebody has signed in, and neither this profile nor another one has a state.
    package var isAllThereIs: Bool {
        !file.isNamed && !file.exists && Self.folder != nil && file.otherProfiles.isEmpty
    }

    private static var folder: String? {
        guard let folder = try? AccountPlaces.folder().path, FileBytes.exists(folder) else {
            return nil
        }
        return folder
    }

    /// Erases all of them, those of drives included that no state knows; what stays and why, one
    /// clause each.
    package func run() async -> [Phrase] {
        guard let folder = Self.folder else { return [] }
        let others = file.otherProfiles
        if !others.isEmpty {
            return [.forgetShared(names: Phrase.names(others))]
        }
        var left: [Phrase] = []
        let wereInFile = FileBytes.exists(folder + "/" + AccountPlaces.tokenFile)
        do {
            try await AccountPlaces.vault().forgetAll()
            if !wereInFile, AccountPlaces.missesSecretService {
                left.append(.forgetNoBus)
            }
        } catch let failure as Failure {
            left.append(.forgetSignInsStay(detail: failure.phrase ?? .forgetSignInsFail))
        } catch let error as AccessError {
            left.append(.forgetSignInsStay(detail: Phrase.told(VisibleText.escaped(error.message))))
        } catch {
            left.append(.forgetSignInsStay(detail: "\(error)"))
        }
        return left + erase(folder)
    }

    /// Removes what is kept of accounts in the folder, those included that no drive speaks of.
    private func erase(_ folder: String) -> [Phrase] {
        var left: [Phrase] = []
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for path in names.sorted().map({ "\(folder)/\($0)" }) where unlink(path) != 0 {
            left.append(
                .forgetStays(path: VisibleText.escaped(path), detail: FileBytes.reason()))
        }
        rmdir(folder)
        return left
    }
}

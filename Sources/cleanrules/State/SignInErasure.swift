// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import Foundation
internal import Glibc
internal import HTTPTransport
internal import RuleEngine
internal import StateLedger

/// Erases the sign-ins with the last profile; the profiles of one user share them.
struct SignInErasure {
    /// The state that is erased.
    let file: StateFile
    /// The drives that it knows.
    let drives: [LedgerDrive]

    /// Erases them; what stays and why, one clause each.
    func run() async -> [String] {
        guard let folder = (try? AccountPlaces.folder())?.path, FileBytes.exists(folder) else {
            return []
        }
        let others = file.otherProfiles
        if !others.isEmpty {
            let names = others.map { "'\($0)'" }.joined(separator: ", ")
            return [
                "the sign-ins, which profile \(names) may use;"
                    + " 'cleanrules logout DRIVE' forgets one"
            ]
        }
        var left: [String] = []
        for drive in drives where drive.kind == DriveKind.onedrive.rawValue {
            if let why = await forget(drive) {
                left.append("the sign-in of '\(VisibleText.escaped(drive.name))': \(why)")
            }
        }
        return left + erase(folder)
    }

    /// Forgets the tokens of one drive wherever they are kept; why they stay, if they do.
    private func forget(_ known: LedgerDrive) async -> String? {
        let drive = DriveDeclaration(
            name: known.name, kind: .onedrive, settings: known.settings, location: nil)
        do {
            let opening = try await AccountOpening.forThisUser()
            let signIn = SignIn(service: try opening.service(for: drive), vault: opening.vault)
            _ = try await signIn.forget()
            return nil
        } catch let failure as Failure {
            return failure.message ?? "it cannot be forgotten"
        } catch let error as AccessError {
            return VisibleText.escaped(error.message)
        } catch {
            return "\(error)"
        }
    }

    /// Removes what is kept of accounts in the folder, those included that no drive speaks of.
    private func erase(_ folder: String) -> [String] {
        var left: [String] = []
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for path in names.sorted().map({ "\(folder)/\($0)" }) where unlink(path) != 0 {
            left.append("'\(VisibleText.escaped(path))': \(FileBytes.reason())")
        }
        rmdir(folder)
        return left
    }
}

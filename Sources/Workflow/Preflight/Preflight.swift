// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import DriveAdapters
package import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Wording

/// What is looked at before a command works on drives, where the work would fail later: the account,
/// the network, the clock, and the room.
///
/// It refuses nothing by itself: what can be done on other drives is done.
package struct Preflight: Sendable {
    /// What is about to be done.
    package enum Work: Sendable {
        /// Deletions are staged.
        case staging
        /// What is due is deleted.
        case deleting
        /// Items are brought back.
        case restoring
    }

    private let session: StateSession
    private let rules: LoadedRules?
    private let work: Work

    /// A look before `work` over `session`, by `rules`; without them, by the drives as they were
    /// listed.
    package init(_ work: Work, session: StateSession, rules: LoadedRules?) {
        self.work = work
        self.session = session
        self.rules = rules
    }

    /// What was found, and the drives that were opened for it.
    package struct Result: Sendable {
        /// What speaks against the work.
        package var findings: [PreflightFinding] = []
        /// The drives that were asked.
        package var opened = OpenedDrives()

        /// Nothing was looked at.
        package init() {}
    }

    /// Looks at the drives of `tallies`, by name with what is to be done there.
    package func look(at tallies: [String: HandledItems.Tally]) async -> Result {
        var result = Result()
        if work != .restoring, !tallies.isEmpty {
            result.findings += stateRoom
        }
        let known = (try? await session.ledger.drives()) ?? []
        let vault = await vault(known.contains { tallies[$0.name] != nil && $0.isRemote })
        for (name, tally) in tallies.sorted(by: { $0.key < $1.key }) {
            guard let drive = known.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                continue
            }
            if let root = drive.settings[DriveSettings.root], drive.kind == DriveKind.local.rawValue
            {
                result.findings += PreflightFinding.local(name, at: root, for: work)
            }
            if drive.kind == DriveKind.onedrive.rawValue {
                await look(at: drive, tally, vault, &result)
            }
        }
        return result
    }

    /// Looks at what the rules declare, before it is listed: what the listing itself would say is left
    /// to it.
    package func lookBeforeListing() async -> [PreflightFinding] {
        var findings = stateRoom
        let drives = rules?.file.drives ?? []
        let vault = await vault(drives.contains { $0.kind == .onedrive })
        for drive in drives {
            switch drive.kind {
            case .local:
                guard let root = rules?.root(of: drive), FileBytes.isFolder(root) else { continue }
                findings += PreflightFinding.local(drive.name, at: root, for: work)
            case .onedrive:
                guard case .signedIn(let account) = await AccountStanding.of(drive, in: vault)
                else { continue }
                findings += PreflightFinding.account(
                    .signedIn(account), of: drive.name, for: work, isPersonal: false)
            case .listing, .memory, .dataset: continue
            }
        }
        return findings
    }

    /// The store of tokens, where one `isNeeded` and somebody could be signed in at all.
    private func vault(_ isNeeded: Bool) async -> TokenVault? {
        guard isNeeded, !AccountOpening.actsByItself else { return nil }
        return try? await AccountPlaces.vault()
    }

    private var stateRoom: [PreflightFinding] {
        PreflightFinding.disk(
            at: MachinePath.folder(of: session.file.path), .doctorDiskState, of: nil)
    }

    /// Looks at a OneDrive, and asks it unless what this machine knows speaks against that.
    private func look(
        at known: LedgerDrive, _ tally: HandledItems.Tally, _ vault: TokenVault?,
        _ result: inout Result
    ) async {
        let opening = session.opening(rules)
        let drive: any DeletingDrive
        do throws(DriveError) {
            drive = try await opening.drive(known)
        } catch {
            result.findings.append(.unreachable(error, of: known.name))
            return
        }
        let declared = rules?.file.drives.first {
            $0.kind == .onedrive && $0.name.utf8.elementsEqual(known.name.utf8)
        }
        let declaration =
            declared
            ?? DriveDeclaration(
                name: known.name, kind: .onedrive, settings: known.settings, location: nil)
        let isPersonal = { drive.reversal(of: .recycle).days == Self.personalDays }
        let standing = await AccountStanding.of(declaration, in: vault)
        let account = PreflightFinding.account(
            standing, of: known.name, for: work, isPersonal: isPersonal())
        result.findings += account
        // Without a token there is nobody to ask.
        if case .signedIn = standing {} else if case .application = standing {} else { return }
        do throws(DriveError) {
            _ = try await drive.identity()
            result.opened.take(known, .success(drive))
        } catch {
            result.opened.take(known, .failure(error))
            await session.count(ServiceFault(error))
            result.findings.append(.unreachable(error, of: known.name))
            return
        }
        if let clock = PreflightFinding.clock(of: drive) { result.findings.append(clock) }
        result.findings += PreflightFinding.room(
            await drive.space(), of: known.name, for: work, bytes: tally.bytes,
            isPersonal: isPersonal())
    }

    /// For how many days the recycle bin of a personal account keeps what is in it.
    private static let personalDays = 30
}

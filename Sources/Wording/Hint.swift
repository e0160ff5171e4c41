// SPDX-License-Identifier: Apache-2.0

/// A command that the program tells a person to type, with its arguments.
///
/// Every command that is shown outside of help pages is one of these, so that a test can run each.
package enum Hint: Sendable, Hashable {
    case plan, review, reviewPage, rulesPage, stage, status, statusAll, execute, undoAll, sync
    case check
    case quota, quotaExtend, history, restore, export, forget, statsPicture, initRules
    case resume, tierOffers, tierRedeem, tierLater
    /// What an issuer granted is fetched, also what was declined.
    case tierRefreshAll
    /// Pictures are looked at; those that could not be read are listed.
    case photos, photosUnreadable
    /// Hints to sign in are put off, or do not come again.
    case hintsLater, hintsNever
    /// The tokens of the drive of that name are forgotten.
    case logout(drive: String)
    /// What was carried over at a sign-in to the drive of that name is listed.
    case loginCarried(drive: String)
    /// The plan of that id is taken back.
    case undo(plan: String)
    /// The plan of that id is shown.
    case show(plan: String)
    /// The item at that place is kept, whatever the rules say.
    case keep(path: String)
    /// What was decided about the item at that place is taken back.
    case unkeep(path: String)
    /// The item at that place is brought back.
    case restoreItem(path: String)
    /// The item at that place is kept for good.
    case keepForGood(path: String)
    /// The drive of that name is signed in to; `arguments` follow as they stand.
    case login(drive: String, arguments: String)
    /// The drive of that name is meant as it is now.
    case acceptDrive(name: String)
    /// The drives are listed; `arguments`, for the same rules, follow as they stand.
    case syncAgain(arguments: String)
    /// The history, of which `arguments` say what.
    case historyAgain(arguments: String)
    /// The plan as a page; `arguments`, for the same rules, follow as they stand.
    case planPage(arguments: String)
    /// The verdict of the item at that place is explained; `arguments` follow as they stand.
    case why(path: String, arguments: String)

    /// All that waits in the fleet of that file is taken back.
    case fleetUndo(file: String)
    /// The fleet of that file may delete again.
    case fleetResume(file: String)
    /// What is due in the fleet of that file is deleted.
    case fleetExecute(file: String)
    /// The folder of the fleet of that file is of that file from now on.
    case fleetMoved(file: String)
    /// The listings of the fleet of that file are read.
    case fleetImport(file: String)
    /// A plan is made over all drives of the fleet of that file.
    case fleetPlan(file: String)
    /// The wave of that number of the fleet of that file is staged, also what has no undo window; `arguments`,
    /// which say what of it is meant, follow as they stand.
    case fleetStageNoWindow(file: String, wave: Int, arguments: String)
    /// All items of the plan of the fleet of that file are listed.
    case fleetShow(file: String)
    /// All items of the last plan for a try of the fleet of that file are listed.
    case fleetShowSample(file: String)

    /// One of each, with arguments as they may be.
    package static let samples: [Hint] = [
        .plan, .review, .reviewPage, .rulesPage, .stage, .status, .statusAll, .execute, .undoAll,
        .sync, .check, .quota, .quotaExtend, .history, .restore, .export, .forget, .statsPicture,
        .undo(plan: "p-000000000000"), .show(plan: "p-000000000000"), .keep(path: "/a b.txt"),
        .unkeep(path: "/a b.txt"), .restoreItem(path: "/a b.txt"),
        .keepForGood(path: "/a b.txt"), .planPage(arguments: ""),
        .login(drive: "photos", arguments: ""),
        .syncAgain(arguments: ""), .acceptDrive(name: "home"), .initRules, .resume,
        .hintsLater, .hintsNever, .loginCarried(drive: "photos"), .logout(drive: "photos"),
        .tierOffers, .tierRedeem, .tierLater, .tierRefreshAll, .photos, .photosUnreadable,
        .why(path: "/a b.txt", arguments: ""), .historyAgain(arguments: " --before 2"),
        .fleetUndo(file: "/a b/fleet.yaml"), .fleetResume(file: "/a b/fleet.yaml"),
        .fleetShow(file: "/a b/fleet.yaml"), .fleetExecute(file: "/a b/fleet.yaml"),
        .fleetShowSample(file: "/a b/fleet.yaml"), .fleetImport(file: "/a b/fleet.yaml"),
        .fleetPlan(file: "/a b/fleet.yaml"), .fleetMoved(file: "/a b/fleet.yaml"),
        .fleetStageNoWindow(
            file: "/a b/fleet.yaml", wave: 2, arguments: " --only u1 'u 2' --bytes 5B"),
    ]

    /// The command as it is typed in a shell, without what leads to the state.
    package var command: String { "cleanrules " + words }

    private var words: String {
        switch self {
        case .plan: "plan"
        case .review: "review"
        case .reviewPage: "review --web"
        case .rulesPage: "rules --web"
        case .stage: "stage"
        case .status: "status"
        case .statusAll: "status --all"
        case .execute: "execute"
        case .undoAll: "undo --all"
        case .sync: "sync"
        case .check: "check"
        case .quota: "quota"
        case .quotaExtend: "quota extend 10"
        case .history: "history"
        case .restore: "restore"
        case .export: "export -o cleanrules.json"
        case .forget: "forget"
        case .statsPicture: "stats share --png week.png"
        case .undo(let plan): "undo \(plan)"
        case .show(let plan): "show \(plan)"
        case .keep(let path): "keep \(ShellWord.quoted(path))"
        case .unkeep(let path): "unkeep \(ShellWord.quoted(path))"
        case .restoreItem(let path): "restore \(ShellWord.quoted(path))"
        case .keepForGood(let path): "keep \(ShellWord.quoted(path)) --pin"
        case .login(let drive, let arguments): "login \(ShellWord.quoted(drive))\(arguments)"
        case .acceptDrive(let name): "sync --accept-drive \(ShellWord.quoted(name))"
        case .syncAgain(let arguments): "sync\(arguments)"
        case .initRules: "init"
        case .resume: "resume"
        case .hintsLater: "hints later"
        case .hintsNever: "hints never"
        case .logout(let drive): "logout \(ShellWord.quoted(drive))"
        case .loginCarried(let drive): "login \(ShellWord.quoted(drive)) --carried"
        case .tierOffers: "tier offers"
        case .tierRedeem: "tier redeem CODE"
        case .tierLater: "tier later"
        case .tierRefreshAll: "tier refresh --yes"
        case .photos: "photos"
        case .photosUnreadable: "photos --unreadable"
        case .historyAgain(let arguments): "history\(arguments)"
        case .planPage(let arguments): "plan\(arguments) --format html -o plan.html"
        case .why(let path, let arguments): "why \(ShellWord.quoted(path))\(arguments)"
        case .fleetUndo(let file): "fleet undo \(ShellWord.quoted(file)) --all"
        case .fleetResume(let file): "fleet resume \(ShellWord.quoted(file))"
        case .fleetExecute(let file): "fleet execute \(ShellWord.quoted(file))"
        case .fleetMoved(let file): "fleet resume \(ShellWord.quoted(file)) --moved"
        case .fleetImport(let file): "fleet import \(ShellWord.quoted(file))"
        case .fleetPlan(let file): "fleet plan \(ShellWord.quoted(file))"
        case .fleetStageNoWindow(let file, let wave, let arguments):
            "fleet stage \(ShellWord.quoted(file)) --wave \(wave)\(arguments) --no-undo-window"
        case .fleetShow(let file): "fleet show \(ShellWord.quoted(file))"
        case .fleetShowSample(let file): "fleet show \(ShellWord.quoted(file)) --sample"
        }
    }

    /// Whether it looks for rules by itself, so that it has to be led to those in use.
    package var needsRules: Bool {
        switch self {
        case .plan, .reviewPage, .rulesPage, .sync, .acceptDrive, .loginCarried, .logout, .photos,
            .photosUnreadable:
            true
        case .login(_, let arguments), .planPage(let arguments), .syncAgain(let arguments):
            !arguments.contains(" --rules")
        default: false
        }
    }

    /// Whether it works on the state, so that it has to find the same one.
    var needsState: Bool {
        switch self {
        case .check, .login, .logout, .initRules, .fleetUndo, .fleetResume, .fleetShow,
            .fleetShowSample, .fleetExecute, .fleetImport, .fleetPlan, .fleetMoved,
            .fleetStageNoWindow:
            false
        case .why(_, let arguments), .planPage(let arguments), .syncAgain(let arguments):
            !arguments.contains(" --state") && !arguments.contains(" --profile")
        default: true
        }
    }
}

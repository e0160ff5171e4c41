// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import HTTPTransport
internal import Reports
package import RuleEngine
internal import StateLedger
internal import Text
package import Wording

/// What signing in would bring, where a command has just shown it.
package enum HintOccasion: Sendable, Hashable {
    /// A plan over saved pages would delete so much.
    case planned(items: Int64, bytes: Int64)
    /// So much cannot be staged, because it is on saved pages.
    case cannotStage(items: Int64, bytes: Int64)
    /// So much of the drive could not be brought back.
    case lacksWayBack(drive: String, items: Int64, bytes: Int64)
    /// A picture was made.
    case pictured
    /// Somebody came back after a week, and has done so much.
    case isBack(kept: Int64, deleted: Int64)
    /// Decisions are shared with the devices of those names, and a plan over saved pages would delete
    /// so much.
    case onTwoDevices(names: [String], items: Int64, bytes: Int64)

    /// The context that it is one of.
    var context: HintContext {
        switch self {
        case .planned: .firstPlan
        case .cannotStage: .cannotStageListing
        case .lacksWayBack: .needsRestoreScope
        case .pictured: .sharedPicture
        case .isBack: .backAfterSevenDays
        case .onTwoDevices: .twoDevices
        }
    }
}

/// A hint for a drive, ready to be said.
package struct SignInOffer: Sendable {
    /// The drive that could be signed in to.
    let drive: String
    /// What it would bring.
    let occasion: HintOccasion
    /// The wording that is tried.
    let variant: HintVariant?
    /// What follows the command for it to find the same rules.
    let arguments: String

    /// The hint that `desk` lets be said now of `occasions`, for a drive of `file` that nobody has
    /// signed in to; nil for none.
    package static func make(
        _ occasions: [HintOccasion], for file: RuleFile, _ desk: HintDesk, arguments: String
    ) async -> SignInOffer? {
        if occasions.isEmpty || AccountOpening.actsByItself { return nil }
        var possible: [(occasion: HintOccasion, drive: String)] = []
        let open = await openDrive(of: file)
        for occasion in occasions {
            if case .lacksWayBack(let drive, _, _) = occasion {
                possible.append((occasion, drive))
            } else if let open {
                possible.append((occasion, open))
            }
        }
        guard let turn = await desk.turn(of: possible.map(\.occasion.context)),
            let chosen = possible.first(where: { $0.occasion.context == turn.context })
        else { return nil }
        return SignInOffer(
            drive: chosen.drive, occasion: chosen.occasion, variant: turn.variant,
            arguments: arguments)
    }

    /// The first OneDrive of `file` that nobody has signed in to. A store that cannot be read is
    /// spoken of when somebody signs in.
    private static func openDrive(of file: RuleFile) async -> String? {
        guard let vault = try? await AccountPlaces.vault() else { return nil }
        for drive in file.drives where drive.kind == .onedrive {
            guard let settings = try? AccountOpening.settings(for: drive) else { continue }
            do throws(AccessError) {
                if try await vault.store.account(settings.key)?.isSignedIn != true {
                    return drive.name
                }
            } catch {
                return nil
            }
        }
        return nil
    }

    /// What it brings, and what is asked for, line by line.
    package var lines: [Phrase] { [benefit, .hintAsks] }

    /// The command that signs in.
    package var next: NextHint {
        if case .lacksWayBack = occasion {
            return (.nextSignIn, .login(drive: drive, arguments: " --restore" + arguments))
        }
        return (.nextSignIn, .login(drive: drive, arguments: arguments))
    }

    /// How to hear of it later, or never again.
    package var ending: Phrase { .hintPutOff(command: .hintsLater, show: .hintsNever) }

    private var benefit: Phrase {
        let drive = VisibleText.escaped(drive)
        if variant == .control { return .hintControl(drive: drive) }
        switch occasion {
        case .planned(let items, let bytes):
            return .hintFirstPlan(drive: drive, items: Phrase.itemsCount(n: items, size: bytes))
        case .cannotStage(let items, let bytes):
            return .hintCannotStage(drive: drive, items: Phrase.itemsCount(n: items, size: bytes))
        case .lacksWayBack(_, let items, let bytes):
            return .hintRestoreScope(drive: drive, items: Phrase.itemsCount(n: items, size: bytes))
        case .pictured: return .hintPicture(drive: drive)
        case .isBack(let kept, let deleted):
            return .hintBack(kept: kept, deleted: deleted, drive: drive)
        case .onTwoDevices(let names, let items, let bytes):
            return .hintDevices(
                names: Phrase.names(names), drive: drive,
                items: Phrase.itemsCount(n: items, size: bytes))
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

package import AccountAccess
internal import HTTPTransport
package import RuleEngine
internal import Text
package import Wording

extension Person {
    /// Name and address for people.
    package var shown: String {
        let name = displayName ?? ""
        let address = userPrincipalName ?? mail ?? ""
        let text = name.isEmpty ? address : address.isEmpty ? name : "\(name) (\(address))"
        return text.isEmpty ? Host.words(.accountNameless) : VisibleText.escaped(text)
    }
}

extension TokenPlace {
    /// The place for people.
    package var phrase: Phrase {
        switch self {
        case .file(let path): .accountPlaceFile(path: path)
        case .secretService: .accountPlaceService
        }
    }
}

extension DriveFacts {
    /// Kind, use and id for people.
    package var shown: Phrase {
        var parts = [type.map { .verbatim(VisibleText.escaped($0)) } ?? Phrase.drivesUnknownKind]
        if let used = usedByteCount {
            parts.append(
                totalByteCount.map { .drivesUsedOf(size: used, amount: $0) }
                    ?? .drivesUsed(size: used))
        }
        return .drivesId(what: Phrase.series(parts, separator: ", "), id: VisibleText.escaped(id))
    }
}

extension AccountQueryError {
    /// One clause for people.
    package var shown: Phrase {
        switch self {
        case .access(let error): .told(VisibleText.escaped(error.message))
        case .network(let error): .told(VisibleText.escaped(error.message))
        case .status(let status, let code):
            .series(
                [.accountStatus(code: String(status))]
                    + (code.map { [.verbatim(VisibleText.escaped($0))] } ?? []), separator: ", ")
        }
    }

    /// Why a command ends because of it.
    package func failure(_ drive: String) -> Failure {
        let phrase = Phrase.stageDriveError(drive: drive, detail: shown)
        switch self {
        case .access(let error): return Failure(error, drive: drive)
        case .network: return Failure(.offline, phrase)
        case .status(401, _): return Failure(.signIn, phrase)
        case .status(let status, _):
            let isBusy = status == 429 || status >= 500
            return Failure(isBusy ? .offline : .failed, phrase)
        }
    }
}

extension DriveDeclaration {
    /// How the service finds the drive.
    package var place: AccountQuery.Place {
        if let id = settings["drive_id"], !id.isEmpty { return .drive(id) }
        return AccountOpening.actsByItself ? .user(settings["account"] ?? "") : .mine
    }
}

extension AccountOpening {
    /// Asks Graph about the account of `drive`.
    package func query(about drive: DriveDeclaration) throws(Failure) -> AccountQuery {
        let graph = try Self.addresses(for: drive).graph
        return AccountQuery(
            graph: graph, traffic: transport.traffic(with: graph), tokens: try tokens(for: drive))
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import HTTPTransport
internal import RuleEngine

extension Person {
    /// Name and address for people.
    var shown: String {
        let name = displayName ?? ""
        let address = userPrincipalName ?? mail ?? ""
        let text = name.isEmpty ? address : address.isEmpty ? name : "\(name) (\(address))"
        return text.isEmpty ? "somebody without a name" : VisibleText.escaped(text)
    }
}

extension DriveFacts {
    /// Kind, use and id for people.
    var shown: String {
        var parts = [VisibleText.escaped(type ?? "of unknown kind")]
        if let used = usedByteCount {
            let total = totalByteCount.map { " of \(ByteCountText.short($0))" } ?? ""
            parts.append("\(ByteCountText.short(used))\(total) in use")
        }
        return parts.joined(separator: ", ") + ", id \(VisibleText.escaped(id))"
    }
}

extension LookError {
    /// One clause for people.
    var shown: String {
        switch self {
        case .access(let error): VisibleText.escaped(error.message)
        case .network(let error): VisibleText.escaped(error.message)
        case .status(let status, let code):
            "status \(status)" + (code.map { ", \(VisibleText.escaped($0))" } ?? "")
        }
    }

    /// Why a command ends because of it.
    func failure(_ drive: String) -> Failure {
        switch self {
        case .access(let error): return Failure(error, drive: drive)
        case .network: return Failure(.offline, "drive '\(drive)': \(shown)")
        case .status(401, _): return Failure(.signIn, "drive '\(drive)': \(shown)")
        case .status(let status, _):
            let isBusy = status == 429 || status >= 500
            return Failure(isBusy ? .offline : .failed, "drive '\(drive)': \(shown)")
        }
    }
}

extension DriveDeclaration {
    /// How the service finds the drive.
    var place: AccountLook.Place {
        if let id = settings["drive_id"], !id.isEmpty { return .drive(id) }
        return AccountOpening.actsByItself ? .user(settings["account"] ?? "") : .mine
    }
}

extension AccountOpening {
    /// Asks Graph about the account of `drive`.
    func look(at drive: DriveDeclaration) throws(Failure) -> AccountLook {
        let graph = try Self.addresses(for: drive).graph
        return AccountLook(
            graph: graph, traffic: transport.traffic(with: graph), tokens: try tokens(for: drive))
    }
}

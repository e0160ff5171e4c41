// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import HTTPTransport
internal import Messages
internal import Threads

/// Tokens in a file that only this user can read.
///
/// Whoever changes it holds the lock of the folder, so that no change is lost.
package struct TokenFile: TokenStore {
    /// The name of the file.
    package static let name = "tokens.json"

    private let file: PrivateFile

    /// The file in `folder`.
    package init(folder: AccountFolder) {
        file = PrivateFile(
            folder: folder, name: Self.name, what: String(clause: "the file of the tokens"))
    }

    private static let format = 1

    package func account(_ key: AccountKey) async throws(AccessError) -> StoredAccount? {
        try await BlockingCall.value { () throws(AccessError) in
            try entries().first { $0.key == key }?.account
        }
    }

    package func keep(_ account: StoredAccount, _ key: AccountKey) async throws(AccessError) {
        try await BlockingCall.value { () throws(AccessError) in
            var entries = try entries()
            if let index = entries.firstIndex(where: { $0.key == key }) {
                entries[index].account = account
            } else {
                entries.append(Entry(key: key, account: account))
            }
            try write(entries)
        }
    }

    package func remove(_ key: AccountKey) async throws(AccessError) {
        try await BlockingCall.value { () throws(AccessError) in
            var entries = try entries()
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
            entries.remove(at: index)
            try write(entries)
        }
    }

    /// Removes the file, whatever it holds.
    package func removeAll() async throws(AccessError) {
        try await BlockingCall.value { () throws(AccessError) in try file.remove() }
    }

    /// Writes everything as it is, so that a full disk shows before tokens are at stake.
    package func rehearse(_ key: AccountKey) async throws(AccessError) {
        try await BlockingCall.value { () throws(AccessError) in try write(try entries()) }
    }

    package func place(_ key: AccountKey) async -> TokenPlace { .file(file.path) }

    // MARK: Content

    private struct Entry {
        let key: AccountKey
        var account: StoredAccount
    }

    private func entries() throws(AccessError) -> [Entry] {
        guard let bytes = try file.bytes() else { return [] }
        let damaged = file.failure(String(clause: "is damaged; move it away and sign in again"))
        guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)),
            let members = value as? [String: Any],
            let format = (members["format"] as? NSNumber)?.intValue
        else { throw damaged }
        guard format == Self.format else {
            throw file.failure(
                String(
                    clause: "has format \(format), and this version reads \(Self.format)"
                        + " only; use the version that wrote it, or move it away and"
                        + " sign in again"))
        }
        guard let list = members["accounts"] as? [[String: Any]] else { throw damaged }
        var entries: [Entry] = []
        for members in list {
            guard let key = AccountKey(members: members) else { throw damaged }
            entries.append(Entry(key: key, account: StoredAccount(members: members)))
        }
        return entries
    }

    private func write(_ entries: [Entry]) throws(AccessError) {
        let list = entries.map { $0.account.members.merging($0.key.members) { own, _ in own } }
        let document: [String: Any] = ["format": Self.format, "accounts": list]
        let options: JSONSerialization.WritingOptions = [
            .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
        ]
        guard let data = try? JSONSerialization.data(withJSONObject: document, options: options)
        else { throw file.failure(String(clause: "cannot be written: a value is no JSON")) }
        try file.replace([UInt8](data))
    }
}

extension AccountKey {
    /// The members that a store tells accounts apart by.
    var members: [String: String] {
        [
            "account": account, "client_id": clientID, "login": login.description,
            "graph": graph.description,
        ]
    }

    /// The key with those members; nil where one is missing or no address.
    init?(members: [String: Any]) {
        guard let account = members["account"] as? String,
            let clientID = members["client_id"] as? String,
            let login = (members["login"] as? String).flatMap(ServiceAddress.init),
            let graph = (members["graph"] as? String).flatMap(ServiceAddress.init)
        else { return nil }
        self.init(account: account, clientID: clientID, login: login, graph: graph)
    }
}

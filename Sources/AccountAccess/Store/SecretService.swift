// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import Glibc
internal import HTTPTransport
internal import Messages
internal import Threads

/// Tokens in the Secret Service of the desktop, one secret an account.
struct SecretService: TokenStore {
    private let library: SecretLibrary

    /// How long the service may take; it may ask for the password of a locked keyring meanwhile.
    private static let patienceSeconds = 120
    /// How long it may take to be there at all.
    private static let arrivalSeconds = 20

    /// The service of this session. Throws where there is none.
    static func opened() async throws(AccessError) -> SecretService {
        try await BlockingCall.value { () throws(AccessError) in
            guard let library = SecretLibrary() else {
                throw AccessError(
                    .store,
                    String(
                        clause:
                            "there is no Secret Service: libsecret (libsecret-1.so.0) is missing"))
            }
            let service = SecretService(library: library)
            try service.calling(seconds: arrivalSeconds) { cancellable, fault in
                // SECRET_SERVICE_OPEN_SESSION: there must be somebody who answers.
                let found = library.service(1 << 1, cancellable, fault)
                if let found { library.release(found) }
            }
            return service
        }
    }

    // MARK: The store

    func account(_ key: AccountKey) async throws(AccessError) -> StoredAccount? {
        let text: SecretText? = try await BlockingCall.value { () throws(AccessError) in
            try calling(seconds: Self.patienceSeconds) { cancellable, fault in
                withAttributes(of: key) { schema, attributes in
                    let found = library.lookUp(schema, attributes, cancellable, fault)
                    guard let found else { return nil }
                    defer { library.freePassword(found) }
                    return SecretText(String(cString: found))
                }
            }
        }
        guard let text else { return nil }
        let value = try? JSONSerialization.jsonObject(with: Data(text.revealed.utf8))
        guard let members = value as? [String: Any],
            (members["format"] as? NSNumber)?.intValue == Self.format
        else {
            throw AccessError(
                .store,
                String(
                    clause: "what the Secret Service keeps of"
                        + " \(ForeignText.shown(key.account)) is damaged, or of another"
                        + " version of cleanrules; run 'cleanrules logout', then sign"
                        + " in again"))
        }
        return StoredAccount(members: members)
    }

    func keep(_ account: StoredAccount, _ key: AccountKey) async throws(AccessError) {
        var members = account.members
        members["format"] = Self.format
        guard let data = try? JSONSerialization.data(withJSONObject: members) else {
            throw AccessError(
                .store, String(clause: "the tokens cannot be kept: a value is no JSON"))
        }
        let secret = SecretText(String(decoding: data, as: UTF8.self))
        let isKept = try await BlockingCall.value { () throws(AccessError) in
            try calling(seconds: Self.patienceSeconds) { cancellable, fault in
                withAttributes(of: key) { schema, attributes in
                    library.store(
                        schema, attributes, "default", "cleanrules: \(key.account)",
                        secret.revealed, cancellable, fault) != 0
                }
            }
        }
        if !isKept { throw AccessError(.store, String(clause: "the Secret Service kept nothing")) }
    }

    func remove(_ key: AccountKey) async throws(AccessError) {
        try await BlockingCall.value { () throws(AccessError) in
            try calling(seconds: Self.patienceSeconds) { cancellable, fault in
                withAttributes(of: key) { schema, attributes in
                    // False where there was nothing, which is what is wanted.
                    _ = library.clear(schema, attributes, cancellable, fault)
                }
            }
        }
    }

    /// Forgets every account that this program keeps there: with no attribute to go by, the name of
    /// the schema alone tells its secrets from those of others.
    func removeAll() async throws(AccessError) {
        try await BlockingCall.value { () throws(AccessError) in
            try calling(seconds: Self.patienceSeconds) { cancellable, fault in
                withAttributes([:]) { schema, attributes in
                    _ = library.clear(schema, attributes, cancellable, fault)
                }
            }
        }
    }

    /// The service keeps its own counsel about how it would do.
    func rehearse(_ key: AccountKey) async throws(AccessError) {}

    func place(_ key: AccountKey) async -> TokenPlace { .secretService }

    private static let format = 1

    // MARK: Calls

    /// Makes one call that ends after `seconds` at the latest. Blocks.
    private func calling<Value>(
        seconds: Int,
        _ call: (SecretLibrary.Pointer?, SecretLibrary.ErrorPlace) -> Value
    ) throws(AccessError) -> Value {
        let cancellable = library.newCancellable()
        let bits = UInt(bitPattern: cancellable)
        let cancel = library.cancel
        let alarm = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "secrets"))
        alarm.schedule(deadline: .now() + .seconds(seconds))
        alarm.setEventHandler { cancel(SecretLibrary.Pointer(bitPattern: bits)) }
        let ended = DispatchSemaphore(value: 0)
        alarm.setCancelHandler { ended.signal() }
        alarm.resume()
        var fault: SecretLibrary.Pointer?
        let value = call(cancellable, &fault)
        alarm.cancel()
        // Only now nobody touches the object any more.
        ended.wait()
        if let cancellable { library.release(cancellable) }
        guard let fault else { return value }
        defer { library.freeError(fault) }
        throw AccessError(.store, String(clause: "the Secret Service: \(Self.message(fault))"))
    }

    /// The text of a GError: a quark and a number of four bytes each, then a pointer to the text.
    private static func message(_ fault: SecretLibrary.Pointer) -> String {
        let text = fault.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
        return text.map { ForeignText.shown(String(cString: $0)) } ?? String(clause: "it failed")
    }

    /// Calls `body` with the schema, and with the attributes by which the secret of `key` is found.
    private func withAttributes<Value>(
        of key: AccountKey, _ body: (SecretLibrary.Pointer, SecretLibrary.Pointer?) -> Value
    ) -> Value {
        withAttributes(key.members, body)
    }

    private func withAttributes<Value>(
        _ members: [String: String],
        _ body: (SecretLibrary.Pointer, SecretLibrary.Pointer?) -> Value
    ) -> Value {
        let names = members.sorted { $0.key < $1.key }
        var texts = [strdup("io.github.cleanrules.account")]
        for (name, value) in names { texts += [strdup(name), strdup(value)] }
        let table = library.newTable(
            SecretLibrary.Pointer(bitPattern: library.hash),
            SecretLibrary.Pointer(bitPattern: library.equal))
        let schema = SecretLibrary.Pointer.allocate(byteCount: 1_024, alignment: 16)
        defer {
            library.freeTable(table)
            schema.deallocate()
            for text in texts { free(text) }
        }
        // SecretSchema: a name, flags of four bytes, then 32 pairs of a name and a type of which 0
        // means text; the rest is zero.
        schema.initializeMemory(as: UInt8.self, repeating: 0, count: 1_024)
        schema.storeBytes(of: texts[0], as: UnsafeMutablePointer<CChar>?.self)
        for index in names.indices {
            let (name, value) = (texts[1 + 2 * index], texts[2 + 2 * index])
            schema.storeBytes(
                of: name, toByteOffset: 16 + 16 * index,
                as: UnsafeMutablePointer<CChar>?.self)
            _ = library.insert(
                table, name.map { SecretLibrary.Pointer($0) },
                value.map { SecretLibrary.Pointer($0) })
        }
        return body(schema, table)
    }
}

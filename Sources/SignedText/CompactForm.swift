// SPDX-License-Identifier: Apache-2.0

internal import Text

/// A compact JWS (RFC 7515) taken apart; nothing of it is believed yet.
struct CompactForm: Sendable {
    /// What `typ` says.
    let kind: String?
    /// The certificates of `x5c`, the signer's first; nil where there are none.
    let chain: [[UInt8]]?
    /// What was signed, as bytes and as JSON.
    let payload: [UInt8]
    /// The same as JSON.
    let claims: JSONTree
    /// The bytes that the signature is over.
    let signed: [UInt8]
    /// `r` and `s`, 32 bytes each.
    let signature: [UInt8]

    /// The most bytes of a text.
    static let bytesMax = 64 * 1024
    /// The most certificates that are looked at.
    private static let chainMax = 8

    /// The parts of `text`.
    init(_ text: String) throws(SignedTextRefusal) {
        guard text.utf8.count <= Self.bytesMax else { throw .tooLarge }
        let bytes = Array(text.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { throw .form }
        let head = try Self.tree(try Self.bytes(parts[0]), or: .header)
        try Self.check(head)
        kind = head["typ"]?.text
        chain = try Self.chain(head)
        payload = try Self.bytes(parts[1])
        claims = try Self.tree(payload, or: .payload)
        signature = try Self.bytes(parts[2])
        guard signature.count == 64 else { throw .signatureForm }
        signed = Array(bytes[..<parts[2].startIndex.advanced(by: -1)])
    }

    /// The bytes of one part, in the one spelling that base64url has for them.
    private static func bytes(_ part: ArraySlice<UInt8>) throws(SignedTextRefusal) -> [UInt8] {
        let text = String(decoding: part, as: UTF8.self)
        guard let bytes = Base64.bytes(text), Base64.text(bytes, forURL: true) == text
        else { throw .encoding }
        return bytes
    }

    /// The object that `bytes` are.
    private static func tree(
        _ bytes: [UInt8], or refusal: SignedTextRefusal
    ) throws(SignedTextRefusal) -> JSONTree {
        let tree: JSONTree
        do throws(JSONTree.Fault) { tree = try JSONTree(strict: bytes) } catch {
            switch error {
            case .duplicateKey: throw .duplicateKey
            case .tooLarge: throw .tooLarge
            case .malformed: throw refusal
            }
        }
        guard tree.members != nil else { throw refusal }
        return tree
    }

    /// The one algorithm, and nothing that changes what the text means: `crit`, a key or an address
    /// that the text brings itself, another encoding of the payload.
    private static func check(_ head: JSONTree) throws(SignedTextRefusal) {
        guard head["alg"]?.text == "ES256" else { throw .algorithm }
        let known: Set = ["alg", "typ", "kid", "x5c"]
        guard let members = head.members, members.keys.allSatisfy(known.contains)
        else { throw .headerUnknown }
        for name in ["typ", "kid"] where members[name] != nil {
            guard head[name]?.text != nil else { throw .header }
        }
    }

    private static func chain(_ head: JSONTree) throws(SignedTextRefusal) -> [[UInt8]]? {
        guard let member = head.members?["x5c"] else { return nil }
        guard let list = member.list else { throw .header }
        guard list.count <= chainMax else { throw .chainLength }
        var chain: [[UInt8]] = []
        for element in list {
            // RFC 7515 section 4.1.6: base64 with padding, not base64url.
            guard let text = element.text, let bytes = Base64.bytes(text),
                Base64.text(bytes) == text, !bytes.isEmpty
            else { throw .certificate }
            chain.append(bytes)
        }
        return chain
    }
}

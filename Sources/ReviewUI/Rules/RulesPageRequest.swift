// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Messages

/// What the page of rules sends along.
struct RulesPageRequest: Decodable, Sendable {
    private var edits: [RulesPageEdit]?
    private var digest: String?

    /// The most edits of one request.
    static let editCountMax = 200

    /// Reads the body of a request.
    init(_ body: [UInt8]) throws(PageRefusal) {
        try PageJSON.checkDepth(body)
        do {
            self = try JSONDecoder().decode(RulesPageRequest.self, from: Data(body))
        } catch {
            throw PageRefusal(
                400, "invalid", Message("the request is no JSON of the kind that is needed"))
        }
    }

    /// What is to be changed.
    func theEdits() throws(PageRefusal) -> [RulesPageEdit] {
        guard let edits else { throw PageRefusal(400, "invalid", Message("edits is missing")) }
        guard edits.count <= Self.editCountMax, edits.allSatisfy(\.isInBounds) else {
            throw PageRefusal(
                413, "invalid",
                Message(
                    "at most \(Self.editCountMax) edits are made at a time, each of a few words"))
        }
        return edits
    }

    /// Which rules the page knew.
    func theDigest() throws(PageRefusal) -> String {
        guard let digest else { throw PageRefusal(400, "invalid", Message("digest is missing")) }
        return digest
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Entitlements
internal import Messages
internal import SignedText

/// A file that somebody kept of what was granted once, perhaps to another machine: enough to ask the
/// issuer by, and nothing that allows anything here.
package struct TierProof: Sendable {
    /// The signed policies in it.
    package private(set) var policies: [String] = []
    /// The signed grants in it, by their issuers.
    package private(set) var grants: [String: [String]] = [:]

    /// Reads `text`, one signed text a line, by the keys that `desk` knows. Throws at the first policy or
    /// grant that is not believed; purchases are the store's to restore.
    package init(_ text: String, at desk: TierDesk) throws(TierError) {
        let lines = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard lines.count <= TierRedeeming.textsMax else {
            throw TierError(
                "signed-too-large",
                Message("more than \(TierRedeeming.textsMax) signed texts are in it"))
        }
        for line in lines {
            switch try TierReading.kind(line) {
            case .policy:
                _ = try TierReading.policy(line, key: desk.key)
                policies.append(line)
            case .grant:
                let grant = try TierReading.grant(line, key: desk.key).grant
                grants[grant.issuer, default: []].append(line)
            case .purchase, .renewal: continue
            }
        }
        guard !grants.isEmpty else {
            throw TierError("signed-form", Message("there is no signed grant in it"))
        }
    }
}

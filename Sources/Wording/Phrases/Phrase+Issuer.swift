// SPDX-License-Identifier: Apache-2.0
// Written by script/embed-words: do not edit.

// swift-format-ignore-file

extension Phrase {
    /// `'{id}' can sign from now on. Hand out its public key, '{path}'; its fingerprint, which goes another way than the key, is`
    package static func issuerMade(id: some PhrasePart, path: some PhrasePart) -> Phrase {
        Phrase("issuer:made", ["id": id.phraseValue, "path": path.phraseValue])
    }
    /// `day	active	trials	converted	ended	revoked	churned	redeemed	warned	limited	shown	later	taken`
    package static var issuerReportHead: Phrase { Phrase("issuer:report-head") }
    /// `key	tier	machine	since`
    package static var issuerWaitingHead: Phrase { Phrase("issuer:waiting-head") }
}

// SPDX-License-Identifier: Apache-2.0

/// What happened on the way of a person: which hint was shown, whether a sign-in came to its end.
///
/// A word, and no closed list: each part of the program names its own. Only lower-case letters,
/// digits and `-`, at most 40 of them, so that no name of a file or of a person fits in by accident;
/// 64 where it says of which issuer that is.
package struct EventName: Sendable, Hashable {
    /// The word.
    package let text: String

    /// The event called `text`.
    package init(_ text: StaticString) {
        self.text = String(describing: text)
    }

    /// A step of a tour was seen; the tour was over.
    package static let tourStep = EventName("tour-step")
    package static let tourEnded = EventName("tour-ended")
    /// A hint was shown; somebody did what it said, put it off, or wants none any more.
    package static let hintShown = EventName("hint-shown")
    package static let hintTaken = EventName("hint-taken")
    package static let hintLater = EventName("hint-later")
    package static let hintNever = EventName("hint-never")
    /// A sign-in began; its code was shown; it came to its end, or failed, and of what kind.
    package static let loginStarted = EventName("login-started")
    package static let loginCodeShown = EventName("login-code-shown")
    package static let loginDone = EventName("login-done")
    package static let loginFailed = EventName("login-failed")
    /// A plan over a drive that was signed in to took over what was decided over saved pages.
    package static let migrated = EventName("migrated")
    /// A service did not give what was asked for, and of what kind that was.
    package static let apiError = EventName("api-error")
    /// What a tier allows of a day was nearly used, or was used.
    package static let limitWarned = EventName("limit-warned")
    package static let limitReached = EventName("limit-reached")
    /// Offers were shown, put off, or something new was redeemed.
    package static let offerShown = EventName("offer-shown")
    package static let offerLater = EventName("offer-later")
    package static let offerTaken = EventName("offer-taken")

    /// What the issuer of a policy is told of, once a day, when a person asks it for something.
    package static let ofTiers = [limitWarned, limitReached, offerShown, offerLater, offerTaken]
}

/// How often something happened on a local day.
package struct EventCount: Sendable, Hashable {
    /// The local day: `2026-11-21`.
    package var day: String
    /// What happened.
    package var name: String
    /// On which occasion, or of what kind; empty where that says nothing.
    package var context: String
    /// Which wording was tried; empty where none is.
    package var variant: String
    /// How often.
    package var count: Int64

    /// The given count.
    package init(
        day: String, name: String, context: String = "", variant: String = "", count: Int64 = 1
    ) {
        self.day = day
        self.name = name
        self.context = context
        self.variant = variant
        self.count = count
    }

    /// Whether it says words and numbers, and nothing else that could tell of somebody.
    var isPlain: Bool {
        count > 0 && day.utf8.count == 10 && Self.isWord(name)
            && (context.isEmpty || Self.isWord(context, most: Self.contextMax))
            && (variant.isEmpty || Self.isWord(variant))
    }

    /// The most letters of an occasion: those of an issuer's name.
    private static let contextMax = 64

    /// The word by which is counted what has to do with `issuer`: its name, or what stands for one that
    /// no `cleanrules-issuer` has made.
    package static func context(of issuer: String) -> String {
        if isWord(issuer, most: contextMax) { return issuer }
        // FNV-1a, for the same word everywhere and ever after.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in issuer.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return "issuer-\(String(hash, radix: 16))"
    }

    private static func isWord(_ text: String, most: Int = 40) -> Bool {
        let bytes = text.utf8
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return (1...most).contains(bytes.count)
            && bytes.allSatisfy {
                letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-")
            }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Text

/// The secrets of a server: links that open it once, and the browsers that came in by one.
actor KeyRing {
    /// A browser that was let in, or a program.
    struct Visitor: Sendable {
        /// What its cookie holds. Browsers show it to other ports of this machine as well.
        let cookie: String
        /// What it says with every request: other ports have the cookie, but not this.
        let token: String
        /// What stands instead in the addresses of pictures and downloads, which can say nothing
        /// else; it lets read and not change.
        let readKey: String
        /// Whether it is a browser: whoever sends requests by hand keeps its cookie to itself.
        let isBrowser: Bool
    }

    /// The most links that wait to be used, and the most browsers: older ones are dropped.
    private static let countMax = 32

    private let linkSeconds: Double
    private var links: [(key: String, until: ContinuousClock.Instant)] = []
    private var visitors: [Visitor] = []

    init(linkSeconds: Double) { self.linkSeconds = linkSeconds }

    /// A key of 256 bits for a link, good once and for a short time.
    func newKey() -> String {
        let key = Self.secret()
        if links.count >= Self.countMax { links.removeFirst() }
        links.append((key, .now + .seconds(linkSeconds)))
        return key
    }

    /// Lets a browser in that has the key of a link; nil if there is none such any more.
    func redeem(_ key: String, isBrowser: Bool) -> Visitor? {
        let now = ContinuousClock.now
        links.removeAll { $0.until <= now }
        let found = links.indices.reduce(Int?.none) { found, place in
            Self.isEqual(links[place].key, key) ? place : found
        }
        guard let found else { return nil }
        links.remove(at: found)
        let visitor = Visitor(
            cookie: Self.secret(), token: Self.secret(), readKey: Self.secret(),
            isBrowser: isBrowser)
        if visitors.count >= Self.countMax { visitors.removeFirst() }
        visitors.append(visitor)
        return visitor
    }

    /// The browser that one of these cookies belongs to.
    func visitor(_ cookies: [String]) -> Visitor? {
        visitors.reduce(nil) { found, visitor in
            cookies.contains { Self.isEqual($0, visitor.cookie) } ? visitor : found
        }
    }

    /// Whether two secrets are the same, in a time that does not tell where they differ.
    static func isEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        var difference: UInt8 = 0
        for place in one.indices { difference |= one[place] ^ other[place] }
        return difference == 0
    }

    /// 256 bits of the system's randomness, as hexadecimal digits.
    private static func secret() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<4).map { _ in HexDigits.text(random.next() as UInt64, atLeast: 16) }.joined()
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Wording

/// What answers the requests of a page once they passed the checks: the review, or the rules.
protocol PageBackend: Sendable {
    /// In which words the page is answered.
    var words: Words { get set }
    /// The addresses of the page: all of them are the same document.
    var pages: Set<String> { get }
    /// The file of that document.
    var document: String { get }
    /// The command that leads to the page.
    var command: Hint { get }
    /// What can be read.
    var readable: Set<String> { get }
    /// What can be changed, or asked with a body.
    var changeable: Set<String> { get }

    /// Whether the file at `path` is one that the page is made of.
    func isOwn(_ path: String) -> Bool

    /// Rises with everything that open pages are to hear of; cheap to ask.
    func revision() async throws -> Int64

    /// How things stand, for a browser that was let in.
    func state(_ visitor: KeyRing.Visitor) async throws(PageRefusal) -> JSONValue

    /// The answer to a read; nil if there is nothing at that address.
    func read(
        _ head: RequestHead, _ visitor: KeyRing.Visitor
    ) async throws(PageRefusal) -> PageAnswer?

    /// Makes a change and answers; nil if there is nothing to change at that address.
    func change(
        _ request: PageRequest, _ visitor: KeyRing.Visitor
    ) async throws(PageRefusal) -> PageAnswer?
}

extension PageAPI: PageBackend {
    var pages: Set<String> {
        ["/", "/groups", "/marked", "/plan", "/history", "/stats", "/settings", "/help", "/about"]
    }
    var document: String { "/index.html" }
    var command: Hint { .reviewPage }
    var readable: Set<String> { Self.reads }
    var changeable: Set<String> { Self.changes }

    func isOwn(_ path: String) -> Bool { !path.hasPrefix("/rules") }

    func revision() async throws -> Int64 { try await session.revision() }
}

// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
package import Wording

/// A review line by line, for screen readers, simple terminals and pipes.
///
/// Lines are only ever added: no cursor moves, no boxes, no colours, nothing that turns or blinks.
/// Each answer is a letter or a word on a line of its own.
package struct PlainReview: Sendable {
    /// Opens an item by its place; what to say where that fails, nil where it worked.
    package typealias Opener = @Sendable (String) async -> Phrase?

    let session: ReviewSession
    let opener: Opener?
    let isEchoing: Bool
    let words: Words

    /// A plain review in that session.
    ///
    /// `isEchoing` writes down what was read, where no terminal does that.
    package init(
        session: ReviewSession, isEchoing: Bool, words: Words = .english, opener: Opener? = nil
    ) {
        self.words = words
        self.session = session
        self.isEchoing = isEchoing
        self.opener = opener
    }

    /// Reviews until the person ends it or the input does. `output` gets pieces of text, with their
    /// line ends.
    package func run(
        input: @escaping @Sendable () async -> String?,
        output: @escaping @Sendable (String) -> Void
    ) async -> ReviewEnd {
        var talk = PlainDialogue(review: self, input: input, output: output)
        do throws(ReviewError) {
            return try await talk.run()
        } catch {
            return await talk.end(.failed(error))
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// What happens to a deck.
enum DeckEvent: Sendable {
    /// Keys, replies and signals.
    case news(TerminalReader.News)
    /// A quarter of a second has passed.
    case tick
    /// Nothing followed what was begun, such as an Escape.
    case settled(Int)
    /// The answers of the terminal were waited for long enough.
    case asked
    /// The size did not change any more for a moment.
    case resized(Int)
    case picture(DeckPictures.Key, PictureAnswer)
    case details(String, ReviewDetails)
    case members(String, [MemberDetails])
}

/// What the deck wants to be done beside it.
enum DeckJob: Sendable {
    /// That event after so many milliseconds.
    case later(DeckEvent, milliseconds: Int)
    case picture(DeckPictures.Key, ReviewItem)
    case details(ReviewCard)
    case members(ReviewCard)
}

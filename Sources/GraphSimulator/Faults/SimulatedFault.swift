// SPDX-License-Identifier: Apache-2.0

/// Something that goes wrong with one request.
package enum SimulatedFault: Sendable, Hashable {
    /// The request is refused and has no effect.
    case refused(SimulatedFailure)
    /// The request takes effect and is answered as if it had failed.
    case failedAfterEffect(SimulatedFailure)
    /// A refusal of the sign-in service.
    case signIn(SimulatedSignInError)
    /// A replica that lags behind answers: from now on for so many seconds the item that the
    /// request names is not found, whoever asks for it and in whatever way, though it is there;
    /// with no seconds, by this request only.
    case lagging(seconds: Double)
    /// The answer's `Date` is off by so many seconds.
    case shiftedDate(seconds: Double)
    /// The connection ends before the request takes effect.
    case dropped
    /// The connection ends after the request took effect, without a byte of the answer.
    case droppedAfterEffect
    /// The answer breaks off after so many bytes of its body.
    case truncated(byteCount: Int)
    /// The answer is a page for people instead of what was asked for.
    case garbage(status: Int)
    /// The answer has no body.
    case emptyBody
    /// The answer comes after so many seconds.
    case slow(seconds: Double)
    /// The page is empty, and links to the one that should have come.
    case emptyPage
    /// Some items of the page come twice, at first as they were before.
    case duplicateItems
    /// The items of the page are in no order.
    case shuffledItems
    /// So many items of the page are left out, the last ones.
    case missingItems(count: Int)
    /// What is gone is left out of the page.
    case missingTombstones
    /// The item at a path, or of an id in the list of the library, is another one of the same folder.
    case otherItem
    /// The link to the next round begins at the moment when it is followed.
    case latestLink
    /// A batch answers so many of its requests not at all.
    case missingResponses(count: Int)
    /// The listing still has what was deleted.
    case staleListing
    /// Ids of a consumer's drive come in other spellings.
    case drivesSpelt(Spelling)
    /// Names come percent-encoded.
    case encodedNames
    /// Members are missing, named by paths with dots: `file.hashes`.
    case missingMembers([String])
    /// Dates are those of year 1.
    case oddDates
    /// Items say that their folder is on another drive.
    case foreignParents
    /// The link to the next page leads to another host.
    case foreignLink(origin: String)
    /// The link to the next page leads to the page itself.
    case linkLoop
    /// The feed's token is refused with 410, and the link that comes with the refusal fails.
    case lostToken(SimulatedDrive.LostFeedToken = .replace, isLocationBroken: Bool = false)

    /// How ids of consumers' drives are spelt.
    package enum Spelling: String, Sendable, Hashable, CaseIterable {
        /// In the other case.
        case flipped
        /// Without zeros in front.
        case short
        /// Each item otherwise.
        case mixed
    }

    /// The refusal of that name in `SimulatedFailure.names`.
    package static func refusal(_ name: String) -> SimulatedFault { .refused(known(name)) }

    /// The failure of that name, told after the request took effect.
    package static func failureAfterEffect(_ name: String) -> SimulatedFault {
        .failedAfterEffect(known(name))
    }

    private static func known(_ name: String) -> SimulatedFailure {
        guard let failure = SimulatedFailure(named: name) else {
            preconditionFailure("there is no failure '\(name)'")
        }
        return failure
    }

    /// Whether the request takes effect.
    var letsThrough: Bool {
        switch self {
        case .refused, .signIn, .dropped, .lostToken: false
        default: true
        }
    }
}

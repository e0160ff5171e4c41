// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// What a request asks for; faults are told apart by it.
package enum SimulatedRequestKind: String, Sendable, Hashable, CaseIterable {
    /// The start of a sign-in by device code.
    case deviceCode = "device-code"
    /// A request for tokens, whatever the grant.
    case token
    /// The page where people sign in.
    case authorize
    /// `GET /me`.
    case me
    /// A drive.
    case drive
    /// All drives of somebody.
    case drives
    /// Users, or one of them.
    case users
    /// An item.
    case get
    /// An item by the id that it has in the list of its library.
    case listItem = "list-item"
    /// What a folder holds.
    case children
    /// The albums.
    case bundles
    /// The feed.
    case delta
    /// A batch as a whole.
    case batch
    /// A deletion into the recycle bin.
    case delete
    /// A change of name or place.
    case patch
    /// A new folder.
    case create
    /// A restoration.
    case restore
    /// A deletion for good.
    case permanentDelete = "permanent-delete"
    /// The redirection to a content.
    case content
    /// A file made, or its content replaced, by one request.
    case upload
    /// The list of thumbnails.
    case thumbnails
    /// The retention label of an item.
    case retentionLabel = "retention-label"
    /// The recycle bin of a site.
    case recycleBin = "recycle-bin"
    /// A content itself, from a pre-authenticated address.
    case download
    /// Anything else.
    case other

    /// What `method` on `path` asks for.
    init(_ method: HTTPMethod, _ path: GraphPath) {
        switch path.head {
        case .me: self = path.action.isEmpty ? .me : .other
        case .users, .user, .group: self = .users
        case .drives: self = .drives
        case .batch: self = .batch
        case .site: self = path.action.first == "recycleBin" ? .recycleBin : .other
        case .unknown: self = .other
        case .drive where path.listItem != nil: self = .listItem
        case .drive where path.item == nil:
            self =
                path.action.isEmpty ? .drive : path.action == ["bundles"] ? .bundles : .other
        case .drive: self = Self.item(method, path.action)
        }
    }

    private static func item(_ method: HTTPMethod, _ action: [String]) -> SimulatedRequestKind {
        switch (method, action.first) {
        case (.get, nil): .get
        case (.delete, nil): .delete
        case (.patch, nil): .patch
        case (.get, "children"): .children
        case (.post, "children"): .create
        case (.get, "delta"): .delta
        case (.get, "content"): .content
        case (.put, "content"): .upload
        case (.get, "thumbnails"): .thumbnails
        case (.get, "retentionLabel"): .retentionLabel
        case (.post, "restore"): .restore
        case (.post, "permanentDelete"): .permanentDelete
        default: .other
        }
    }

    /// What it costs in resource units; a delta without a token costs twice.
    func cost(hasToken: Bool) -> Double {
        switch self {
        case .deviceCode, .token, .authorize, .download, .batch: 0
        case .delta: hasToken ? 1 : 2
        case .children, .delete, .patch, .create, .upload, .restore, .permanentDelete: 2
        default: 1
        }
    }
}

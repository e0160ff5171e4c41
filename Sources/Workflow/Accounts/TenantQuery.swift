// SPDX-License-Identifier: Apache-2.0

package import AccountAccess
internal import DriveAdapters
internal import HTTPTransport
internal import Messages
package import RuleEngine
internal import Wording

/// An organisation as an application sees it that acts by itself there: who belongs to it, and which
/// drives they have.
package struct TenantQuery: Sendable {
    /// Where users come from.
    package enum Source: Sendable, Hashable {
        /// A group, by its id.
        case group(String)
        /// What `$filter` of Graph takes.
        case query(String)
    }

    private let query: AccountQuery

    /// Looks at the organisation of `declaration`. From now on all drives that are opened in this
    /// process share one client, the tokens of the application, and one budget: `units` resource
    /// units a minute, or as many as `unitsNow` says at the moment, which are never more; and so many
    /// requests under way at once.
    package static func opened(
        _ declaration: DriveDeclaration, units: Int, unitsNow: (@Sendable () -> Int)? = nil,
        parallel: Int
    ) async throws(Failure) -> TenantQuery {
        guard AccountOpening.actsByItself else {
            throw Failure(.invalidRules, .fleetCredential)
        }
        return TenantQuery(
            query: try await OneDriveOpening.shared.share(
                declaration, units: units, unitsNow: unitsNow, parallel: parallel))
    }

    /// The id of the drive of a user, who is named by id or address.
    package func drive(ofUser user: String) async throws(AccountQueryError) -> String {
        try await query.drive(.user(user)).id
    }

    /// The id of the default library of a site.
    package func drive(ofSite site: String) async throws(AccountQueryError) -> String {
        try await query.drive(ofSite: site).id
    }

    /// The users of `source`.
    package func members(_ source: Source) async throws(AccountQueryError) -> [DirectoryUser] {
        switch source {
        case .group(let id): try await query.members(ofGroup: id)
        case .query(let filter): try await query.users(filter: filter)
        }
    }
}

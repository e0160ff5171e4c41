// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// A user of an organisation.
package struct DirectoryUser: Sendable, Hashable {
    /// The id.
    package let id: String
    /// The address by which the user signs in; the id where there is none.
    package let name: String
}

extension AccountQuery {
    /// The most users that are taken from one answer of many pages.
    private static let userCountMax = 100_000
    private static let pageUserCountMax = 1_000
    private static let userFields = "$select=id,userPrincipalName&$top=999"

    /// The users that belong to the group of that id, also by way of other groups.
    package func members(ofGroup id: String) async throws(AccountQueryError) -> [DirectoryUser] {
        try await users("/groups/\(Self.segment(id))/transitiveMembers?\(Self.userFields)")
    }

    /// The users for whom `filter` holds, which is what `$filter` takes.
    package func users(filter: String) async throws(AccountQueryError) -> [DirectoryUser] {
        try await users("/users?$filter=\(FormText.encoded(filter))&\(Self.userFields)")
    }

    /// The id of the default library of the site of that id.
    package func drive(ofSite id: String) async throws(AccountQueryError) -> DriveFacts {
        let members = try await get("/sites/\(Self.segment(id))/drive")
        guard let facts = Self.facts(members) else { throw .status(200, code: "no drive") }
        return facts
    }

    /// The users on the page at `path` and on those that follow. All of them, or an error: who is
    /// missing on a page that was not read would be taken for nobody.
    private func users(_ path: String) async throws(AccountQueryError) -> [DirectoryUser] {
        var users: [DirectoryUser] = []
        var next: String? = path
        var seen: Set<String> = []
        while let page = next {
            guard seen.insert(page).inserted, users.count <= Self.userCountMax else {
                throw .status(200, code: "endless pages")
            }
            let members = try await get(page)
            guard members.isList("value") else { throw .status(200, code: "no list") }
            for user in members.objects("value", most: Self.pageUserCountMax) {
                let type = user.text("@odata.type", most: 100)
                guard type == nil || type == "#microsoft.graph.user",
                    let id = user.text("id", most: 1_000), !id.isEmpty
                else { continue }
                users.append(
                    DirectoryUser(id: id, name: user.text("userPrincipalName", most: 1_000) ?? id))
            }
            next = try following(members)
        }
        return users
    }

    /// What follows the page; throws where that would lead to another service.
    private func following(_ page: FieldReader) throws(AccountQueryError) -> String? {
        guard let link = page.text("@odata.nextLink", most: 1 << 16) else { return nil }
        let own = graph.description
        guard link.hasPrefix(own + "/") else { throw .status(200, code: "foreign link") }
        return String(link.dropFirst(own.utf8.count))
    }
}

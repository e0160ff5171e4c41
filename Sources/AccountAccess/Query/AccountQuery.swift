// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import HTTPTransport
internal import Text

/// Who has signed in.
package struct Person: Sendable, Hashable {
    /// As people write the name.
    package var displayName: String?
    /// As an address.
    package var userPrincipalName: String?
    /// Where mail goes to, which may be another address.
    package var mail: String?

    /// Somebody of whom that is known.
    package init(displayName: String?, userPrincipalName: String?, mail: String? = nil) {
        self.displayName = displayName
        self.userPrincipalName = userPrincipalName
        self.mail = mail
    }
}

/// A drive as Graph describes it.
package struct DriveFacts: Sendable, Hashable {
    /// Its id.
    package var id: String
    /// `personal`, `business` or `documentLibrary`.
    package var type: String?
    /// Its name.
    package var name: String?
    /// Who owns it: a person or a group.
    package var owner: String?
    /// The page where people see it.
    package var webURL: String?
    /// Bytes in use, where the service says so.
    package var usedByteCount: Int64?
    /// Bytes in all.
    package var totalByteCount: Int64?
    /// Bytes in the recycle bin.
    package var deletedByteCount: Int64?
}

/// Why Graph did not say.
package enum AccountQueryError: Error, Sendable {
    /// There is no token for it.
    case access(AccessError)
    /// Nobody answered.
    case network(HTTPError)
    /// The answer is this status, with this code.
    case status(Int, code: String?)

    /// Whether asking again later may help.
    package var isPassing: Bool {
        switch self {
        case .network: true
        case .access(let error): error.kind == .offline
        case .status(let status, _): status == 429 || status >= 500
        }
    }
}

/// Asks Graph who somebody is and which drives there are.
package struct AccountQuery: Sendable {
    let graph: ServiceAddress
    private let traffic: any Traffic
    private let tokens: any AccessTokens

    /// Asks the service at `graph` with `tokens`.
    package init(graph: ServiceAddress, traffic: any Traffic, tokens: any AccessTokens) {
        self.graph = graph
        self.traffic = traffic
        self.tokens = tokens
    }

    private static let answerByteCountMax = 4 << 20
    private static let driveCountMax = 100

    /// Who has signed in.
    package func person() async throws(AccountQueryError) -> Person {
        let members = try await get("/me")
        return Person(
            displayName: members.text("displayName", most: 1_000),
            userPrincipalName: members.text("userPrincipalName", most: 1_000),
            mail: members.text("mail", most: 1_000))
    }

    /// How a drive is found.
    package enum Place: Sendable, Hashable {
        /// As that of whoever signed in.
        case mine
        /// By its id.
        case drive(String)
        /// As that of a user, by id or address.
        case user(String)
    }

    /// The drive at `place`.
    package func drive(_ place: Place) async throws(AccountQueryError) -> DriveFacts {
        let members =
            switch place {
            case .mine: try await get("/me/drive")
            case .drive(let id): try await get("/drives/\(Self.segment(id))")
            case .user(let name): try await get("/users/\(Self.segment(name))/drive")
            }
        guard let facts = Self.facts(members) else { throw .status(200, code: "no drive") }
        return facts
    }

    /// All drives of whoever signed in, or of `user`, that can be looked into.
    ///
    /// The service also lists drives that it keeps for itself; they refuse every request.
    package func drives(user: String?) async throws(AccountQueryError) -> [DriveFacts] {
        let owner = user.map { "/users/\(Self.segment($0))" } ?? "/me"
        var drives: [DriveFacts] = []
        let listed = try await get("\(owner)/drives").objects("value", most: Self.driveCountMax)
        for members in listed where members.object("system") == nil {
            guard let facts = Self.facts(members) else { continue }
            do throws(AccountQueryError) {
                _ = try await get("/drives/\(Self.segment(facts.id))/root?$select=id")
                drives.append(facts)
            } catch {
                guard case .status = error else { throw error }
            }
        }
        return drives
    }

    /// `text` as one segment of a path (RFC 3986 section 3.3).
    static func segment(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            "!$&'()*+,;=:@".unicodeScalars.contains(scalar)
                ? String(scalar) : FormText.encoded(String(scalar))
        }.joined()
    }

    static func facts(_ members: FieldReader) -> DriveFacts? {
        guard let id = members.text("id", most: 1_000), !id.isEmpty else { return nil }
        let owner = members.object("owner")
        let quota = members.object("quota")
        return DriveFacts(
            id: id, type: members.text("driveType", most: 100),
            name: members.text("name", most: 1_000),
            owner: (owner?.object("user") ?? owner?.object("group"))?
                .text("displayName", most: 1_000),
            webURL: members.text("webUrl", most: 4_000), usedByteCount: quota?.integer("used"),
            totalByteCount: quota?.integer("total"), deletedByteCount: quota?.integer("deleted"))
    }

    // MARK: Requests

    func get(_ path: String) async throws(AccountQueryError) -> FieldReader {
        let token = try await token { () throws(AccessError) in try await tokens.token() }
        var response = try await send(path, token)
        if response.status == 401 {
            let claims = Self.claims(response)
            let another = try await self.token { () throws(AccessError) in
                try await tokens.replacement(for: token, claims: claims)
            }
            response = try await send(path, another)
        }
        let members = FieldReader(response.body)
        if (200..<300).contains(response.status), let members { return members }
        let code = members?.object("error")?.text("code", most: 100)
        throw .status(response.status, code: code.map { ForeignText.shown($0) })
    }

    private func token(
        _ ask: () async throws(AccessError) -> String
    ) async throws(AccountQueryError) -> String {
        do throws(AccessError) {
            return try await ask()
        } catch {
            throw .access(error)
        }
    }

    private func send(_ path: String, _ token: String) async throws(AccountQueryError)
        -> HTTPResponse
    {
        let request = HTTPRequest(
            .get, "\(graph)\(path)",
            headers: [
                HTTPField("Authorization", "Bearer \(token)"),
                HTTPField("Accept", "application/json"),
            ], responseByteCountMax: Self.answerByteCountMax)
        do throws(HTTPError) {
            let response = try await traffic.send(request)
            if let clause = ForeignAnswer.clause(response, to: request.url) {
                throw HTTPError(.foreign, clause, status: response.status)
            }
            return response
        } catch {
            throw .network(error)
        }
    }

    /// What a claims challenge asks for, decoded.
    private static func claims(_ response: HTTPResponse) -> String? {
        guard let header = response.header("WWW-Authenticate"),
            let match = header.firstMatch(of: #/(?:^|[ ,])claims="([^"]*)"/#),
            let bytes = Base64.bytes(match.1)
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

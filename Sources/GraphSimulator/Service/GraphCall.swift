// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// One request to Graph on its way through the simulator.
struct GraphCall {
    let method: HTTPMethod
    /// The path and query below the origin, as they were sent.
    let target: String
    var path: GraphPath
    /// Whether it goes to the beta version.
    let isBeta: Bool
    let query: [(name: String, value: String)]
    let headers: [HTTPField]
    let body: [UInt8]?
    let kind: SimulatedRequestKind
    let isInBatch: Bool
    let requestID: String
    let clientRequestID: String
    /// Seconds since 1970.
    let now: Double
    /// The access token that came with it.
    var bearer: String?
    /// The rights that the token gives.
    var grant: TokenGrant?

    /// Milliseconds since 1970.
    var milliseconds: Int64 { DriveState.milliseconds(now) }

    /// The value of a parameter; names with `$` may be written without it.
    func parameter(_ name: String) -> String? {
        query.first { $0.name == name || "$" + $0.name == name && name.hasPrefix("$") }?.value
    }

    /// The value of a header.
    func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }

    /// The body as JSON; an empty object if there is none.
    func json() throws(GraphProblem) -> GraphJSON {
        guard let body, !body.isEmpty else { return .object([]) }
        guard let value = GraphJSON(body), value.members != nil else {
            throw .invalid("The body is no JSON object")
        }
        return value
    }
}

/// What an access token allows.
struct TokenGrant: Sendable, Hashable {
    /// The account that it is for; nil for an application that acts by itself.
    var account: Int?
    /// What was granted: `Files.ReadWrite` and the like.
    var scopes: Set<String>
    /// Until when, in seconds since 1970.
    var expiry: Double
    /// Whether it answers a claims challenge.
    var hasClaims = false

    /// Whether it allows to change what is on a drive.
    var canWrite: Bool {
        scopes.contains("Files.ReadWrite") || canWriteAll
    }

    /// Whether it allows to change what is on others' drives, and to restore.
    var canWriteAll: Bool {
        scopes.contains("Files.ReadWrite.All") || scopes.contains("Sites.ReadWrite.All")
    }

    /// Whether it allows to read the own drive.
    var canRead: Bool { scopes.contains("Files.Read") || canWrite || canReadAll }

    /// Whether it allows to read others' drives.
    var canReadAll: Bool {
        scopes.contains("Files.Read.All") || scopes.contains("Sites.Read.All") || canWriteAll
    }
}

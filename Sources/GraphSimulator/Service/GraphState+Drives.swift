// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Text

/// People and their drives.
extension GraphState {
    // MARK: - People

    /// `GET /me`.
    func me(_ call: GraphCall) throws(GraphProblem) -> SimulatedAnswer {
        guard call.method == .get else { throw .methodNotAllowed }
        guard let account = call.grant?.account else { throw .meNeedsPerson }
        var json = accounts[account].json
        json.set("@odata.context", .string(context("users/$entity")))
        return SimulatedAnswer(200, json: json)
    }

    /// `GET /users/{id or address}`.
    func user(_ user: String, _ call: GraphCall) throws(GraphProblem) -> SimulatedAnswer {
        guard call.method == .get else { throw .methodNotAllowed }
        guard call.grant?.account == nil || call.grant?.scopes.contains("User.Read.All") == true
        else { throw GraphProblem(403, "Authorization_RequestDenied", "Insufficient privileges") }
        guard let account = account(named: user) else { throw .noUser }
        return SimulatedAnswer(200, json: account.json)
    }

    /// `GET /users`, page by page.
    func users(_ call: GraphCall) throws(GraphProblem) -> SimulatedAnswer {
        guard call.method == .get else { throw .methodNotAllowed }
        guard let grant = call.grant, grant.account == nil || grant.scopes.contains("User.Read.All")
        else { throw GraphProblem(403, "Authorization_RequestDenied", "Insufficient privileges") }
        let people = try filtered(accounts.filter { $0.kind == .business }, call)
        return page(of: people, "users", call)
    }

    /// `GET /groups/{id}/transitiveMembers`, page by page.
    func members(_ id: String, _ call: GraphCall) throws(GraphProblem) -> SimulatedAnswer {
        guard call.method == .get else { throw .methodNotAllowed }
        guard let grant = call.grant, grant.account == nil else {
            throw GraphProblem(403, "Authorization_RequestDenied", "Insufficient privileges")
        }
        guard call.path.action == ["transitiveMembers"] else {
            throw .invalid("There is nothing of that name")
        }
        guard let members = groups[id] else {
            throw GraphProblem(404, "Request_ResourceNotFound", "No such group")
        }
        return page(of: members.map { accounts[$0] }, "groups/\(id)/transitiveMembers", call)
    }

    /// The people for whom `$filter` holds, of which one form is known: `startswith(userPrincipalName,'x')`.
    private func filtered(
        _ people: [AccountState], _ call: GraphCall
    ) throws(GraphProblem) -> [AccountState] {
        guard let filter = call.parameter("$filter") else { return people }
        let (head, tail) = ("startswith(userPrincipalName,'", "')")
        guard filter.hasPrefix(head), filter.hasSuffix(tail) else {
            throw GraphProblem(400, "Request_UnsupportedQuery", "Unsupported Query.")
        }
        let start = filter.dropFirst(head.utf8.count).dropLast(tail.utf8.count)
        return people.filter { $0.address.hasPrefix(start) }
    }

    /// A page of `people` of what is at `path`.
    private func page(of people: [AccountState], _ path: String, _ call: GraphCall)
        -> SimulatedAnswer
    {
        let top = call.parameter("$top").flatMap { Int($0) } ?? 100
        let start = call.parameter("$skiptoken").flatMap { Int($0) } ?? 0
        let end = min(people.count, start + max(1, min(top, 999)))
        let select = call.parameter("$select")
        var json: GraphJSON = ["@odata.context": .string(context("users"))]
        if end < people.count {
            var link = "\(addresses.graph)/v1.0/\(path)?"
            if let filter = call.parameter("$filter") {
                link += "$filter=\(PercentText.encoded(filter))&"
            }
            if let select { link += "$select=\(PercentText.encoded(select))&" }
            json.set("@odata.nextLink", .string(link + "$top=\(top)&$skiptoken=\(end)"))
        }
        let page = people[min(start, people.count)..<end].map { $0.selected(select) }
        json.set("value", .array(Array(page)))
        return SimulatedAnswer(200, json: json)
    }

    private func account(named name: String) -> AccountState? {
        accounts.first {
            $0.kind == .business
                && ($0.id == name || $0.address.lowercased() == name.lowercased())
        }
    }

    /// The address of the description of what an answer holds.
    func context(_ what: String) -> String { "\(addresses.graph)/v1.0/$metadata#\(what)" }

    // MARK: - Drives

    /// The number of the drive that is meant, if the token reaches it.
    func driveNumber(
        _ reference: GraphPath.DriveReference, _ call: GraphCall
    ) throws(GraphProblem) -> Int {
        guard let grant = call.grant else { throw .accessDenied }
        let number: Int
        switch reference {
        case .mine:
            guard let account = grant.account else { throw .meNeedsPerson }
            guard let drive = accounts[account].drive else { throw .noDrive }
            number = drive
        case .user(let name):
            guard let account = account(named: name) else { throw .noUser }
            guard let drive = account.drive else { throw .noDrive }
            number = drive
        case .id(let id):
            if options.phantomDriveIDs.contains(id.uppercased()) { throw .objectHandle }
            guard let found = drives.firstIndex(where: { $0.ids.isDrive(id) }) else {
                throw .itemNotFound
            }
            number = found
        case .site(let id):
            guard let found = drives.firstIndex(where: { siteID(of: $0) == id }) else {
                throw .itemNotFound
            }
            number = found
        case .group(let id):
            guard let found = drives.firstIndex(where: { $0.owner.isGroup && $0.owner.id == id })
            else { throw .itemNotFound }
            number = found
        }
        try checkReach(of: grant, number)
        return number
    }

    /// Whether the token may look at the drive: its own, or others' with the right to all.
    private func checkReach(of grant: TokenGrant, _ number: Int) throws(GraphProblem) {
        guard let account = grant.account else {
            // Applications that act by themselves never reach consumers.
            if drives[number].kind.isPersonal || !grant.canReadAll { throw .accessDenied }
            return
        }
        if accounts[account].drive == number {
            if !grant.canRead { throw .accessDenied }
            return
        }
        let isSameWorld = accounts[account].kind.isPersonal == drives[number].kind.isPersonal
        guard isSameWorld, drives[number].kind == .library, grant.canReadAll else {
            throw .accessDenied
        }
    }

    /// The id of the site that a drive belongs to.
    func siteID(of drive: DriveState) -> String {
        "sharepoint.example,\(drive.ids.site.text),\(drive.ids.web.text)"
    }

    /// Everything below `/drive`.
    mutating func drive(
        _ reference: GraphPath.DriveReference, _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        let number = try driveNumber(reference, call)
        drives[number].purgeOld(now: call.milliseconds)
        if call.path.item != nil { return try item(number, call) }
        if let id = call.path.listItem { return try listItem(id, number, call) }
        if call.path.action == ["bundles"] { return try bundles(number, call) }
        guard call.path.action.isEmpty else { throw .invalid("There is nothing of that name") }
        guard call.method == .get else { throw .methodNotAllowed }
        var json = json(of: drives[number])
        json = json.selected(call.parameter("$select"))
        json.set("@odata.context", .string(context("drives/$entity")))
        return SimulatedAnswer(200, json: json)
    }

    /// Everything below `/drives` of somebody: his drive, and with consumers some that only the
    /// service knows.
    mutating func drivesOf(
        _ reference: GraphPath.DriveReference, _ call: GraphCall
    ) throws(GraphProblem) -> SimulatedAnswer {
        guard call.method == .get else { throw .methodNotAllowed }
        let number = try driveNumber(reference, call)
        var list = [json(of: drives[number])]
        if drives[number].kind.isPersonal {
            for id in options.phantomDriveIDs {
                var phantom = list[0]
                phantom.set("id", .string(id))
                phantom.set("name", "Bundles")
                list.append(phantom)
            }
        }
        list.shuffle(using: &random)
        return SimulatedAnswer(
            200, json: ["@odata.context": .string(context("drives")), "value": .array(list)])
    }

    /// What the service says of a drive.
    func json(of drive: DriveState) -> GraphJSON {
        let owner: GraphJSON = [drive.owner.isGroup ? "group" : "user": drive.owner.json]
        let created = InstantText.text(milliseconds: drive.nodes[0].created)
        let changed = drive.changes.last.map(\.time) ?? drive.nodes[0].modified
        var json: GraphJSON = [
            "createdDateTime": .string(created), "description": "",
            "id": .string(drive.ids.driveID),
            "lastModifiedDateTime": .string(InstantText.text(milliseconds: changed)),
            "name": .string(drive.name),
            "webUrl": .string("\(addresses.graph)/web/\(drive.ids.driveID)"),
            "driveType": .string(drive.kind.driveType), "owner": owner,
        ]
        if !drive.owner.isGroup {
            json.set("createdBy", owner)
            json.set("lastModifiedBy", owner)
        }
        json.set("quota", quota(of: drive))
        return json
    }

    private func quota(of drive: DriveState) -> GraphJSON? {
        guard let total = drive.settings.totalByteCount else { return nil }
        let deleted = drive.bin.keys.reduce(Int64(0)) { $0 + drive.nodes[Int($1)].size }
        let used = drive.nodes[0].size + deleted
        let left = max(0, total - used)
        let state =
            left == 0
            ? "exceeded"
            : left < total / 100
                ? "critical"
                : left < total / 10
                    ? "nearing" : "normal"
        var quota: GraphJSON = [
            "deleted": .integer(deleted), "remaining": .integer(left), "state": .string(state),
            "total": .integer(total), "used": .integer(used),
        ]
        if drive.kind.isPersonal {
            quota.set("storagePlanInformation", ["upgradeAvailable": true])
        }
        return quota
    }
}

extension AccountState {
    /// What the service says of the person.
    var json: GraphJSON {
        let names = name.split(separator: " ", maxSplits: 1).map(String.init)
        return [
            "businessPhones": [], "displayName": .string(name),
            "givenName": names.first.map { .string($0) } ?? .null, "jobTitle": .null,
            "mail": kind.isPersonal ? .null : .string(address), "mobilePhone": .null,
            "officeLocation": .null, "preferredLanguage": kind.isPersonal ? .null : "en-US",
            "surname": names.count > 1 ? .string(names[1]) : .null,
            "userPrincipalName": .string(address), "id": .string(id),
        ]
    }

    /// The members that were asked for.
    func selected(_ select: String?) -> GraphJSON {
        var json = json
        json.set("accountEnabled", .bool(isEnabled))
        return json.selected(select)
    }
}

extension GraphJSON {
    /// The members that `$select` names, and those of the protocol; all without a selection.
    func selected(_ select: String?) -> GraphJSON {
        guard let select, !select.isEmpty, let members else { return self }
        let names = Set(select.split(separator: ",").map(\.trimmed))
        return .object(members.filter { names.contains($0.name) || $0.name.hasPrefix("@odata.") })
    }
}

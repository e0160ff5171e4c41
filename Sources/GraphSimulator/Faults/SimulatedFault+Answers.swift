// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Text

/// What faults make of answers.
extension SimulatedFault {
    /// The answer in place of the one that a call would have had.
    func answer(to call: GraphCall, _ state: GraphState) -> SimulatedAnswer {
        if case .lostToken(let answer, let isLocationBroken) = self,
            case .drive(let reference) = call.path.head
        {
            var call = call
            call.grant = call.bearer.flatMap { state.grants[$0] }
            let number = try? state.driveNumber(reference, call)
            let problem = number.map {
                state.lostToken($0, answer, isLocationBroken: isLocationBroken)
            }
            return state.failure(problem ?? .itemNotFound, call, now: call.now)
        }
        if case .refused(let failure) = self {
            return failure.answer(
                requestID: call.requestID, clientRequestID: call.clientRequestID,
                login: state.addresses.graph, now: call.now)
        }
        return answer(at: call.now)
    }

    /// The answer in place of one that is not Graph's.
    func answer(at now: Double) -> SimulatedAnswer {
        switch self {
        case .refused(let failure):
            return failure.answer(requestID: "", clientRequestID: "", login: "", now: now)
        case .signIn(let error): return error.answer(now: now)
        default:
            var answer = SimulatedAnswer(500)
            answer.travel = .dropped
            return answer
        }
    }

    /// Changes how an answer travels, whatever it is.
    func change(_ answer: inout SimulatedAnswer) {
        switch self {
        case .droppedAfterEffect: answer.travel = .dropped
        case .truncated(let byteCount): answer.travel = .truncated(byteCount)
        case .slow(let seconds): answer.delaySeconds = seconds
        case .emptyBody:
            answer.body = .bytes([])
        case .garbage(let status):
            answer = SimulatedAnswer(
                status, html: "<!DOCTYPE html><html><body><p>Please wait …</p></body></html>")
        default: break
        }
    }

    /// Changes the answer that a call has had.
    func change(_ answer: inout SimulatedAnswer, to call: GraphCall, _ state: inout GraphState) {
        change(&answer)
        if case .shiftedDate(let seconds) = self {
            let text = InstantText.header(seconds: call.now + seconds)
            answer.headers = answer.headers.map {
                $0.name == "Date" ? HTTPField("Date", text) : $0
            }
        }
        if case .failedAfterEffect(let failure) = self {
            let delay = answer.delaySeconds
            answer = failure.answer(
                requestID: call.requestID, clientRequestID: call.clientRequestID,
                login: state.addresses.graph, now: call.now)
            answer.delaySeconds = delay
        }
        guard (200..<300).contains(answer.status), isAboutBodies,
            var json = GraphJSON(answer.bytes)
        else { return }
        if case .staleListing = self { state.addDeleted(to: &json, call) }
        if case .otherItem = self, let other = state.sibling(of: json, call) { json = other }
        changeLinks(of: &json, call, state.addresses)
        changeLists(of: &json, &state.random)
        changeItems(of: &json, &state.random)
        answer.body = .bytes(json.bytes)
    }

    private var isAboutBodies: Bool {
        switch self {
        case .refused, .failedAfterEffect, .signIn, .dropped, .droppedAfterEffect, .truncated,
            .garbage, .emptyBody, .slow, .lostToken, .lagging, .shiftedDate:
            false
        default: true
        }
    }

    // MARK: - Links

    private func changeLinks(
        of json: inout GraphJSON, _ call: GraphCall, _ addresses: SimulatorAddresses
    ) {
        let own = addresses.graph + call.target
        switch self {
        case .emptyPage:
            json.set("value", [])
            json.set("@odata.deltaLink", nil)
            // Not quite the same address, for that would be a loop.
            json.set("@odata.nextLink", .string(own + (own.contains("?") ? "&" : "?") + "again=1"))
        case .linkLoop:
            json.set("@odata.deltaLink", nil)
            json.set("@odata.nextLink", .string(own))
        case .foreignLink(let origin):
            for name in ["@odata.nextLink", "@odata.deltaLink"] {
                guard let link = json[name]?.text else { continue }
                json.set(name, .string(origin + link.dropFirst(addresses.graph.count)))
            }
        case .latestLink:
            if let link = json["@odata.deltaLink"]?.text, let mark = link.firstRange(of: "token=") {
                json.set("@odata.deltaLink", .string(link[..<mark.upperBound] + "latest"))
            }
        default: break
        }
    }

    // MARK: - Lists

    private func changeLists(of json: inout GraphJSON, _ random: inout SeededRandom) {
        switch self {
        case .shuffledItems: json.changeElements(of: "value") { $0.shuffle(using: &random) }
        case .duplicateItems:
            json.changeElements(of: "value") { items in
                let twice = items.filter { $0["deleted"] == nil && $0["root"] == nil }.prefix(3)
                let older = twice.map { item in
                    var item = item
                    if let name = item["name"]?.text { item.set("name", .string("old " + name)) }
                    return item
                }
                items = older + items
            }
        case .missingItems(let count):
            json.changeElements(of: "value") { $0.removeLast(min(count, $0.count)) }
        case .missingTombstones:
            json.changeElements(of: "value") { $0.removeAll { $0["deleted"] != nil } }
        case .missingResponses(let count):
            json.changeElements(of: "responses") { responses in
                for _ in 0..<min(count, responses.count) {
                    responses.remove(at: random.below(responses.count))
                }
            }
        default: break
        }
    }

    // MARK: - Items

    private func changeItems(of json: inout GraphJSON, _ random: inout SeededRandom) {
        if json["value"]?.elements != nil {
            json.changeElements(of: "value") { items in
                for index in items.indices { changeItem(&items[index], &random) }
            }
        } else if json["id"] != nil {
            changeItem(&json, &random)
        }
    }

    private func changeItem(_ item: inout GraphJSON, _ random: inout SeededRandom) {
        switch self {
        case .drivesSpelt(let spelling): respell(&item, spelling, &random)
        case .encodedNames:
            if let name = item["name"]?.text {
                item.set("name", .string(PercentText.encoded(name)))
            }
        case .missingMembers(let members): for member in members { item.remove(member) }
        case .oddDates:
            let odd: GraphJSON = "0001-01-01T00:00:00Z"
            for name in ["createdDateTime", "lastModifiedDateTime"] where item[name] != nil {
                item.set(name, odd)
            }
            if item["fileSystemInfo"] != nil {
                item.set(
                    "fileSystemInfo", ["createdDateTime": odd, "lastModifiedDateTime": odd])
            }
        case .foreignParents:
            if var parent = item["parentReference"], item["root"] == nil {
                parent.set("driveId", "b!foreignforeignforeignforeignforeignforeignforeign")
                item.set("parentReference", parent)
            }
        default: break
        }
    }

    private func respell(
        _ item: inout GraphJSON, _ spelling: Spelling, _ random: inout SeededRandom
    ) {
        func respelt(_ id: String, _ choice: Int) -> String {
            switch choice {
            case 1: return id.contains(where: \.isLowercase) ? id.uppercased() : id.lowercased()
            case 2: return String(id.drop { $0 == "0" })
            default: return id
            }
        }
        func choice() -> Int {
            switch spelling {
            case .flipped: 1
            case .short: 2
            case .mixed: random.below(3)
            }
        }
        func respeltItem(_ id: String) -> String {
            guard let cut = id.firstIndex(of: "!"), !id.hasPrefix("b!") else { return id }
            return respelt(String(id[..<cut]), choice()) + id[cut...]
        }
        if let id = item["id"]?.text { item.set("id", .string(respeltItem(id))) }
        guard var parent = item["parentReference"] else { return }
        if let id = parent["driveId"]?.text, !id.hasPrefix("b!") {
            parent.set("driveId", .string(respelt(id, choice())))
        }
        if let id = parent["id"]?.text { parent.set("id", .string(respeltItem(id))) }
        item.set("parentReference", parent)
    }
}

extension GraphState {
    /// Another item of the folder that the item in `json` lies in, if the call asked by a path or by
    /// an id in the list of the library.
    fileprivate func sibling(of json: GraphJSON, _ call: GraphCall) -> GraphJSON? {
        let isByPath = call.kind == .get && call.path.item?.names.isEmpty == false
        guard isByPath || call.kind == .listItem,
            case .drive(let reference) = call.path.head,
            let number = try? driveNumber(reference, call),
            let index = json["id"]?.text.flatMap({ drives[number].index(ofID: $0) })
        else { return nil }
        let drive = drives[number]
        let parent = drive.nodes[Int(drive.nodes[index].parent)]
        guard let other = parent.folder?.children.first(where: { $0 != Int32(index) }) else {
            return nil
        }
        return GraphJSON(itemAnswer(200, number, Int(other), call).bytes)
    }

    /// Adds what is in the recycle bin to a listing, as if it were still there.
    fileprivate func addDeleted(to json: inout GraphJSON, _ call: GraphCall) {
        guard case .drive(let reference) = call.path.head,
            let number = try? driveNumber(reference, call)
        else { return }
        let drive = drives[number]
        var folder: Int?
        if call.kind == .children { folder = try? liveIndex(number, call) }
        let writer = writer(number, call.parameter("$select"), now: call.now)
        json.changeElements(of: "value") { items in
            for index in drive.bin.keys.sorted() {
                if let folder, drive.nodes[Int(index)].parent != Int32(folder) { continue }
                var one = JSONWriter()
                writer.write(Int(index), of: drive, folder == nil ? .feed : .child, to: &one)
                if let item = GraphJSON(one.bytes) { items.append(item) }
            }
        }
    }
}

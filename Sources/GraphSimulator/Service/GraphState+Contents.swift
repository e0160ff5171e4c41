// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import Text

/// Contents and thumbnails, and the other origin that gives them.
extension GraphState {
    /// `GET …/content`: a redirection to a pre-authenticated address.
    func content(_ number: Int, _ call: GraphCall) throws(GraphProblem) -> SimulatedAnswer {
        let drive = drives[number]
        let index = try liveIndex(number, call)
        if drive.nodes[index].facetBox?.facets.malware != nil { throw .virus }
        guard drive.nodes[index].content != nil else { throw .invalid("The item has no content") }
        let url = downloads.url(
            of: drive, index, expiry: Int64(call.now) + DownloadAddress.lifeSeconds)
        return SimulatedAnswer(302, headers: [HTTPField("Location", url)])
    }

    // MARK: - Thumbnails

    /// `GET …/thumbnails`, `…/thumbnails/0/medium`, `…/thumbnails/0/medium/content`.
    func thumbnails(_ number: Int, _ call: GraphCall) throws(GraphProblem) -> SimulatedAnswer {
        let index = try liveIndex(number, call)
        let action = call.path.action
        let set = thumbnailSet(number, index, call.parameter("$select"), now: call.now)
        if action.count == 1 {
            var json: GraphJSON = ["@odata.context": .string(context("thumbnails"))]
            json.set("value", .array(set.map { [$0] } ?? []))
            return SimulatedAnswer(200, json: json)
        }
        guard let set, action[1] == "0", action.count <= 4 else { throw .itemNotFound }
        if action.count == 2 { return SimulatedAnswer(200, json: set) }
        guard let one = thumbnailSet(number, index, action[2], now: call.now)?[action[2]],
            let url = one["url"]?.text
        else { throw .itemNotFound }
        if action.count == 3 { return SimulatedAnswer(200, json: one) }
        guard action[3] == "content" else { throw .itemNotFound }
        return SimulatedAnswer(302, headers: [HTTPField("Location", url)])
    }

    /// Whether the call wants thumbnails with the items of a folder.
    func expandsThumbnails(_ call: GraphCall) -> Bool {
        call.parameter("$expand")?.hasPrefix("thumbnails") == true
    }

    /// The member with the thumbnails of a child.
    func expandedThumbnails(_ number: Int, _ index: Int, _ call: GraphCall) -> [UInt8] {
        let expand = call.parameter("$expand") ?? ""
        var select: String?
        if let range = expand.firstRange(of: "select="), let end = expand.lastIndex(of: ")"),
            range.upperBound <= end
        {
            select = String(expand[range.upperBound..<end])
        }
        let set = thumbnailSet(number, index, select, now: call.now)
        var json = JSONWriter()
        json.key("thumbnails")
        json.value(.array(set.map { [$0] } ?? []))
        return json.bytes
    }

    private func thumbnailSet(
        _ number: Int, _ index: Int, _ select: String?, now: Double
    ) -> GraphJSON? {
        let drive = drives[number]
        let node = drive.nodes[index]
        guard let facets = node.facetBox?.facets, facets.isPicture, node.content != nil else {
            return nil
        }
        let names =
            select.map { $0.split(separator: ",").map(String.init) } ?? [
                "large", "medium", "small",
            ]
        var set: GraphJSON = ["id": "0"]
        for name in names {
            guard let size = ThumbnailSize(name, facets) else { continue }
            let url = downloads.thumbnailURL(
                of: drive, index, size: name, width: size.width, height: size.height,
                expiry: Int64(now) + DownloadAddress.lifeSeconds)
            set.set(
                name,
                [
                    "height": .integer(Int64(size.height)), "url": .string(url),
                    "width": .integer(Int64(size.width)),
                ])
        }
        return set
    }

    // MARK: - The other origin

    /// The answer of the origin of contents, which knows no tokens but those in its addresses.
    mutating func download(
        _ request: HTTPRequest, target: Substring, now: Double
    ) -> SimulatedAnswer {
        let number = record.add(LoggedRequest(request, kind: .download, isInBatch: false))
        let fault = faults.fault(
            for: .download, isInBatch: false, target: String(target), now: now)
        var answer: SimulatedAnswer
        if let fault, !fault.letsThrough {
            answer = fault.answer(at: now)
        } else {
            answer = downloadAnswer(request, target: target, now: now)
            if let fault { fault.change(&answer) }
        }
        record.finish(number, answer)
        return answer
    }

    private func downloadAnswer(
        _ request: HTTPRequest, target: Substring, now: Double
    ) -> SimulatedAnswer {
        // Whoever sends the token of Graph here has told it to a stranger.
        if Self.bearer(request.headers) != nil
            || request.headers.contains(where: {
                $0.name.lowercased() == "authorization"
            })
        {
            return SimulatedAnswer(401, json: ["error": ["code": "unauthenticated"]])
        }
        guard request.method == .get else { return SimulatedAnswer(405) }
        let (path, query) = Self.parts(of: target)
        let parts = path.split(separator: "/")
        guard parts.count > 2, parts[0] == "personal", let id = PercentText.decoded(parts[1]),
            let drive = drives.first(where: { $0.ids.isDrive(id) }),
            let auth = query.split(separator: "&").first(where: { $0.hasPrefix("tempauth=") }),
            let found = downloads.target(auth.dropFirst(9), of: drive)
        else { return SimulatedAnswer(401) }
        guard isVerbatim(target, found, drive), Double(found.expiry) > now else {
            return SimulatedAnswer(401)
        }
        guard drive.isVisible(found.index), let content = drive.nodes[found.index].content else {
            return SimulatedAnswer(404)
        }
        if case .thumbnail(let width, let height) = found.target {
            if let picture = content.picture { return picture }
            let seed = drive.nodes[found.index].guid.low
            return SimulatedAnswer(
                200, headers: [HTTPField("Content-Type", "image/png")],
                body: PNGImage.bytes(width: width, height: height, seed: seed))
        }
        return Self.part(of: content, request.headers)
    }

    /// Whether the address was sent as it was given, to the last byte.
    private func isVerbatim(
        _ target: Substring, _ found: (target: DownloadAddress.Target, index: Int, expiry: Int64),
        _ drive: DriveState
    ) -> Bool {
        switch found.target {
        case .content:
            let url = downloads.url(of: drive, found.index, expiry: found.expiry)
            return url.dropFirst(addresses.downloads.count) == target
        case .thumbnail:
            return target.contains("/content?prefer=noredirect&tempauth=")
        }
    }

    /// The content, or the range of it that was asked for.
    private static func part(
        of content: SimulatedContent, _ headers: [HTTPField]
    ) -> SimulatedAnswer {
        var answer = SimulatedAnswer(
            200,
            headers: [
                HTTPField("Content-Type", "application/octet-stream"),
                HTTPField("Accept-Ranges", "bytes"),
            ])
        answer.body = .content(content, 0..<content.size)
        guard let text = headers.first(where: { $0.name.lowercased() == "range" })?.value else {
            return answer
        }
        guard let range = byteRange(text, size: content.size) else {
            return SimulatedAnswer(
                416, headers: [HTTPField("Content-Range", "bytes */\(content.size)")])
        }
        answer.status = 206
        answer.headers.append(
            HTTPField(
                "Content-Range",
                "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.size)"))
        answer.body = .content(content, range)
        return answer
    }

    /// The bytes that `bytes=a-b`, `bytes=a-` or `bytes=-n` names; nil if there are none.
    static func byteRange(_ text: String, size: Int64) -> Range<Int64>? {
        guard text.hasPrefix("bytes=") else { return nil }
        let sides = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        if sides[0].isEmpty {
            guard let count = Int64(sides[1]), count > 0, size > 0 else { return nil }
            return max(0, size - count)..<size
        }
        guard let first = Int64(sides[0]), first >= 0, first < size else { return nil }
        if sides[1].isEmpty { return first..<size }
        guard let last = Int64(sides[1]), last >= first else { return nil }
        return first..<min(size, last + 1)
    }
}

extension SimulatedContent {
    /// The most bytes that are given as a small picture.
    private static let pictureByteCountMax: Int64 = 4 << 20

    /// How pictures begin, and what they are.
    private static let beginnings: [(bytes: [UInt8], type: String)] = [
        ([0xff, 0xd8, 0xff], "image/jpeg"), ([0x89, 0x50, 0x4e, 0x47], "image/png"),
        ([0x42, 0x4d], "image/bmp"),
    ]

    /// The content itself, where it is a picture: there is nobody here who makes it smaller.
    fileprivate var picture: SimulatedAnswer? {
        guard size <= Self.pictureByteCountMax, let start = read(0..<4),
            let found = Self.beginnings.first(where: { start.starts(with: $0.bytes) }),
            let bytes = allBytes
        else { return nil }
        return SimulatedAnswer(
            200, headers: [HTTPField("Content-Type", found.type)], body: bytes)
    }
}

/// How large a thumbnail of a name is.
struct ThumbnailSize: Hashable {
    let width: Int
    let height: Int

    /// `small`, `medium`, `large`, those with `Square`, `c300x400`, `c300x400_crop`; nil for others.
    init?(_ name: String, _ facets: SimulatedFacets) {
        let edges = ["small": 96, "medium": 176, "large": 800]
        if let edge = edges[name] {
            (width, height) = Self.fit(facets, edge, edge)
        } else if name.hasSuffix("Square"), let edge = edges[String(name.dropLast(6))] {
            (width, height) = (edge, edge)
        } else {
            var text = name[...]
            guard text.hasPrefix("c") else { return nil }
            text.removeFirst()
            let isCropped = text.lowercased().hasSuffix("_crop")
            if isCropped { text.removeLast(5) }
            let sides = text.split(separator: "x").compactMap { Int($0) }
            guard sides.count == 2, sides.allSatisfy({ (1...4_096).contains($0) }) else {
                return nil
            }
            (width, height) =
                isCropped ? (sides[0], sides[1]) : Self.fit(facets, sides[0], sides[1])
        }
    }

    private static func fit(_ facets: SimulatedFacets, _ width: Int, _ height: Int) -> (Int, Int) {
        let across = Double(max(1, facets.imageWidth ?? facets.video?.width ?? 4))
        let down = Double(max(1, facets.imageHeight ?? facets.video?.height ?? 3))
        let scale = min(Double(width) / across, Double(height) / down)
        return (max(1, Int((across * scale).rounded())), max(1, Int((down * scale).rounded())))
    }
}

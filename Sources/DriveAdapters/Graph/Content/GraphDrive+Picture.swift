// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
package import RuleEngine

extension GraphDrive: PicturingDrive {
    /// The service's own thumbnail.
    package func picture(
        of item: ItemValues, longestSide: Int
    ) async throws(DriveError) -> PictureMaterial? {
        guard item.isOn(name), item.type == .file, let id = item.id else { return nil }
        return try await thumbnail(of: id, longestSide: longestSide).map { thumbnail in
            .bytes(thumbnail.bytes, mediaType: thumbnail.mediaType)
        }
    }

    /// How often the service is asked for the address of a thumbnail: it is good for a short time.
    private static let addressCountMax = 2
    /// How many addresses one thumbnail may lead through.
    private static let stepCountMax = 3

    /// The thumbnail of the item with that id, in the size that is next to `longestSide` from
    /// above; nil where the service has none.
    package func thumbnail(
        of id: String, longestSide: Int
    ) async throws(DriveError) -> (bytes: [UInt8], mediaType: String)? {
        guard GraphAddress.segment(id.utf8) != nil else { return nil }
        let info = try await info(for: .picture)
        do throws(GraphFailure) {
            for _ in 0..<GraphDrive.addressCountMax {
                guard let url = try await thumbnailURL(of: id, longestSide, info) else {
                    return nil
                }
                switch try await fetchThumbnail(url) {
                case .thumbnail(let bytes, let mediaType): return (bytes, mediaType)
                case .none: return nil
                case .expired: continue
                }
            }
            return nil
        } catch {
            throw error.driveError(.picture, item: id)
        }
    }

    /// Where the thumbnail lies; nil where the service has none.
    private func thumbnailURL(
        of id: String, _ longestSide: Int, _ info: GraphDriveInfo
    ) async throws(GraphFailure) -> String? {
        let sizes = GraphThumbnailSize.names(longestSide: longestSide)
        let path =
            GraphAddress.item(id, on: info.path)
            + "/thumbnails?select=" + sizes.joined(separator: ",")
        let response = try await client.send(GraphRequest(.get, path))
        switch response.status {
        case 200:
            let urls = GraphThumbnailSize.urls(response.body)
            guard let url = sizes.compactMap({ urls[$0] }).first, client.mayFetch(url) else {
                return nil
            }
            return url
        // 406 and 415: kinds of files of which the service makes none.
        case 400, 403, 404, 406, 410, 415, 423: return nil
        default: throw GraphFailure(response)
        }
    }

    /// Fetches what lies at an address of another host, which must never see the token.
    func fetchThumbnail(_ url: String) async throws(GraphFailure) -> ThumbnailAnswer {
        var url = url
        for _ in 0..<GraphDrive.stepCountMax {
            let request = HTTPRequest(
                .get, url, headers: [HTTPField("Accept", "image/*,*/*;q=0.8")],
                responseByteCountMax: PictureMaterial.byteCountMax)
            let response: HTTPResponse
            do throws(HTTPError) {
                response = try unsafe await client.downloads.send(
                    request, cost: 1, count: 1, receiver: nil)
            } catch {
                if error.kind == .tooLarge { return .none }
                throw GraphFailure(error)
            }
            switch response.status {
            case 200:
                if response.body.isEmpty { return .none }
                return .thumbnail(
                    response.body,
                    mediaType: response.header("Content-Type") ?? "application/octet-stream")
            case 301, 302, 303, 307, 308:
                guard let next = response.header("Location"), client.mayFetch(next) else {
                    return .none
                }
                url = next
            case 401, 410: return .expired
            case 429, 500, 502, 503, 504, 509:
                throw GraphFailure(
                    GraphResponse(
                        status: response.status, headers: response.headers, body: response.body))
            default: return .none
            }
        }
        return .none
    }
}

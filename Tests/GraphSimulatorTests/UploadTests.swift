// SPDX-License-Identifier: Apache-2.0

import GraphSimulator
import HTTPTransport
import Testing

/// Contents that are sent in one request.
@Suite("Uploads")
struct UploadTests {
    private func put(
        _ drive: SimulatedDrive, _ path: String, _ text: String, tag: String? = nil,
        scopes: Set<String> = ["Files.ReadWrite"]
    ) async throws -> HTTPResponse {
        let token = drive.graph.accessToken(for: drive, scopes: scopes)
        var headers = [HTTPField("Authorization", "Bearer \(token)")]
        if let tag { headers.append(HTTPField("If-Match", tag)) }
        return try await drive.graph.exchange(
            HTTPRequest(
                .put, drive.graph.addresses.graph + path, headers: headers,
                body: Array(text.utf8)))
    }

    @Test("replace a content that still has the tag", arguments: SimulatedDriveKind.allCases)
    func replaced(kind: SimulatedDriveKind) async throws {
        let drive = SimulatedGraph().addAccount(kind)
        let id = try drive.addFile("/f/a.txt", "old")
        let before = try #require(drive.item(id)?.eTag)
        let path = "/drives/\(drive.id)/items/\(id)/content"
        let scopes: Set<String> = ["Files.ReadWrite.All"]
        #expect(try await put(drive, path, "new", tag: before, scopes: scopes).status == 200)
        #expect(drive.content(id)?.allBytes == Array("new".utf8))
        let stale = try await put(drive, path, "newer", tag: before, scopes: scopes)
        #expect(stale.status == 412 && stale.code == "resourceModified")
        #expect(drive.content(id)?.allBytes == Array("new".utf8))
        #expect(drive.item(id)?.eTag != before)
    }

    @Test("make a file once where the name is not to be taken twice")
    func made() async throws {
        let drive = SimulatedGraph().addAccount(.personal)
        let folder = try drive.addFolder("/f")
        let path = "/drives/\(drive.id)/items/\(folder):/a.txt:/content"
        let only = "?@microsoft.graph.conflictBehavior=fail"
        #expect(try await put(drive, path + only, "one").status == 201)
        let second = try await put(drive, path + only, "two")
        #expect(second.status == 409 && second.code == "nameAlreadyExists")
        #expect(drive.content("/f/a.txt")?.allBytes == Array("one".utf8))
        #expect(try await put(drive, path, "two").status == 200)
        #expect(drive.content("/f/a.txt")?.allBytes == Array("two".utf8))
        let none = "/drives/\(drive.id)/items/\(folder):/g/a.txt:/content"
        #expect(try await put(drive, none, "x").status == 404)
        #expect(try await put(drive, path, "x", scopes: ["Files.Read"]).status == 403)
        let large = String(repeating: "x", count: 4 << 20 + 1)
        #expect(try await put(drive, path, large).status == 413)
        #expect(drive.content("/f/a.txt")?.allBytes == Array("two".utf8))
    }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import HTTPTransport
import TestSupport
import Testing

/// What a simulated drive tells of pictures that it takes from a folder.
@Suite("Pictures of a folder")
struct FolderPictureTests {
    /// A JPEG file with a frame of 4 by 3 pixels and an Exif segment, in either order of bytes.
    private static func jpeg(isLittle: Bool) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittle ? bytes : bytes.reversed()
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
        }
        let (make, model, taken) = ("Contoso\0", "Pocket 3\0", "2023:05:01 09:30:15\0")
        // Three entries from 8 on, one more from 50 on, and the texts from 68 on.
        var tiff = Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
        tiff += number(3, 2)
        tiff += entry(0x010f, 2, make.utf8.count, 68)
        tiff += entry(0x0110, 2, model.utf8.count, 76)
        tiff += entry(0x8769, 4, 1, 50)
        tiff += number(0, 4)
        tiff += number(1, 2) + entry(0x9003, 2, taken.utf8.count, 85) + number(0, 4)
        tiff += Array((make + model + taken).utf8)
        let segment = Array("Exif\0\0".utf8) + tiff
        func long(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xff)] }
        return [0xff, 0xd8, 0xff, 0xe1] + long(segment.count + 2) + segment
            + [0xff, 0xc0] + long(17) + [8, 0, 3, 0, 4, 3] + [UInt8](repeating: 0, count: 9)
            + [0xff, 0xd9]
    }

    private func photo(of bytes: [UInt8]) async throws -> GraphJSON? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(bytes).write(to: folder.appendingPathComponent("a.jpg"))
        let drive = SimulatedGraph().addAccount(.personal)
        try drive.load(folder: folder.path)
        return try await Client(drive).get("/me/drive/root:/a.jpg")["photo"]
    }

    @Test("say when they were taken and by which camera", arguments: [true, false])
    func told(isLittle: Bool) async throws {
        let photo = try #require(try await photo(of: Self.jpeg(isLittle: isLittle)))
        #expect(photo["takenDateTime"]?.text == "2023-05-01T09:30:15Z")
        #expect(photo["cameraMake"]?.text == "Contoso")
        #expect(photo["cameraModel"]?.text == "Pocket 3")
    }

    @Test("may be cut or altered anywhere")
    func broken() async throws {
        let whole = Self.jpeg(isLittle: true)
        for count in stride(from: 0, to: whole.count, by: 7) {
            _ = try await photo(of: Array(whole.prefix(count)))
        }
        var random = SplitMix64(seed: 4)
        for _ in 0..<60 {
            var bytes = whole
            let place = Int(random.next() % UInt64(bytes.count))
            bytes[place] = UInt8(truncatingIfNeeded: random.next())
            _ = try await photo(of: bytes)
        }
    }
}

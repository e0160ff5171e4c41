// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import DriveAdapters

/// Lines of `SharePointFiles_v1` as Graph Data Connect writes them.
@Suite("Lines of a dataset")
struct DatasetReaderTests {
    /// As the documentation of the dataset has one, with the hash that was added later.
    static let sample =
        #"{"ptenant":"3a3630bf-4d67-4c21-842a-abcea48840d5","#
        + #""SiteId":"EC508B4B-6e54-401c-826f-775950f03353","#
        + #""Author":{"Name":"Contoso User3","Email":"user3@contoso.example"},"#
        + #""DirName":"Documents/Reports","Extension":"xlsx","FileName":"Water \"Q3\".xlsx","#
        + #""IsLabelEncrypted":false,"ItemId":"363bc9a6-2031-460d-a3da-524960575321","#
        + #""ListId":"8779ac14-b274-4bf2-92ac-7760fdc1ebc7","#
        + #""ListServerTemplate":"MySiteDocumentLibrary","MajorVersion":1,"MinorVersion":0,"#
        + #""ModifiedBy":{"Name":"Contoso User3"},"Operation":"Full","#
        + #""SensitivityLabelInfo":{},"SizeInBytes":12,"SizeInBytesWithVersions":176984,"#
        + #""TimeCreated":"2023-05-06T03:23:51Z","TimeLastModified":"2023-05-06T03:23:52.5Z","#
        + #""WebId":"efe47d8c-6672-420b-80f9-fb884195bcbe","WebTemplateId":21,"#
        + #""QuickXorHash":"48656c6c6f20776f726c6421000000000c000000","#
        + #""SnapshotDate":"2023-10-22T00:00:00Z"}"#

    /// All lines of `bytes`, read so many bytes at once.
    private func lines(_ bytes: [UInt8], at once: Int = 1 << 20) throws -> [DatasetLine] {
        var reader = DatasetReader(.bytes(bytes))
        reader.pieceBytes = once
        var lines: [DatasetLine] = []
        try reader.read { line throws(DatasetFault) in
            lines.append(line)
            return true
        }
        return lines
    }

    private func lines(_ text: String) throws -> [DatasetLine] { try lines(Array(text.utf8)) }

    @Test("say what they say: ids in lower case, the hash in Base64, whole seconds")
    func reading() throws {
        let line = try #require(lines(Self.sample).first)
        #expect(line.site == "ec508b4b-6e54-401c-826f-775950f03353")
        #expect(line.web == "efe47d8c-6672-420b-80f9-fb884195bcbe")
        #expect(line.list == "8779ac14-b274-4bf2-92ac-7760fdc1ebc7")
        #expect(line.item == "363bc9a6-2031-460d-a3da-524960575321")
        #expect(line.folder == "Documents/Reports" && line.name == #"Water "Q3".xlsx"#)
        #expect(line.template == "MySiteDocumentLibrary" && line.operation == .full)
        #expect(line.size == 12 && line.created == 1_683_343_431 && line.modified == 1_683_343_432)
        #expect(line.owner == "Contoso User3" && line.ownerAddress == "user3@contoso.example")
        #expect(line.quickXor == "SGVsbG8gd29ybGQhAAAAAAwAAAA=")
        #expect(line.snapshot == 1_697_932_800 && line.number == 1 && line.problem == nil)
    }

    @Test("are the same however many bytes are read at once, with empty lines and a mark between")
    func pieces() throws {
        let text = "\u{feff}" + Self.sample + "\r\n\n  \n" + Self.sample
        let whole = try lines(text)
        #expect(whole.map(\.number) == [1, 4])
        for once in [1, 7, 100, 4_096] {
            #expect(try lines(Array(text.utf8), at: once) == whole)
        }
    }

    @Test("lack what is null or not there", arguments: ["null", "\"\"", nil])
    func missing(_ value: String?) throws {
        var text = Self.sample
        for member in [
            #""Author":{"Name":"Contoso User3","Email":"user3@contoso.example"},"#,
            #""SizeInBytes":12,"#, #""TimeCreated":"2023-05-06T03:23:51Z","#,
            #""QuickXorHash":"48656c6c6f20776f726c6421000000000c000000","#,
        ] {
            let key = member.prefix { $0 != ":" }
            // Only texts are empty ones.
            let isText = key.hasPrefix("\"Time") || key.hasPrefix("\"Quick")
            let said = value == "\"\"" && !isText ? "null" : value
            text = text.replacing(member, with: said.map { "\(key):\($0)," } ?? "")
        }
        let line = try #require(lines(text).first)
        #expect(line.problem == nil, "\(String(describing: line.problem))")
        #expect(line.owner == nil && line.ownerAddress == nil && line.size == nil)
        #expect(line.created == nil && line.quickXor == nil && line.modified != nil)
    }

    @Test(
        "have a problem at the value that is wrong, which whoever takes the file minds",
        arguments: [
            (#""48656c6c6f20776f726c6421000000000c000000""#, #""SGVsbG8gd29ybGQhAAAAAAwAAAA=""#),
            (#""48656c6c6f20776f726c6421000000000c000000""#, #""48656c6c""#),
            (#""48656c6c6f20776f726c6421000000000c000000""#, "7"),
            (#""SizeInBytes":12,"#, #""SizeInBytes":-1,"#),
            (#""SizeInBytes":12,"#, #""SizeInBytes":"12","#),
            (#""2023-05-06T03:23:51Z""#, #""2023-05-06 03:23""#),
            (#"{"Name":"Contoso User3","Email""#, #"[],"x":{"Email""#),
            (#""Documents/Reports""#, "{}"),
        ])
    func problems(_ right: String, _ wrong: String) throws {
        let text = Self.sample.replacing(right, with: wrong)
        let line = try #require(lines(text).first)
        let problem = try #require(line.problem)
        var error: DatasetError?
        do throws(DatasetError) {
            try DatasetReader(.bytes(Array(("\n" + text).utf8))).read { line throws(DatasetFault) in
                if let problem = line.problem { throw problem }
                return true
            }
        } catch let met {
            error = met
        }
        let key = "\"\(problem.member?.rawValue ?? "")\":"
        let column = try #require(text.range(of: key)).upperBound
        #expect(error?.error.line == 2)
        #expect(
            error?.error.column == text.distance(from: text.startIndex, to: column) + 1,
            "\(String(describing: error))")
    }

    @Test(
        "end the reading where they are none, with line and column",
        arguments: [
            (#""SiteId":"EC508B4B-6e54-401c-826f-775950f03353","#, "", 1),
            (#""ItemId":"363bc9a6-2031-460d-a3da-524960575321","#, "", 1),
            (#""SnapshotDate":"2023-10-22T00:00:00Z""#, #""SnapshotDate":null"#, 1),
            (#","SnapshotDate":"2023-10-22T00:00:00Z""#, "", 1),
            (#""Operation":"Full","#, "", 1),
            (#""WebId":"efe47d8c-6672-420b-80f9-fb884195bcbe","#, "", 1),
            (#""Full""#, #""full""#, nil), (#""Full""#, "null", nil),
            ("EC508B4B-6e54-", "EC508B4B_6e54-", nil),
            (#""2023-10-22T00:00:00Z""#, #""22 October""#, nil),
            (#""MajorVersion":1,"#, #""MajorVersion":1"#, nil),
            (#""FileName""#, #""DirName""#, nil),
            ("{\"ptenant", "[{\"ptenant", 1), (#"00Z"}"#, "00Z\"", nil),
            (#"00Z"}"#, "00Z\"}}", nil),
        ] as [(String, String, Int?)])
    func broken(_ right: String, _ wrong: String, _ column: Int?) throws {
        let text = Self.sample + "\n" + Self.sample.replacing(right, with: wrong)
        var error: DatasetError?
        do throws(DatasetError) {
            try DatasetReader(.bytes(Array(text.utf8))).read { _ throws(DatasetFault) in true }
        } catch let met {
            error = met
        }
        #expect(error?.error.line == 2, "\(String(describing: error))")
        if let column {
            #expect(error?.error.column == column)
        } else {
            #expect((error?.error.column ?? 0) > 1, "\(String(describing: error))")
        }
    }

    @Test("of a file that is gone need no library")
    func deleted() throws {
        let text = Self.sample.replacing("Full", with: "Deleted")
            .replacing(#""8779ac14-b274-4bf2-92ac-7760fdc1ebc7""#, with: "null")
            .replacing(#""WebId":"efe47d8c-6672-420b-80f9-fb884195bcbe","#, with: "")
        let line = try #require(lines(text).first)
        #expect(line.operation == .deleted && line.list == "" && line.web == "")
    }

    @Test("of any bytes end with an error or with lines")
    func hostile() {
        for text in ["{", "{}", "[]", "null", "{\"SiteId\":", "\u{0}", "\u{feff}", "{\"a\":1}\n{"] {
            #expect(throws: DatasetError.self, "\(text)") {
                if try lines(text).isEmpty { throw DatasetError(ListingFileError(message: "")) }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Messages
import Testing

@testable import Fleet

/// What is wrong with an inventory, all of it with its places.
@Suite("The reader of inventories")
struct InventoryReaderTests {
    private func faults(_ text: String, ofDataset: Bool = false) -> [String] {
        InventoryReader(Array(text.utf8), ofDataset: ofDataset).faults.map {
            "\($0.line):\($0.column): \($0.clause)"
        }
    }

    @Test("tells all mistakes of all lines, each with line and column")
    func all() {
        let text = """
            {"name":"ada","drive_id":"b!1","owner":"Ada","owner_address":null,"site_url":"https://x"}
            {"name":"bob","drive_Id":"b!2"}

            {"näme":1.5, "name":"ada","owner_address":5}
            {"owner":"Eve"}
            {"name":"eve","drive_id":"b!1"
            {"name":"gus","drive_id":"b!1","name":"gus"}
            ["zoe"]
            {"name":"zoe"} x
            """
        let found = faults(text)
        let expected = [
            "2:15: unknown key 'drive_Id' in the inventory; did you mean 'drive_id'?",
            "4:2: unknown key 'näme' in the inventory",
            "4:43: 'owner_address' takes a text, in quotes",
            "4:21: names drive 'ada' a second time, after line 1",
            "5:1: the line has no 'name'",
            "6:31: from here on the line is no JSON object",
            "7:32: the line has 'name' twice",
            "7:26: has the 'drive_id' of line 1, 'b!1'",
            "8:1: from here on the line is no JSON object",
            "9:16: from here on the line is no JSON object",
        ]
        for (one, wanted) in zip(found, expected) {
            #expect(one.hasPrefix(wanted), "\(one)")
        }
        #expect(found.count == expected.count, "\(found)")
    }

    @Test("finds ids that are spelled in two ways, and libraries that stand twice")
    func twice() {
        let ids = "{\"name\":\"a\",\"drive_id\":\"ABC\"}\n{\"name\":\"b\",\"drive_id\":\"abc\"}\n"
        #expect(faults(ids).count == 1)
        let guid = "EC508B4B-6e54-401c-826f-775950f03353"
        func line(_ name: String, _ list: String) -> String {
            #"{"name":"\#(name)","SiteId":"\#(guid)","WebId":"\#(guid)","ListId":"\#(list)"}"#
                + "\n"
        }
        let libraries = line("a", guid) + line("b", guid.lowercased()) + line("c", "x")
        let found = faults(libraries, ofDataset: true)
        #expect(found.count == 2, "\(found)")
        #expect(found[0].hasPrefix("2:") && found[0].contains("the library that line 1 names"))
        #expect(found[1].hasPrefix("3:") && found[1].contains("names no library"))
        // Elsewhere they say nothing.
        #expect(faults(libraries).isEmpty)
    }

    @Test("tells no more than fifty of many, and how many there are")
    func many() {
        let reader = InventoryReader(
            Array(String(repeating: "{}\n", count: 80).utf8), ofDataset: false)
        #expect(reader.faults.count == 50 && reader.faultCount == 80)
        #expect(InventoryReader([0x7b, 0xff, 0x7d], ofDataset: false).faults.count == 1)
    }
}

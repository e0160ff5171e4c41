// SPDX-License-Identifier: Apache-2.0

import Testing
import Wording
import Workflow

@testable import Fleet

/// The drives of an inventory, as plans know them.
@Suite("The inventory of a fleet")
struct FleetOwnersTests {
    private func digest(_ drives: [(name: String, id: String?)]) throws -> String {
        let lines = drives.map { name, id in
            #"{"name":"\#(name)"\#(id.map { #","drive_id":"\#($0)""# } ?? "")}"# + "\n"
        }
        return try FleetOwners(Array(lines.joined().utf8), path: "drives.ndjson").digest
    }

    @Test("has drives that may be meant by names that none has: nearly so, or by their beginning")
    func meant() {
        let known =
            ["ada_contoso_com", "u186_contoso_example", "u187@contoso.example", "Zoë"]
            + (10...99).map { "many_\($0)_x" }
        for (name, meant) in [
            ("u186", ["u186_contoso_example"]), ("U187", ["u187@contoso.example"]),
            ("ada@contoso.com", ["ada_contoso_com"]), ("u187_contoso", ["u187@contoso.example"]),
            ("u18", ["u186_contoso_example", "u187@contoso.example"]),
            ("ada_contoso_con", ["ada_contoso_com"]),
            ("zoe", ["Zoë"]), ("many", []), ("contoso", []), ("", []), ("x", []),
        ] {
            #expect(FleetDrives.meant(by: [name], among: known) == meant, "\(name)")
        }
        #expect(FleetDrives.meant(by: ["zzz", "u186"], among: known) == ["u186_contoso_example"])
    }

    @Test("is another one with other names or ids, and the same in another order and spelling")
    func digests() throws {
        let first = try digest([("ada", "b!1"), ("bob", "ABC"), ("eve", nil)])
        #expect(try digest([("eve", nil), ("bob", "0000000000000abc"), ("ada", "b!1")]) == first)
        let others: [[(name: String, id: String?)]] = [
            [("ada", "b!2"), ("bob", "ABC"), ("eve", nil)],
            [("ada", "b!1"), ("bob", nil), ("eve", "ABC")],
            [("ada", "ABC"), ("bob", "b!1"), ("eve", nil)],
            [("ada", "b!1"), ("bob", "ABC"), ("eva", nil)],
            [("ada", "b!1"), ("bob", "ABC")],
        ]
        #expect(Set(try others.map(digest) + [first]).count == others.count + 1)
    }

    @Test("that lacks one drive, or has one too many, says so of one, and of two of two")
    func counts() throws {
        func said(_ inventory: [String], _ listed: [String], _ language: Language) throws -> String
        {
            let lines = inventory.map { #"{"name":"\#($0)"}"# + "\n" }
            let owners = try FleetOwners(Array(lines.joined().utf8), path: "drives.ndjson")
            let failure = #expect(throws: Failure.self) { try owners.demandAll(listed: listed) }
            return Words(language)(try #require(failure?.phrase))
        }
        let drives: [(Language, one: String, two: String)] = [
            (.english, "1 drive ", "2 drives "), (.german, "1 Laufwerk ", "2 Laufwerke"),
            (.french, "1 lecteur ", "2 lecteurs "), (.spanish, "1 unidad ", "2 unidades "),
        ]
        for (language, one, two) in drives {
            for (all, some) in [(["ada", "bob", "eve"], ["eve"]), (["ada", "eve"], ["eve"])] {
                let wanted = all.count == 2 ? one : two
                for text in [try said(all, some, language), try said(some, all, language)] {
                    #expect(text.contains(wanted), "\(text)")
                }
            }
        }
    }

    @Test("stands for other drives where a name has another id, or has one now")
    func others() throws {
        let now = [("ada", "b!2"), ("bob", "0000000000000abc"), ("eve", "b!3")].map { name, id in
            (Array(name.utf8), FleetDrive(id: id, name: name))
        }
        let planned: [(name: String, id: String?)] = [
            ("ada", "b!1"), ("bob", "ABC"), ("eve", nil), ("gone", "b!4"),
        ]
        let found = PlanDrives.others(planned, Dictionary(uniqueKeysWithValues: now))
        #expect(found == ["ada", "eve"])
    }
}

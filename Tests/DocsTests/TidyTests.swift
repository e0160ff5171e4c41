// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the house promises of its sources and no compiler holds.
@Suite("Sources")
struct TidyTests {
    /// Types that promise what the compiler cannot see, each with the reason why it holds.
    private static let unchecked = [
        "Column": "written while a listing is built, only read afterwards",
        "ColumnValues": "a column of the same kind, handed to the threads of one call",
        "HashPlace": "reads the hashes of a record that it lies beside",
        "TextSlice": "borrows from columns and buffers that outlive it and do not change",
        "Lock": "a value behind a POSIX mutex, reached only while that is held",
        "ListingPiece": "used by one thread at a time",
        "ListingOutcome": "used by one thread at a time",
        "ListingPieces": "all that changes is under a lock",
        "ListingAssembly": "what is not under a lock belongs to the thread at work",
        "TokenSession": "a session with a token, used only under the lock of its key",
    ]

    private static let sources = Checkout.files(below: "Sources", ["swift"])
    private static let tests = Checkout.files(below: "Tests", ["swift"])

    @Test("import what docs/design/architecture.md allows them")
    func imports() throws {
        let rows = try Page(path: "docs/design/architecture.md").section("Modules")
            .filter { $0.hasPrefix("| `") }.map { $0.components(separatedBy: " | ") }
        var allowed: [String: Set<String>] = [:]
        for row in rows where row.count > 1 {
            for module in TableRows.code(row[0]) { allowed[module] = Set(TableRows.code(row[1])) }
        }
        for path in Self.sources {
            let module = String(path.split(separator: "/")[1])
            for name in try Self.imports(of: path) where name != module {
                #expect(allowed[module]?.contains(name) == true, "\(path) imports \(name)")
            }
        }
    }

    @Test("of RuleEngine use Foundation and PCRE2 in two files each, threads in one")
    func engineImports() throws {
        var files: [String: Int] = [:]
        for path in Self.sources where path.hasPrefix("Sources/RuleEngine/") {
            for name in try Self.imports(of: path)
            where !["Messages", "PhotoLooks", "Text"].contains(name) {
                files[name, default: 0] += 1
            }
        }
        #expect(files == ["Foundation": 2, "Threads": 1, "CPCRE2": 2, "CPhotoMarks": 1])
    }

    /// Of modules that other programs need more of, what `cleanrules-part` runs.
    private static let confined = ["DriveAdapters": "Listing/", "Threads": "ThreadTeam"]

    /// Dispatch ends a process that has closed the disk to itself: on Linux it looks at the threads of its
    /// queues by files of `/proc`. Tasks run on its queues.
    @Test("that run in cleanrules-part use no queues of Dispatch, and no tasks")
    func confinedThreads() throws {
        var imports: [String: Set<String>] = [:]
        for path in Self.sources {
            let module = String(path.split(separator: "/")[1])
            imports[module, default: []].formUnion(try Self.imports(of: path))
        }
        var modules: Set<String> = []
        var next = ["cleanrules-part"]
        while let module = next.popLast() {
            guard let others = imports[module], modules.insert(module).inserted,
                Self.confined[module] == nil
            else { continue }
            next += others
        }
        #expect(modules.isSuperset(of: ["FleetParts", "RuleEngine", "DriveAdapters", "Threads"]))
        let pattern =
            #/Dispatch(Queue|Group|Source|WorkItem|IO)\b|concurrentPerform|\bTask\b.*\{|async let/#
        for module in modules {
            let place = "Sources/\(module)/" + (Self.confined[module] ?? "")
            let paths = Self.sources.filter { $0.hasPrefix(place) }
            #expect(!paths.isEmpty, "\(place)")
            for path in paths {
                for line in try Checkout.text(path).components(separatedBy: "\n")
                where line.contains(pattern) {
                    Issue.record("\(path): \(line)")
                }
            }
        }
    }

    @Test("never give up where they could say what is wrong")
    func noTraps() throws {
        // In two halves, so that this file does not find itself.
        let words = ["try" + "!", "fatal" + "Error("]
        for path in Self.sources + Self.tests {
            let text = try Checkout.text(path)
            for word in words { #expect(!text.contains(word), "\(path): \(word)") }
        }
    }

    @Test("print in one place, benchmarks aside")
    func noPrinting() throws {
        for path in Self.sources where !path.hasPrefix("Sources/cleanrules-bench/") {
            let lines = try Checkout.text(path).components(separatedBy: "\n")
            for line in lines where line.contains(#/(^|[^A-Za-z0-9_.])print\(/#) {
                Issue.record("\(path): \(line)")
            }
        }
    }

    /// Optimized builds free twice what such a value owns, or free it too early; see
    /// "Folders are read over and over, whatever they hold".
    @Test("exchange nothing in place by 'swap', and hand it over instead")
    func noSwaps() throws {
        for path in Self.sources {
            let text = try Checkout.text(path)
            #expect(!text.contains(#/\b(swap|exchange)\(\s*&/#), "\(path)")
        }
    }

    @Test("know of signals that cut calls short in one module, POSIX")
    func oneInterruption() throws {
        for path in Self.sources where !path.hasPrefix("Sources/POSIX/") {
            #expect(try !Checkout.text(path).contains("EINTR"), "\(path)")
        }
    }

    @Test("are unchecked only where a reason is written down")
    func uncheckedTypes() throws {
        var found: Set<String> = []
        for path in Self.sources {
            let text = try Checkout.text(path)
            let pattern = #/(?:class|struct|enum|extension) (\w+)[^\n{]*@unchecked Sendable/#
            found.formUnion(text.matches(of: pattern).map { String($0.1) })
        }
        #expect(found == Set(Self.unchecked.keys))
    }

    @Test("begin with their licence")
    func licence() throws {
        for path in Self.sources + Self.tests + Checkout.files(below: "Fuzz", ["swift"]) {
            let text = try Checkout.text(path)
            #expect(text.hasPrefix("// SPDX-License-Identifier: Apache-2.0\n"), "\(path)")
        }
    }

    @Test("name no path of the machine they were written on")
    func paths() throws {
        let top = Checkout.root.standardizedFileURL.path
        let pages = Page.all.map(\.path) + ["Package.swift", "rules.example.yaml"]
        let scripts = try FileManager.default
            .contentsOfDirectory(atPath: Checkout.root.appendingPathComponent("script").path)
            .map { "script/" + $0 }
        for path in Self.sources + Self.tests + pages + scripts {
            let text = try Checkout.text(path)
            #expect(!text.contains(top + "/"), "\(path)")
            #expect(!text.contains(#/(^|[\s"'(=`])/(root|work|Users)//#), "\(path)")
        }
    }

    /// Scripts end as their last command wants wherever one command of a trap fails, which under
    /// `set -e` would be how they end: a `kill` with nobody to end made a passed run a failed one.
    @Test("clean up behind a script without a say in how it ended")
    func traps() throws {
        let folder = Checkout.root.appendingPathComponent("script").path
        var seen = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let text = try Checkout.text("script/" + name)
            for trap in text.matches(of: #/trap (['"])(.*?)\1 EXIT/#) {
                seen += 1
                for command in trap.2.split(separator: ";") {
                    let command = command.trimmingCharacters(in: .whitespaces)
                    let may = command.hasPrefix("rm -") || command.hasSuffix("|| true")
                    #expect(may, "script/\(name): \(command)")
                }
            }
        }
        #expect(seen > 5)
    }

    /// The modules that the file at `path` imports.
    private static func imports(of path: String) throws -> [String] {
        let lines = try Checkout.text(path).components(separatedBy: "\n")
        let pattern = #/^(?:@\w+ )*(?:public |package |internal |private )?import (\w+)/#
        return lines.compactMap { $0.prefixMatch(of: pattern).map { String($0.1) } }
    }
}

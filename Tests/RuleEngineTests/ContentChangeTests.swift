// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@Suite("Whether content has changed")
struct ContentChangeTests {
    private typealias Finding = ContentChange.Finding

    /// What one side says: each value is absent, or one of two.
    private static let sides: [ContentFacts] = {
        let sizes: [Int64?] = [nil, 1, 2]
        let hashes: [String?] = [nil, "aa", "bb"]
        let tags: [String?] = [nil, "c1", "c2"]
        let dates: [Int64?] = [nil, 5, 6]
        var sides: [ContentFacts] = []
        for size in sizes {
            for sha256 in hashes {
                for quickXor in hashes {
                    for tag in tags {
                        for date in dates {
                            var known: [HashAlgorithm: String] = [:]
                            known[.sha256] = sha256
                            known[.quickXor] = quickXor
                            sides.append(
                                ContentFacts(
                                    size: size, hashes: known, cTag: tag, modified: date))
                        }
                    }
                }
            }
        }
        return sides
    }()

    /// The rule again, in other words.
    private func expected(_ one: ContentFacts, _ other: ContentFacts) -> Finding {
        if let a = one.size, let b = other.size, a != b { return .differs }
        let shared = HashAlgorithm.allCases.filter {
            one.hashes[$0] != nil && other.hashes[$0] != nil
        }
        if !shared.isEmpty {
            return shared.allSatisfy { one.hashes[$0] == other.hashes[$0] } ? .equals : .differs
        }
        if let a = one.cTag, let b = other.cTag { return a == b ? .equals : .differs }
        if let a = one.modified, let b = other.modified { return a == b ? .equals : .differs }
        return .unknown
    }

    @Test("sizes and hashes settle it, then the tag of the content, then the date")
    func all() {
        for one in Self.sides {
            for other in Self.sides {
                let found = ContentChange(from: one, to: other)
                if found.finding != expected(one, other) {
                    Issue.record("\(one) and \(other) give \(found.finding)")
                }
                #expect((found.evidence == nil) == (found.finding == .unknown))
                #expect(ContentChange(from: other, to: one) == found)
            }
        }
    }

    @Test("hex compares in either case, base64 exactly, and what is empty is not there")
    func spellings() {
        func finding(_ one: [HashAlgorithm: String], _ other: [HashAlgorithm: String]) -> Finding {
            func facts(_ hashes: [HashAlgorithm: String]) -> ContentFacts {
                ContentFacts(size: nil, hashes: hashes, cTag: "", modified: nil)
            }
            return ContentChange(from: facts(one), to: facts(other)).finding
        }
        #expect(finding([.sha256: "aB"], [.sha256: "Ab"]) == .equals)
        #expect(finding([.sha1: "aB"], [.sha1: "Ab"]) == .equals)
        #expect(finding([.quickXor: "aB"], [.quickXor: "Ab"]) == .differs)
        #expect(finding([.sha256: "", .sha1: "a"], [.sha256: "", .sha1: "a"]) == .equals)
        #expect(finding([.sha256: ""], [.sha256: ""]) == .unknown)
        #expect(finding([.sha256: "a"], [.sha1: "a"]) == .unknown)
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import Text
internal import Workflow

extension JSONValue {
    /// Says an object of these members as `document` writes it, with the list `name` of which
    /// `elements` makes one page after another: there may be hundreds of thousands.
    static func say(
        _ members: [String: JSONValue], list name: String, pages: [ArraySlice<Int64>],
        elements: (ArraySlice<Int64>) async throws(Failure) -> [JSONValue]
    ) async throws(Failure) {
        var members = members
        members[name] = .list([])
        var before = "{\n"
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            Console.sayRaw(before + JSONString.quoted(key, .hidden) + ": ")
            before = ",\n"
            if key != name || pages.isEmpty {
                Console.sayRaw(value.memberText(.hidden))
                continue
            }
            var separator = "[\n"
            for page in pages {
                for element in try await elements(page) {
                    Console.sayRaw(separator + element.line)
                    separator = ",\n"
                }
            }
            Console.sayRaw(separator == "[\n" ? "[]" : "\n]")
        }
        Console.sayRaw("\n}\n")
    }
}

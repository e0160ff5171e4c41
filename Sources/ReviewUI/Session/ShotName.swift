// SPDX-License-Identifier: Apache-2.0

internal import Text

/// What the files of one shot are called together: `IMG_2041: HEIC + MOV + AAE`.
enum ShotName {
    /// The name for the picture of that name and `parts`, the names of the files that go with it; nil
    /// where there are none.
    static func text(_ picture: String, _ parts: [String]) -> String? {
        if parts.isEmpty { return nil }
        let (stem, ending) = split(picture)
        let endings = [ending] + parts.map { split($0).ending }
        return "\(stem): " + endings.map { $0.uppercased() }.joined(separator: " + ")
    }

    private static func split(_ name: String) -> (stem: String, ending: String) {
        let bytes = name.utf8
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > bytes.startIndex else {
            return (name, name)
        }
        return (String(name[..<dot]), String(name[bytes.index(after: dot)...]))
    }
}

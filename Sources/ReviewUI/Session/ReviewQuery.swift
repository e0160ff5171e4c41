// SPDX-License-Identifier: Apache-2.0

package import StateLedger
package import Wording

/// An item as a file of decisions names it: by its id or its path, with the drive or without.
package struct ReviewQuery: Sendable, Hashable {
    /// The drive's name; nil: whichever has it.
    package var drive: String?
    /// The drive's id of the item; it comes before the path.
    package var id: String?
    /// The path on the drive.
    package var path: String?

    /// The item of that id or path.
    package init(drive: String?, id: String?, path: String?) {
        self.drive = drive
        self.id = id
        self.path = path
    }

    /// What it is looked up by: bytes, since strings that differ in their normal form are equal.
    package struct Key: Hashable, Sendable {
        private let bytes: [UInt8]

        fileprivate static let id = UInt8(ascii: "i")
        fileprivate static let path = UInt8(ascii: "p")

        fileprivate init(drive: String?, _ sort: UInt8, _ text: String) {
            // No text holds a NUL; a drive that is not named is told from one without a name.
            var bytes: [UInt8] = []
            bytes.reserveCapacity((drive?.utf8.count ?? 0) + text.utf8.count + 3)
            if let drive {
                bytes.append(UInt8(ascii: "="))
                bytes.append(contentsOf: drive.utf8)
            }
            bytes.append(0)
            bytes.append(sort)
            bytes.append(contentsOf: text.utf8)
            self.bytes = bytes
        }
    }

    /// What it is looked up by.
    package var key: Key {
        id.map { Key(drive: drive, Key.id, $0) } ?? Key(drive: drive, Key.path, path ?? "")
    }

    /// How an item may be named: with its drive or without, by its id or its path.
    struct Form: Hashable {
        let hasDrive: Bool
        let hasID: Bool

        /// What `item` is looked up by in this form.
        func key(of item: RecordedItem) -> Key {
            let drive = hasDrive ? item.drive : nil
            return hasID
                ? Key(drive: drive, Key.id, item.id) : Key(drive: drive, Key.path, item.path)
        }
    }

    /// How this one names its item.
    var form: Form { Form(hasDrive: drive != nil, hasID: id != nil) }

    /// All that the item of that drive, id and path may be looked up by.
    package static func keys(drive: String, id: String, path: String) -> [Key] {
        [drive, nil].flatMap { drive in
            [Key(drive: drive, Key.id, id), Key(drive: drive, Key.path, path)]
        }
    }
}

/// What is known of an item that was looked up.
package struct ReviewFinding: Sendable {
    /// Its card; nil where the newest plan does not name it.
    package var card: ReviewCard?
    /// The decision that stands about it, if one does.
    package var standing: DecisionRecord?
    /// Whether the plan names several such items, on several drives.
    package var isAmbiguous = false
    /// What the newest plan does with it, where it asks nobody.
    package var fate = ReviewFate.unknown
}

/// What a plan does with an item that it asks nobody about.
package enum ReviewFate: Sendable, Hashable {
    /// The plan knows no such item.
    case unknown
    /// A protection covers it; the sentence says which.
    case protected(Phrase)
    /// It stays; the sentence says why.
    case kept(Phrase)
}

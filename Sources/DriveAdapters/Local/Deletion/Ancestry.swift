// SPDX-License-Identifier: Apache-2.0

import RuleEngine

/// What the folders above an item are, the lowest first, as far up as is kept.
struct Ancestry: Hashable {
    /// Of each folder, as far as it could be told.
    private(set) var folders: [FolderAttributes?]

    /// The most folders of one item that a receipt keeps.
    private static let countMax = 32

    /// Those above `item` now. A call or two for each.
    init(of item: ExpectedItem, _ finder: borrowing ItemFinder) {
        folders = []
        var path = item.parent
        while !path.isEmpty, folders.count < Ancestry.countMax {
            if let folder = try? finder.folder(path) {
                folders.append(try? FolderAttributes(folder))
            } else {
                folders.append(nil)
            }
            path = PathBytes.parent(of: path)
        }
    }

    /// Those of the folder that lies `height` above the lowest; nil if they are not known.
    func attributes(height: Int) -> FolderAttributes? {
        folders.indices.contains(height) ? folders[height] : nil
    }

    /// The attributes of each, with commas between them.
    var text: String { folders.map { $0?.text ?? "" }.joined(separator: ",") }

    /// What `text` writes; what is none of it is not known.
    init(_ text: String) {
        folders = text.split(separator: ",", omittingEmptySubsequences: false)
            .prefix(Ancestry.countMax).map { FolderAttributes($0) }
    }
}

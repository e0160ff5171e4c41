// SPDX-License-Identifier: Apache-2.0

extension SimulatedDrive {
    /// Adds `count` files with made-up names, sizes and dates, 100 to a folder, below the folder
    /// at `path`; the same for the same seed. One in ten is a copy of another one.
    package func addGeneratedFiles(
        _ count: Int, under path: String = "/Generated", seed: UInt64 = 1
    ) throws(SimulatorError) {
        try changing { drive, now throws(SimulatorError) in
            drive.reserve(count + count / 100 + 16)
            let top = try drive.makeFolders(Self.names(path), now: now)
            if drive.nodes[top].folder?.children.isEmpty == false {
                throw SimulatorError("'\(path)' is not empty")
            }
            var random = SeededRandom(seed: seed)
            var folder = top
            var contents: [SimulatedContent] = []
            for number in 0..<count {
                if number % 100 == 0 {
                    folder = drive.add(
                        name: "Folder \(number / 100)", parent: top, content: nil, isFolder: true,
                        facets: nil, now: now)
                }
                let content = Self.content(&contents, &random)
                let suffix = Self.suffixes[random.below(Self.suffixes.count)]
                let index = drive.add(
                    name: "File \(number).\(suffix)", parent: folder, content: content,
                    isFolder: false, facets: nil, now: now)
                // Up to ten years ago, to the second.
                let modified = now - Int64(random.below(315_000_000)) * 1_000
                drive.adjust(index) { node in
                    node.created = modified
                    node.modified = modified
                    node.fileCreated = modified
                    node.fileModified = modified
                }
            }
        }
    }

    private static let suffixes = ["txt", "jpg", "pdf", "zip", "docx", "tmp", "log", "mp4"]

    /// A new content, or one of the last ones again.
    private static func content(
        _ contents: inout [SimulatedContent], _ random: inout SeededRandom
    ) -> SimulatedContent {
        if contents.count >= 64, random.below(10) == 0 {
            return contents[random.below(contents.count)]
        }
        // As many small files as there are large ones of each size.
        let magnitude = random.below(22)
        let size = Int64(random.below(1 << magnitude) + 1 << magnitude)
        let content = SimulatedContent.generated(size: size, seed: random.next())
        if contents.count < 64 {
            contents.append(content)
        } else {
            contents[random.below(64)] = content
        }
        return content
    }
}

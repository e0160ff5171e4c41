// SPDX-License-Identifier: Apache-2.0

/// The answers that were given last, as long as there is room for them.
struct PictureMemory {
    private let byteCountMax: Int
    private var entries: [PictureIdentity: Entry] = [:]
    private var byteCount = 0
    private var useCount = 0

    private struct Entry {
        var answer: PictureAnswer
        var byteCount: Int
        var lastUse: Int
    }

    /// What an answer costs besides its bytes, so that those without a picture are bounded too.
    private static let ownByteCount = 512

    /// Room for so many bytes.
    init(byteCountMax: Int) {
        self.byteCountMax = byteCountMax
    }

    /// The answer under `identity`, which counts as used now.
    mutating func answer(_ identity: PictureIdentity) -> PictureAnswer? {
        guard let answer = entries[identity]?.answer else { return nil }
        useCount += 1
        entries[identity]?.lastUse = useCount
        return answer
    }

    /// Whether there is an answer.
    func holds(_ identity: PictureIdentity) -> Bool { entries[identity] != nil }

    /// Keeps `answer`, and lets go of those that were not used for the longest time. O(answers)
    /// for each that goes.
    mutating func keep(_ answer: PictureAnswer, for identity: PictureIdentity) {
        var count = PictureMemory.ownByteCount + identity.bytes.count
        if case .picture(let picture) = answer { count += picture.bytes.count }
        remove(identity)
        guard count <= byteCountMax else { return }
        while byteCount + count > byteCountMax,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            remove(oldest.key)
        }
        useCount += 1
        byteCount += count
        entries[identity] = Entry(answer: answer, byteCount: count, lastUse: useCount)
    }

    private mutating func remove(_ identity: PictureIdentity) {
        guard let entry = entries.removeValue(forKey: identity) else { return }
        byteCount -= entry.byteCount
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import StateLedger

/// Notices that could not be sent, for the next round: a bounded list in the state.
struct NoticeOutbox {
    /// A notice that waits.
    struct Entry: Codable {
        /// Whom it is for.
        let target: String
        let notice: Notice
        /// How often it was tried.
        var tries: Int
    }

    private let session: StateSession
    private static let setting = "notices"
    /// How often a notice is tried.
    static let triesMax = 10

    init(session: StateSession) { self.session = session }

    /// What waits; nothing where that cannot be read.
    func entries() async -> [Entry] {
        guard let text = try? await session.ledger.setting(Self.setting) else { return [] }
        return (try? JSONDecoder().decode([Entry].self, from: Data(text.utf8))) ?? []
    }

    /// Keeps `entries`, the newest of those that fit; how many are kept. Nil where that could not be
    /// stored, and what was kept before stands.
    func keep(_ entries: [Entry]) async -> Int? {
        var left = entries[...]
        while true {
            let data = (try? JSONEncoder().encode(Array(left))) ?? Data("[]".utf8)
            if data.count <= Ledger.settingBytesMax || left.isEmpty {
                let text = String(decoding: data, as: UTF8.self)
                let isKept: Void? = try? await session.ledger.store(text, setting: Self.setting)
                return isKept == nil ? nil : left.count
            }
            left = left.dropFirst()
        }
    }
}

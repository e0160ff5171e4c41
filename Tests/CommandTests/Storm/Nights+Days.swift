// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// What people do by day.
extension Nights {
    /// The files that were there before.
    func begin() throws {
        try world.add(
            .d, "/Keep/canary.txt", .txt, modified: Self.start - 400 * Self.day,
            text: world.song)
        for place in NightWorld.Place.allCases {
            for number in 0..<12 {
                try world.add(
                    place, "/In/k\(number).txt", .txt, modified: Self.start - number * Self.day)
            }
            for number in 0..<4 {
                try world.add(
                    place, "/In/old\(number).iso", .iso,
                    modified: Self.start - (number + 6) * Self.day)
            }
            try world.add(
                place, "/Precious/p.iso", .iso, modified: Self.start - 300 * Self.day)
            for number in 1...9 where place != .e {
                try world.add(
                    place, "/Backups/b\(-number).bak", .bak,
                    modified: Self.start - number * Self.day - 3_600)
            }
        }
    }

    /// Brings, edits, moves and takes back files.
    func spendDay(_ number: Int) async throws {
        clock(time(number) - 8 * 3_600)
        judge.clock = time(number) - 8 * 3_600
        try arrivals(number)
        try handle(number)
        try await takeBack()
        try await judge.lookAround("by day")
    }

    private func arrivals(_ number: Int) throws {
        let now = time(number) - 8 * 3_600
        for index in 0...random.below(2) {
            let place = random.pick(NightWorld.Place.allCases)
            try world.add(
                place, "/In/n\(number)-\(index).iso", .iso,
                modified: now - (2 + random.below(20)) * Self.day)
        }
        try world.add(.d, "/Backups/b\(number).bak", .bak, modified: now - 3_600)
        if number % 2 == 0 {
            try world.add(.cloud, "/Backups/b\(number).bak", .bak, modified: now - 3_600)
        }
        let text = world.newText()
        for (index, place) in NightWorld.Place.allCases.enumerated() where index <= random.below(4)
        {
            let folder = random.once(in: 5) ? "/Precious" : "/In"
            try world.add(place, "\(folder)/n\(number).jpg", .jpg, modified: now, text: text)
        }
    }

    /// What people do with files, the program's plans or not.
    private func handle(_ number: Int) throws {
        for file in pick(2, { $0.isLive && ($0.kind == .iso || $0.kind == .jpg) }) {
            if file.stays == "protected" { continue }
            try random.once(in: 2) ? world.edit(file.number) : world.move(file.number)
        }
        if random.once(in: 3) {
            for file in pick(1, { $0.isLive && $0.kind == .txt && $0.stays == nil }) {
                try world.delete(file.number)
            }
        }
        if random.once(in: 4) {
            for file in pick(1, { !$0.isLive && $0.stays == nil }) {
                _ = try world.fetch(file.number)
            }
        }
    }

    /// Takes back what is staged or has gone, or keeps it.
    private func takeBack() async throws {
        let waiting = judge.waiting
        if random.once(in: 2), let file = pick(1, { waiting.contains($0.number) }).first {
            let run = try await person("undo", file.name)
            // What was edited since it was staged is another thing by now.
            if run.status == 0, judge.hasStaged(file) {
                world.keep(file.number, NightWorld.takenBack)
            }
        }
        if random.once(in: 3), let file = pick(1, { !$0.isLive && $0.stays == nil }).first {
            let run = try await person("restore", file.name, "--yes")
            if run.status == 0 { try judge.findBack(file.number) }
        }
        if random.once(in: 3), let file = pick(1, { $0.isLive && $0.kind == .iso }).first {
            let run = try await person("keep", file.name, "--pin")
            if run.status == 0 { world.keep(file.number, "pinned") }
        }
    }

    private func pick(
        _ count: Int, _ isMeant: (NightWorld.File) -> Bool
    ) -> [NightWorld.File] {
        Array(world.files.filter(isMeant).shuffled(using: &random).prefix(count))
    }
}

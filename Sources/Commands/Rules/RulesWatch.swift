// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import Text
internal import Wording
internal import Workflow
internal import YAMLBridge

/// Does something whenever rules files change, those that they include as well, until Ctrl-C.
///
/// While a file is being written, is gone for a moment, or is empty, nothing happens: it is waited for
/// until it is the same at two looks.
struct RulesWatch {
    /// The rules file; nil for the one that is found.
    let named: String?

    private static let pause = Duration.milliseconds(200)

    /// Calls `body` once, and again after each change. What it fails with is said.
    func run(_ body: () throws -> Void) async throws {
        let signals = Signals(isQuiet: true)
        let place = try RulesLoader.find(named, folder: nil)
        var paths = [place.path]
        var last: [[UInt8]]?
        while !signals.hasCome {
            let first = Self.bytes(of: paths)
            if let first, first != last {
                try? await Task.sleep(for: Self.pause)
                guard Self.bytes(of: paths) == first else { continue }
                if last != nil { Console.say("") }
                // Read before, so that what changes meanwhile counts as a change.
                let read = try? EditedRulesFile.read(place.path)
                paths = read?.sources.map(\.file) ?? paths
                last = read?.sources.map(\.bytes) ?? first
                Self.attempt(body)
                Console.note(.testWatch(path: VisibleText.escaped(place.path)))
            }
            if StandardOutput.hasFailed { return }
            try? await Task.sleep(for: Self.pause)
        }
        if signals.status == .terminated { throw Failure(.terminated) }
    }

    private static func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch let failure as Failure {
            Console.report(failure)
        } catch {
            Console.note("\(error)")
        }
    }

    /// What the files hold; nil where one cannot be read now, or the first one is empty.
    private static func bytes(of paths: [String]) -> [[UInt8]]? {
        var found: [[UInt8]] = []
        for path in paths {
            guard let bytes = try? FileBytes.read(path, most: FileBytes.rulesBytesMax) else {
                return nil
            }
            found.append(bytes)
        }
        return found.first?.isEmpty == false ? found : nil
    }
}

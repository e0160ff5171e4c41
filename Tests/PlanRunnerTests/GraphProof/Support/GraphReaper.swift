// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import GraphSimulator
import HTTPTransport

/// Takes aside what a process would leave if it died now, at every step of a run: between any two
/// calls of the runner, before every commit, right before each request, and right after each has
/// taken effect. What is the same as at the step before is left out.
final class GraphReaper: Sendable {
    /// What is left at one step.
    struct Death: Sendable {
        /// Where it is.
        let name: String
        let remains: GraphRemains
    }

    private struct State {
        var deaths: [Death] = []
        var last: [Data] = []
        var count = 0
    }

    private let state = Lock(State())
    private let folder: String

    /// A reaper that keeps state files in `folder`.
    init(folder: String) { self.folder = folder }

    /// All that would have been left, in the order of the steps.
    var deaths: [Death] { state.withLock { $0.deaths } }

    /// Watches `world` from now on.
    func follow(_ world: GraphWorld) {
        world.world.witness.watchEvery { [weak world] name in
            if let world { self.take(name, of: world) }
        }
        world.wire.watch { [weak world] place, number, request in
            guard let world else { return nil }
            let target = request.url.split(separator: "/").suffix(2).joined(separator: "/")
            self.take("\(place) request \(number), \(request.method.rawValue) \(target)", of: world)
            return nil
        }
    }

    /// Watches `world` no more.
    func leave(_ world: GraphWorld) {
        world.world.witness.watchEvery(nil)
        world.wire.watch(nil)
    }

    private func take(_ name: String, of world: GraphWorld) {
        state.withLock { state in
            let remains = GraphRemains(of: world, to: "\(folder)/left-\(state.count)")
            let fingerprint = remains.fingerprint
            if fingerprint == state.last { return remains.remove() }
            state.last = fingerprint
            state.count += 1
            state.deaths.append(Death(name: name, remains: remains))
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Fork and join over plain threads, which end with the work.
///
/// Dispatch would do, but on Linux it looks at its threads by files of `/proc` that a process which has
/// closed the disk to itself cannot open, and ends the process where it cannot.
package enum ThreadTeam {
    /// Calls `body` once for each of `parts`, on as many threads at once as there are processors, and
    /// returns when all are done. The parts are begun in their order; where no thread can be
    /// had, those that there are do all of them.
    package static func run(parts: Int, _ body: @Sendable (Int) -> Void) {
        if parts == 1 { return body(0) }
        withoutActuallyEscaping(body) { body in
            let work = Work(parts: parts, body: body)
            let threads = work.started(min(parts, processors) - 1)
            work.run()
            // pthread_join(3): cannot fail for a thread that was started here and is joined once.
            for thread in threads { pthread_join(thread, nil) }
        }
    }

    /// How many processors there are: sysconf(3).
    private static let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// What a team does.
    private final class Work: Sendable {
        private let parts: Int
        private let body: @Sendable (Int) -> Void
        private let next = Atomic(0)

        init(parts: Int, body: @escaping @Sendable (Int) -> Void) {
            self.parts = parts
            self.body = body
        }

        /// Does what is left, part by part.
        func run() {
            while true {
                let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
                if part >= parts { return }
                body(part)
            }
        }

        /// Up to `count` threads that do it as well; signals are for others.
        func started(_ count: Int) -> [pthread_t] {
            var (all, before) = (sigset_t(), sigset_t())
            unsafe sigfillset(&all)
            unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
            defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
            var threads: [pthread_t] = []
            for _ in 0..<max(0, count) {
                var thread = pthread_t()
                let own = unsafe Unmanaged.passRetained(self)
                let status = unsafe pthread_create(
                    &thread, nil,
                    { argument in
                        guard let argument = unsafe argument else { return nil }
                        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                        return nil
                    }, own.toOpaque())
                guard status == 0 else {
                    unsafe own.release()
                    break
                }
                threads.append(thread)
            }
            return threads
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Standard output for data, standard error for everything else. The one place that prints.
enum Console {
    /// Whether standard error is a terminal that can show one line that changes.
    static var errorIsTerminal: Bool {
        isatty(STDERR_FILENO) == 1 && Environment.value("TERM") != "dumb"
    }

    /// Whether standard output is a terminal.
    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Makes a write to a closed pipe an error.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Writes `text` to standard error, with a line end.
    static func note(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    /// Writes `text` to standard error as it stands.
    static func noteRaw(_ text: String) { write(text, to: STDERR_FILENO) }

    /// Writes `text` to standard output, with a line end.
    static func say(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    /// Writes `text` to standard output as it stands.
    static func sayRaw(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Says why a command failed.
    static func report(_ failure: Failure) {
        if let message = failure.message { note("error: \(message)") }
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            while start < bytes.count {
                let count = Glibc.write(
                    descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
                if count < 0, errno == EINTR { continue }
                // Nobody reads on: there is nobody left to tell.
                if count <= 0 { return }
                start += count
            }
        }
    }
}

/// The process environment.
enum Environment {
    /// The variables that decide where files of a user lie.
    static var all: [String: String] {
        var found: [String: String] = [:]
        for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] { found[name] = value(name) }
        return found
    }

    /// The value of the variable `name`; nil when it is not set or empty.
    static func value(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}

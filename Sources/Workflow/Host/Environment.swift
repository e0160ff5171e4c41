// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The process environment.
package enum Environment {
    /// The variables that decide where files of a user lie.
    package static var all: [String: String] {
        var found: [String: String] = [:]
        for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] { found[name] = folder(name) }
        return found
    }

    /// The variables that rounds which a machine starts by itself need as they are here: where files
    /// lie, and where tokens are kept. Secrets are not among them.
    package static var ofRounds: [String: String] {
        var found: [String: String] = [:]
        for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] {
            found[name] = folder(name)
        }
        found["CLEANRULES_TOKEN_STORE"] = value("CLEANRULES_TOKEN_STORE")
        return found
    }

    /// The folder that the variable `name` tells; nil when it is not set, or no absolute path: such a
    /// one would lead somewhere else from every working directory, and is to be ignored (XDG base
    /// directory specification).
    package static func folder(_ name: String) -> String? {
        value(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// The value of the variable `name`; nil when it is not set or empty.
    package static func value(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Whether the characters of the locale are those of Unicode: locale(7) has the order.
    package static var isUnicode: Bool {
        let locale = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? ""
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }
}

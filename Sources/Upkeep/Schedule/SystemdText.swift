// SPDX-License-Identifier: Apache-2.0

internal import Text

/// Words as files of systemd hold them.
enum SystemdText {
    /// A word of a command line, as `systemd.service(5)` reads it: in quotes, with what C writes by a
    /// backslash, and with the signs of specifiers doubled. The line has to begin with `:`, so that
    /// nothing in it is taken for a variable.
    static func argument(_ word: String) -> String {
        let text = word.parts(between: "\\").joined(separator: "\\\\")
            .parts(between: "\"").joined(separator: "\\\"")
        return "\"" + specified(text) + "\""
    }

    /// A path in a list of paths. One that is not there is passed over: it must not keep the round
    /// from saying so.
    static func path(_ path: String) -> String { "-" + argument(path) }

    /// An assignment to a variable of the environment.
    static func assignment(_ name: String, _ value: String) -> String {
        argument(name + "=" + value)
    }

    /// `%` begins what systemd puts in.
    private static func specified(_ text: String) -> String {
        text.parts(between: "%").joined(separator: "%%")
    }
}

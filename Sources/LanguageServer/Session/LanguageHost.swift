// SPDX-License-Identifier: Apache-2.0

package import Messages
package import RuleEngine
package import YAMLBridge

/// What a session needs of the machine that it runs on.
package protocol LanguageHost: Sendable {
    /// The one path by which the file at `path` goes, links followed; `path` where it is not there.
    func place(of path: String) -> String

    /// What the file at `path` holds; nil where it cannot be read.
    func read(_ path: String) -> [UInt8]?

    /// The rules in `bytes`, the file at `path`, with those that they include: as `open` has them by
    /// their place, else as they lie on the disk, if they may be read. What is not saved yet has no
    /// path and includes nothing.
    func decode(
        _ bytes: [UInt8], path: String?, open: (_ place: String) -> [UInt8]?
    ) -> DecodedRuleFile

    /// What `check` says of them.
    func findings(in decoded: DecodedRuleFile) -> [Diagnostic]

    /// `clause` in the language of `locale`, or in that of the environment.
    func say(_ clause: Message, in locale: String?) -> String
}

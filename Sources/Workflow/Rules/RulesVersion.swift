// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import Text
internal import YAMLBridge

/// A version of rules that is compared with another: a file, or one of a git repository.
package enum RulesVersion {
    /// The rules that `name` says: a file, or, as git writes it, `HEAD:rules.yaml`.
    ///
    /// What a version of a repository includes is taken from the same version. git is asked without a
    /// shell, and for nothing but the bytes.
    package static func load(_ name: String) throws(Failure) -> LoadedRules {
        guard !FileBytes.exists(name), let colon = name.firstIndex(of: ":"),
            colon > name.startIndex,
            !name.hasPrefix("-"), !name.hasPrefix("/")
        else { return try RulesLoader.load(name) }
        let revision = String(name[...colon])
        let decoded = RuleFileDecoder.decode(try bytes(of: name), file: name) { path, _ in
            let whole = path.utf8.starts(with: revision.utf8) ? path : revision + path
            do throws(Failure) {
                return try bytes(of: whole)
            } catch {
                throw ValueError(.includeUnreadable, error.clause ?? Message("unreadable"))
            }
        }
        RulesLoader.report(decoded.rules.diagnostics, decoded.sources)
        return try RulesLoader.loaded(decoded, name)
    }

    private static func bytes(of object: String) throws(Failure) -> [UInt8] {
        let shown = VisibleText.escaped(object)
        let answer = HelperProgram.run(
            "git",
            ["--no-pager", "show", "--no-textconv", "--no-ext-diff", "--end-of-options", object])
        guard let answer else {
            throw Failure(
                .failed,
                Message("cannot read '\(shown)': there is no such file, and 'git' cannot be run"))
        }
        guard answer.status == 0, let bytes = answer.output else {
            throw Failure(
                .failed,
                Message(
                    "cannot read '\(shown)': \(VisibleText.escaped(answer.complaint ?? "git"))"))
        }
        return bytes
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
package import ReviewUI
internal import RuleEditing
internal import RuleEngine
package import Text
package import Wording
internal import YAMLBridge

/// The rules of a file, as the page shows and changes them: over the last listing of the state, of
/// which nothing is changed.
package actor RulesDesk: RulesPage {
    /// A save that can be taken back.
    private struct Step {
        /// The files as they were before.
        let before: [RuleSource]
        /// The digest of what was written.
        let after: String
    }

    package nonisolated let version = Version.text
    /// The rules as they were found.
    let start: EditedRulesFile
    let state: StateFile
    var session: StateSession?
    var standing: (key: String, rules: RulesStanding)?
    private var steps: [Step] = []
    private var stamps: [String] = []
    private var count: Int64 = 1

    /// How many saves can be taken back.
    private static let stepCountMax = 50
    /// The most items that stand in the answer to edits.
    private static let changedCountMax = 50

    /// A desk over the rules that `named` says, or those that `plan` would use, and the listings in
    /// `state`.
    package init(_ named: String?, state: StateFile) throws(Failure) {
        start = try EditedRulesFile.read(named)
        self.state = state
    }

    package func revision() -> Int64 {
        let files = (standing?.rules.file ?? start).sources.map(\.file)
        let now = (files + [state.path, state.path + "-wal"]).map { Self.stamp($0) }
        if now != stamps {
            stamps = now
            count += 1
        }
        return count
    }

    /// What changes when the file at `path` does.
    private static func stamp(_ path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "" }
        let time = status.st_mtim
        return "\(status.st_ino) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)"
    }

    // MARK: Looks

    package func rules(_ words: Words) async throws(RulesPageError) -> JSONValue {
        answer(try await look(), words)
    }

    package func items(
        _ id: String, offset: Int, most: Int, _ words: Words
    ) async throws(RulesPageError) -> JSONValue {
        let rules = try await look()
        guard let verdicts = rules.verdicts, let number = verdicts.numbers[id] else {
            throw RulesPageError(
                .unknown, .clause(Message("there is no rule '\(VisibleText.escaped(id))'")))
        }
        let rows = verdicts.plan.orderedRows { verdicts.takes(number, $0) }
        return .object([
            ("total", .number(rows.count)),
            (
                "items",
                .list(rows.dropFirst(offset).prefix(most).map { .object(verdicts.item($0)) })
            ), ("now", .text("\(SystemClock.now())")),
        ])
    }

    private func answer(_ rules: RulesStanding, _ words: Words) -> JSONValue {
        .object(
            RulesPageJSON(words: words).rules(rules, command: words.command(.sync)) + [
                ("can_undo", .bool(steps.last?.after == rules.digest))
            ])
    }

    // MARK: Edits

    package func preview(
        _ edits: [RulesPageEdit], _ words: Words
    ) async throws(RulesPageError) -> JSONValue {
        let rules = try await look()
        let json = RulesPageJSON(words: words)
        let edited: EditedRules
        do throws(EditRefusal) {
            edited = try RuleEditor.edited(rules.file.sources, Self.edits(edits))
        } catch {
            return json.refusal(error, rules)
        }
        var members: [(name: String, value: JSONValue)] = [
            ("ok", .bool(true)), ("digest", .text(rules.digest)),
            ("diff", .texts(RulesPageJSON.diff(rules.file.sources, edited.sources))),
            ("findings", json.findings(edited.decoded.rules.diagnostics, edited.sources)),
            ("rules", json.written(edited.sources, nil)),
        ]
        if let effect = try await effect(of: edited, on: rules) {
            members += json.effect(effect.comparison, effect.after, most: Self.changedCountMax)
        }
        return .object(members)
    }

    package func save(
        _ edits: [RulesPageEdit], digest: String, _ words: Words
    ) async throws(RulesPageError) -> JSONValue {
        let file = try current(digest)
        let after = try Self.edited(file, edits)
        try write(after, over: file)
        if after != file.sources {
            steps.append(Step(before: file.sources, after: RulesLoader.digest(after)))
            if steps.count > Self.stepCountMax { steps.removeFirst() }
        }
        return answer(try await look(), words)
    }

    package func undo(digest: String, _ words: Words) async throws(RulesPageError) -> JSONValue {
        let file = try current(digest)
        guard let step = steps.last, step.after == digest else {
            throw RulesPageError(
                .changed, .clause(Message("nothing that this page saved is there to be undone")))
        }
        try write(step.before, over: file)
        steps.removeLast()
        return answer(try await look(), words)
    }

    /// The rules as they are now, if they are those of `digest`.
    private func current(_ digest: String) throws(RulesPageError) -> EditedRulesFile {
        let file = try Self.told { () throws(Failure) in try start.readAgain(changes: true) }
        guard file.digest == digest else {
            throw RulesPageError(
                .changed,
                .clause(
                    Message(
                        "the rules were changed elsewhere meanwhile, and are left as they are; look at"
                            + " them again")))
        }
        return file
    }

    private static func edited(
        _ file: EditedRulesFile, _ wishes: [RulesPageEdit]
    ) throws(RulesPageError) -> [RuleSource] {
        do throws(EditRefusal) {
            return try RuleEditor.edited(file.sources, Self.edits(wishes)).sources
        } catch {
            throw RulesPageError(.invalid, .clause(error.clause.mappingTexts(VisibleText.escaped)))
        }
    }

    private func write(_ sources: [RuleSource], over file: EditedRulesFile) throws(RulesPageError) {
        try Self.told { () throws(Failure) in try file.write(sources) }
    }

    /// What `body` fails with, as the page is told it.
    static func told<Value>(_ body: () throws(Failure) -> Value) throws(RulesPageError) -> Value {
        do throws(Failure) {
            return try body()
        } catch {
            throw RulesPageError(error)
        }
    }
}

extension RulesPageError {
    /// The same as `failure`.
    init(_ failure: Failure) {
        let phrase = failure.phrase ?? .clause(Message("the rules cannot be read now"))
        self.init(failure.status == .refused ? .refused : .failed, phrase)
    }
}

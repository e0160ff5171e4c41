// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import YAMLBridge

/// One change of a rules file, in the words of the language.
package enum RuleEdit: Sendable {
    /// Writes a value under a key of a rule; `match.ext` is the path `["match", "ext"]`.
    case set(String, path: [String], PlainValue)
    /// Takes a key out of a rule.
    case unset(String, path: [String])
    /// Lets a rule count.
    case enable(String)
    /// Lets a rule rest.
    case disable(String)
    /// Gives a rule another id, also where tests name it.
    case rename(String, to: String)
    /// Gives a definition another name, also where conditions use it.
    case renameDefinition(String, to: String)
    /// Puts a rule beside another one of its list.
    case move(String, Side, String)
    /// Takes a rule out.
    case remove(String)
    /// Adds a rule, at the end of its list or beside a rule of it.
    case add(NewRule, isProtection: Bool, beside: Anchor?)
    /// Has a rule no longer apply where a condition holds, besides where it does not already.
    case except(String, PlainValue)
    /// Adds a test behind the others.
    case addTest(NewTest)
    /// Writes a value under a key of the first file; `review.trial` is the path `["review", "trial"]`.
    case setting([String], PlainValue)

    /// On which side of another rule.
    package enum Side: Sendable {
        case before, after
    }

    /// A place beside a rule.
    package struct Anchor: Sendable {
        /// On which side.
        package var side: Side
        /// Of which rule.
        package var id: String

        /// The place on `side` of the rule `id`.
        package init(_ side: Side, _ id: String) {
            self.side = side
            self.id = id
        }
    }
}

extension PlainValue {
    /// The value that a person means by one argument under `key`: what is between brackets or quotes is
    /// read as YAML, everything else is a text as it is. Where globs are asked for, `[ab]` and `{a,b}`
    /// are such.
    package init(argument: String, under key: String?) {
        self.init(argument: argument)
        let globs = ["name", "path", "mime", "owner", "camera"]
        guard let key, globs.contains(key), isGlob(argument) else { return }
        self = .text(argument)
    }

    /// Whether `argument`, of which this was made, is no list and no mapping that one would write: one
    /// text alone between brackets, or keys without values between braces.
    private func isGlob(_ argument: String) -> Bool {
        let isQuoted = argument.contains("'") || argument.contains("\"")
        switch self {
        case .list(let elements):
            guard elements.count == 1, !isQuoted, !argument.contains(",") else { return false }
            if case .list = elements[0] { return false }
            return !argument.contains("{")
        case .map(let entries):
            return !isQuoted
                && entries.allSatisfy { entry in
                    if case .empty = entry.value { return true }
                    return false
                }
        case .empty, .text: return false
        }
    }

    /// The same where no glob can stand.
    package init(argument: String) {
        self = .text(argument)
        guard let first = argument.unicodeScalars.first, "[{\"'".unicodeScalars.contains(first)
        else { return }
        let source = SourceText(file: "", bytes: Array(argument.utf8))
        guard let tree = MarkedTree(of: source), let root = tree.root,
            tree[root].range == 0..<source.bytes.count
        else { return }
        self = PlainValue(root, in: tree)
    }

    /// What `yaml` says; nil where it is not YAML, or nothing.
    package init?(yaml: String) {
        let source = SourceText(file: "", bytes: Array(yaml.utf8))
        guard let tree = MarkedTree(of: source), let root = tree.root else { return nil }
        self = PlainValue(root, in: tree)
    }

    /// The same with `value` at `path`; nil where what stands there has no keys. Without a value, what
    /// stands at `path` is taken out.
    func setting(_ path: ArraySlice<String>, to value: PlainValue?) -> PlainValue? {
        guard let key = path.first else { return value }
        let rest = path.dropFirst()
        switch self {
        case .map, .empty:
            var map = if case .map = self { self } else { PlainValue.map([]) }
            if rest.isEmpty {
                map[key] = value
                return map
            }
            guard let inner = (map[key] ?? .map([])).setting(rest, to: value) else { return nil }
            map[key] = inner
            return map
        case .list(var elements):
            guard let index = Int(key), elements.indices.contains(index), !rest.isEmpty,
                let inner = elements[index].setting(rest, to: value)
            else { return nil }
            elements[index] = inner
            return .list(elements)
        case .text: return nil
        }
    }

    /// The value below the keys `path`, each in a mapping of its own.
    static func nested(_ path: ArraySlice<String>, _ value: PlainValue) -> PlainValue {
        path.reversed().reduce(value) { .map([Entry($1, $0)]) }
    }
}

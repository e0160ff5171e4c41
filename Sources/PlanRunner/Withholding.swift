// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import StateLedger

/// Why items that are due wait, although nothing speaks against them: a tier does not allow it now, or
/// what other devices decided could not be heard. They are held, and their time stays what it was.
struct Withholding {
    /// Why nothing at all is deleted in this round.
    private var all: String?
    /// Why nothing is deleted for good.
    private var permanent: String?
    /// Why nothing is deleted that may have been kept elsewhere.
    private var shared: String?

    /// What holds at `instant` for `runner` and `rules`.
    init(_ runner: Runner, _ rules: RulesInForce, at instant: Timestamp) async throws(RunnerError) {
        if let why = runner.unheard() {
            shared = String(
                clause:
                    "what other devices decided could not be heard (\(why)), and one of them may"
                    + " have kept it; it waits until that is heard, or sharing is ended by 'cleanrules"
                    + " sync decisions --off'")
        }
        guard let bounds = try await runner.tierBounds(rules, instant), bounds.obstacle == nil
        else { return }
        if !bounds.allowsUnattended, runner.isUnattended {
            all = String(
                clause: "\(bounds.title) does not allow rounds that nobody watches; 'cleanrules"
                    + " execute' deletes it")
        }
        if !bounds.allowsPermanent {
            permanent = String(
                clause: "\(bounds.title) does not allow anything to be deleted for good")
        }
    }

    /// Why `item` is held; nil where nothing holds it.
    func reason(against item: StagedItem) -> String? {
        if let all { return all }
        if let permanent, item.order.method == DeletionMethod.permanent.rawValue {
            return permanent
        }
        return item.order.isShared ? shared : nil
    }
}

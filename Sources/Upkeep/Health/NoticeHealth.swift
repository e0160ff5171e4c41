// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// Those whom rounds tell what they came to: whether all is there that sending needs. Nobody is asked.
struct NoticeHealth {
    let rules: LoadedRules?

    func findings() -> [Finding] {
        guard let rules else { return [] }
        let values = NoticeValues(folder: rules.folder)
        return rules.file.notifications.map { finding($0, values.lack(for: $0)) }
    }

    private func finding(
        _ target: NotificationTarget, _ lack: NoticeValues.Lack?
    ) -> Finding {
        let recipient = target.mail.map { " " + VisibleText.escaped($0.recipient.text) } ?? ""
        let subject = target.channel.rawValue + recipient
        guard let lack else { return .well(.notify, .doctorNotify, of: subject) }
        let isValue = lack.code == "no_value" || lack.code == "no_address"
        return .attention(
            .notify, lack.code, lack.why, fix: isValue ? .doctorFixNotify : .doctorFixNotifyProgram,
            of: subject)
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport
internal import RuleEngine
internal import Text
internal import Threads
internal import Wording

/// Brings notices to one person as mails: to a server, or to a program of this machine.
struct MailCarrier {
    let rules: LoadedRules
    let target: NotificationTarget
    let mail: NotificationTarget.Mail

    /// How long a server may take, in seconds.
    private static let secondsMax = 11.0
    /// What a program says of its end is not kept longer than this.
    private static let complaintCountMax = 200

    /// Why `notice` could not be sent; nil if it was. `name` tells the target from others.
    func failure(of notice: Notice, named name: String) async -> UnsentNotice? {
        let values = NoticeValues(folder: rules.folder)
        if let lack = values.lack(for: target) { return unsent(lack.why) }
        guard let message = MailMessage(notice, to: target, named: name),
            let address = values.text(of: target.address)
        else { return unsent(.notifyNoServer) }
        if mail.isForProgram { return await handOver(message, to: address) }
        guard let server = MailServer(address) else { return unsent(.notifyNoServer) }
        var access = MailAccess(needsTLS: needsTLS(server))
        if let user = mail.user.flatMap({ values.text(of: $0) }),
            let key = target.key.flatMap({ values.password(of: $0) })
        {
            access.credential = (user, key)
        }
        return await send(message, to: server, access)
    }

    private func unsent(_ why: Phrase, isFinal: Bool = false) -> UnsentNotice {
        UnsentNotice(channel: target.channel.rawValue, why: why, isFinal: isFinal)
    }

    // MARK: By a server

    /// An open line is enough to this machine, and where the rules say so.
    private func needsTLS(_ server: MailServer) -> Bool {
        mail.encryption.map { $0 == .required } ?? !server.isLoopback
    }

    private func send(
        _ message: MailMessage, to server: MailServer, _ access: MailAccess
    ) async -> UnsentNotice? {
        let letter = Mail(
            from: mail.sender.text, to: mail.recipient.text, bytes: message.bytes(.network))
        do throws(HTTPError) {
            let reply = try await MailTransport.send(
                letter, to: server, access,
                settings: CurlSettings(environment: Environment.network),
                seconds: Self.secondsMax)
            switch reply {
            case .taken: return nil
            case .refused(_, let text): return unsent(.notifyMailReply(text: text))
            case .refusedForGood(_, let text):
                return unsent(.notifyMailReply(text: text), isFinal: true)
            }
        } catch {
            return unsent(.told(error.message))
        }
    }

    // MARK: By a program

    /// Hands the mail to the program at `path`, which has nothing of this process but where its user
    /// is at home.
    private func handOver(_ message: MailMessage, to path: String) async -> UnsentNotice? {
        let bytes = message.bytes(.local)
        let arguments = ["-i", "-f", mail.sender.text, "--", mail.recipient.text]
        let surroundings = Self.surroundings
        let shown = VisibleText.escaped(path)
        let answer = await BlockingCall.value {
            HelperProgram.run(path, arguments, input: bytes, surroundings: surroundings)
        }
        guard let answer else { return unsent(.notifyProgramUnstarted(path: shown)) }
        if answer.isLate { return unsent(.notifyProgramLate(path: shown)) }
        if answer.status == 0 { return nil }
        let complaint = answer.complaint.map {
            ": " + VisibleText.line($0, most: Self.complaintCountMax)
        }
        return unsent(
            .notifyProgramStatus(path: shown, text: String(answer.status) + (complaint ?? "")))
    }

    private static var surroundings: [String: String] {
        var found = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"]
        for name in ["HOME", "XDG_CONFIG_HOME"] { found[name] = Environment.folder(name) }
        for name in ["USER", "LOGNAME"] { found[name] = Environment.value(name) }
        return found
    }
}

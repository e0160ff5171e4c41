// SPDX-License-Identifier: Apache-2.0

import CLibCurl
internal import Messages
import POSIX
internal import Threads

/// Hands mails to servers through libcurl (RFC 5321): TLS that is always verified, one connection for
/// one mail, and an end after a time whatever the server does.
package enum MailTransport {
    /// Whether this libcurl speaks SMTP.
    package static var isPossible: Bool {
        guard (try? CurlLibrary.facts()) != nil,
            let info = unsafe curl_version_info(CURLVERSION_FIRST),
            var name = unsafe info.pointee.protocols
        else { return false }
        while let text = unsafe name.pointee {
            if unsafe String(cString: text) == "smtp" { return true }
            unsafe name += 1
        }
        return false
    }

    /// Hands `mail` to `server`, within `seconds`; what the server says of it. `settings` say whom to
    /// trust. Throws where nothing is known of the mail: it may have been taken then, if the error
    /// says so, and what has the same Message-ID is seen as the same mail.
    package static func send(
        _ mail: Mail, to server: MailServer, _ access: MailAccess, settings: CurlSettings,
        seconds: Double
    ) async throws(HTTPError) -> MailReply {
        _ = try CurlLibrary.facts()
        let stop = MailStop(deadline: MonotonicTime.seconds + seconds)
        let outcome: Result<MailReply, HTTPError> = await withTaskCancellationHandler {
            await BlockingCall.value { () -> Result<MailReply, HTTPError> in
                do throws(HTTPError) {
                    let transfer = try MailTransfer(mail, server, settings, stop)
                    return .success(try transfer.perform(access, seconds: seconds))
                } catch {
                    return .failure(error)
                }
            }
        } onCancel: {
            stop.raise()
        }
        return try outcome.get()
    }
}

/// When a mail is given up.
final class MailStop: Sendable {
    private let deadline: Double
    private let isRaised = Lock(false)

    /// It is at `deadline` of `MonotonicTime`, if not before.
    init(deadline: Double) { self.deadline = deadline }

    /// Gives it up now.
    func raise() { isRaised.withLock { $0 = true } }

    /// Whether nobody waits any more.
    var isCancelled: Bool { isRaised.withLock { $0 } }

    /// Whether the time is over.
    var isLate: Bool { MonotonicTime.seconds >= deadline }
}

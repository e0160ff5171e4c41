// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger

/// Of what kind it was that a service did not give what was asked for, as a person meets it. A word,
/// and nothing that names a host, a drive or an item.
package enum ServiceFault: String, Sendable, CaseIterable {
    /// A person has to sign in.
    case signIn = "sign-in"
    /// The service cannot be reached, or asks to wait.
    case offline
    /// The drive is full.
    case full
    /// It said no for another reason.
    case refused

    /// What an error of a drive is.
    init(_ error: DriveError) {
        self =
            switch error.recourse {
            case .signIn: .signIn
            case .retry: .offline
            case .quota: .full
            case .none, .rescan: .refused
            }
    }

    /// What a failure is that a drive of a service ended with.
    package init(_ failure: Failure) {
        self =
            switch failure.status {
            case .signIn: .signIn
            case .offline: .offline
            default: .refused
            }
    }
}

extension StateSession {
    /// Counts that a service did not give what was asked for.
    package func count(_ fault: ServiceFault) async { await count(.apiError, fault.rawValue) }
}

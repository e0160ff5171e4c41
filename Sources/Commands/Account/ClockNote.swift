// SPDX-License-Identifier: Apache-2.0

internal import AccountAccess
internal import DriveAdapters
internal import Workflow

/// Says once, as soon as the sign-in service has answered, that its clock and this machine's differ.
final class ClockNote: Sendable {
    private let service: SignInService
    private let drive: String
    private let isSaid = Lock(false)

    /// The clock of `service`, which signs in to `drive`.
    init(service: SignInService, drive: String) {
        self.service = service
        self.drive = drive
    }

    /// Says it, if it is so and was not said.
    func say() {
        guard let finding = service.clockFinding(of: drive),
            isSaid.withLock({ isSaid in
                defer { isSaid = true }
                return !isSaid
            })
        else { return }
        [finding].warn()
    }
}

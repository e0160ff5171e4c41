// SPDX-License-Identifier: Apache-2.0

package import AccountAccess
internal import HTTPTransport
internal import RuleEngine

extension SignInService {
    /// That the service's last answer named another time than this machine's, by more than may be; nil
    /// where it did not. The finding is of `drive`, to which somebody signs in.
    package func clockFinding(of drive: String) -> PreflightFinding? {
        guard let reading = clockReading else { return nil }
        return PreflightFinding.clock(
            there: Timestamp(secondsSinceEpoch: Int64(reading.service)),
            here: Timestamp(secondsSinceEpoch: Int64(reading.machine)), of: drive)
    }
}

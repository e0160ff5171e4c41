// SPDX-License-Identifier: Apache-2.0

/// How a drive behaves: consumers' drives in their old and their new form, and SharePoint's.
package enum SimulatedDriveKind: String, Sendable, Hashable, CaseIterable {
    /// A consumer's drive that SharePoint keeps, as all are since 2024.
    case personal
    /// A consumer's drive as it was before: counted ids, tags without quotes.
    case personalLegacy = "personal-legacy"
    /// The OneDrive of an employee.
    case business
    /// A library that several share.
    case library

    /// Whether it belongs to a consumer.
    var isPersonal: Bool { self == .personal || self == .personalLegacy }

    /// What the service calls it.
    var driveType: String {
        switch self {
        case .personal, .personalLegacy: "personal"
        case .business: "business"
        case .library: "documentLibrary"
        }
    }

    /// After how many days the recycle bin is emptied.
    var binDayCount: Int { isPersonal ? 30 : 93 }
}

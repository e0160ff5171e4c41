// SPDX-License-Identifier: Apache-2.0

/// Microsoft runs several clouds that know nothing of each other's accounts.
package enum NationalCloud: String, Sendable, Hashable, CaseIterable {
    /// The one for everybody, and the only one with personal accounts.
    case global
    /// US Government L4, also called GCC High.
    case usGovernment = "us-gov"
    /// US Government L5, of the Department of Defense.
    case usDefense = "us-dod"
    /// China, operated by 21Vianet.
    case china

    /// The cloud that `word` names, without regard to case; nil where it names none.
    package init?(word: String) {
        switch word.lowercased() {
        case "global", "public", "none": self = .global
        case "us-gov", "usgov", "gcc-high", "usl4", "us": self = .usGovernment
        case "us-dod", "usdod", "dod", "usl5": self = .usDefense
        case "china", "cn": self = .china
        default: return nil
        }
    }

    /// The words to choose from, for messages.
    package static let words = allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

    /// The host that accounts sign in at.
    package var loginHost: String {
        switch self {
        case .global: "login.microsoftonline.com"
        case .usGovernment, .usDefense: "login.microsoftonline.us"
        case .china: "login.chinacloudapi.cn"
        }
    }

    /// The host of Microsoft Graph, which scopes name as well.
    package var graphHost: String {
        switch self {
        case .global: "graph.microsoft.com"
        case .usGovernment: "graph.microsoft.us"
        case .usDefense: "dod-graph.microsoft.us"
        case .china: "microsoftgraph.chinacloudapi.cn"
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

extension Timestamp: Codable {
    /// Reads seconds since 1970.
    public init(from decoder: any Decoder) throws {
        secondsSinceEpoch = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes seconds since 1970.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(secondsSinceEpoch)
    }
}

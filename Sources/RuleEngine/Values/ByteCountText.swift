// SPDX-License-Identifier: Apache-2.0

/// Sizes for people.
public enum ByteCountText {
    /// Three digits at most and a binary unit: `812.4 MiB`, `17 B`.
    public static func short(_ bytes: Int64) -> String {
        let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        if bytes < 1_024 { return "\(bytes) B" }
        var unit = 0
        // In tenths, rounded half up, so that no floating point is involved.
        var scale: Int64 = 1_024
        while unit < units.count - 1, tenths(bytes, scale) >= 10_240 {
            unit += 1
            scale *= 1_024
        }
        let value = tenths(bytes, scale)
        return "\(value / 10).\(value % 10) \(units[unit])"
    }

    /// The exact number with its unit, and the short form where it says more.
    public static func exact(_ bytes: Int64) -> String {
        bytes < 1_024 ? "\(bytes) B" : "\(bytes) B (\(short(bytes)))"
    }

    private static func tenths(_ bytes: Int64, _ scale: Int64) -> Int64 {
        // Full width, for ten times the largest size does not fit.
        let (high, low) = bytes.multipliedFullWidth(by: 10)
        let (rounded, carry) = low.addingReportingOverflow(UInt64(scale) / 2)
        return scale.dividingFullWidth((high + (carry ? 1 : 0), rounded)).quotient
    }
}

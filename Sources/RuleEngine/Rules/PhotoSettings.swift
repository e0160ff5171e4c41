// SPDX-License-Identifier: Apache-2.0

/// The `photos` of a file: when, and how long a day, pictures are looked at.
public struct PhotoSettings: Sendable, Hashable {
    /// How many seconds of a local day; nil for as long as it takes.
    public var secondsPerDay: Int64?
    /// The time of day in which it is done; nil for any.
    public var window: Window?

    /// A time of day, in minutes from midnight on the wall; one that ends before it begins goes on
    /// over midnight.
    public struct Window: Sendable, Hashable {
        /// When it begins.
        public var startMinute: Int
        /// When it ends.
        public var endMinute: Int

        /// The given time of day.
        public init(startMinute: Int, endMinute: Int) {
            self.startMinute = startMinute
            self.endMinute = endMinute
        }

        /// Whether `minute` of the day is in it.
        public func contains(minute: Int) -> Bool {
            startMinute <= endMinute
                ? (startMinute..<endMinute).contains(minute)
                : minute >= startMinute || minute < endMinute
        }
    }

    /// Whether anything is said at all.
    package var isSet: Bool { secondsPerDay != nil || window != nil }

    /// Whenever, and as long as it takes.
    public init() {}

    /// Whether pictures may be looked at `instant` on the wall of `zone`.
    package func mayLook(at instant: Timestamp, zone: RuleTimeZone) -> Bool {
        guard let window else { return true }
        let seconds = zone.wall(at: instant.secondsSinceEpoch)
        let second = seconds - floorDivided(seconds, 86_400) * 86_400
        return window.contains(minute: Int(second / 60))
    }
}

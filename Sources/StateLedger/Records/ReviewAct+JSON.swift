// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

extension ReviewAct {
    /// All of it as JSON, for the history.
    var json: String {
        var object = JSONObject()
        object.add("number", number)
        object.add("verdict", verdict.rawValue)
        object.add("until", until?.secondsSinceEpoch)
        object.add("drive", drive)
        object.add("id", id)
        object.add("path", path)
        object.add("itemCount", itemCount)
        object.add("at", at.secondsSinceEpoch)
        object.add("day", day)
        object.add("zone", zone)
        object.add("source", source)
        object.add("key", key)
        object.add("milliseconds", milliseconds)
        object.add("blind", isBlind ? Int64(1) : 0)
        object.add("charge", charge)
        return object.text
    }

    /// Reads what `json` has written.
    init(json: String) throws(JSONReader.Malformed) {
        var read = ReviewAct(
            verdict: .later, item: RecordedItem(drive: "", id: "", path: "", type: .file),
            at: Timestamp(secondsSinceEpoch: 0), day: "", zone: "", source: "")
        var reader = JSONReader(json)
        try reader.object { (reader, key) throws(JSONReader.Malformed) in
            switch key {
            case "number": read.number = try reader.integer()
            case "verdict":
                guard let verdict = ReviewVerdict(rawValue: try reader.string()) else {
                    throw JSONReader.Malformed()
                }
                read.verdict = verdict
            case "until": read.until = try reader.instant()
            case "drive": read.drive = try reader.string()
            case "id": read.id = try reader.string()
            case "path": read.path = try reader.string()
            case "itemCount": read.itemCount = try reader.integer()
            case "at": read.at = try reader.instant()
            case "day": read.day = try reader.string()
            case "zone": read.zone = try reader.string()
            case "source": read.source = try reader.string()
            case "key": read.key = try reader.string()
            case "milliseconds": read.milliseconds = try reader.integer()
            case "blind": read.isBlind = try reader.integer() != 0
            case "charge": read.charge = try reader.integer()
            default: try reader.skip()
            }
        }
        try reader.end()
        self = read
    }
}

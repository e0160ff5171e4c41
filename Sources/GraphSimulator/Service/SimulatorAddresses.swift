// SPDX-License-Identifier: Apache-2.0

internal import Text

/// Where the simulator is reached.
struct SimulatorAddresses: Sendable, Hashable {
    /// Graph and the sign-in service, without a slash at the end.
    var graph = "http://127.0.0.1:18080"
    /// Where contents and thumbnails are fetched: another origin, as with the service.
    var downloads = "http://127.0.0.1:18081"

    /// The path and query of `url` below one of the two; nil if it is elsewhere.
    func place(of url: String) -> (isDownload: Bool, target: Substring)? {
        for (base, isDownload) in [(graph, false), (downloads, true)] where url.hasPrefix(base) {
            let rest = url[url.index(url.startIndex, offsetBy: base.count)...]
            if rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("?") {
                return (isDownload, rest)
            }
        }
        return nil
    }
}

/// Makes pre-authenticated addresses and knows them again: what they allow stands in them, with a
/// sum that only the simulator makes.
struct DownloadAddress: Sendable {
    /// What an address gives.
    enum Target: Hashable {
        /// The content of an item.
        case content
        /// A thumbnail of that many pixels.
        case thumbnail(width: Int, height: Int)
    }

    let addresses: SimulatorAddresses
    let secret: UInt64

    /// For how many seconds an address is good.
    static let lifeSeconds: Int64 = 3_600

    /// The address of the content of the item `index` of `drive`.
    func url(of drive: DriveState, _ index: Int, expiry: Int64) -> String {
        let token = "d;\(expiry);\(index)"
        return "\(addresses.downloads)/personal/\(PercentText.encoded(drive.ids.driveID))"
            + "/_layouts/15/download.aspx?UniqueId=\(drive.nodes[index].guid.text)"
            + "&Translate=false&tempauth=v1.\(signed(token, drive))&ApiVersion=2.0"
    }

    /// The address of a thumbnail of the item `index` of `drive`.
    func thumbnailURL(
        of drive: DriveState, _ index: Int, size: String, width: Int, height: Int, expiry: Int64
    ) -> String {
        let token = "t;\(expiry);\(index);\(width);\(height)"
        return "\(addresses.downloads)/personal/\(PercentText.encoded(drive.ids.driveID))"
            + "/thumbnails/0/\(size)/content?prefer=noredirect&tempauth=\(signed(token, drive))"
    }

    private func signed(_ token: String, _ drive: DriveState) -> String {
        var digits: [UInt8] = []
        let sum = SeededRandom.seed(of: "\(secret);\(drive.ids.driveID);\(token)")
        HexDigits.append(sum, digits: 16, to: &digits, upper: false)
        let text = token + ";" + String(decoding: digits, as: UTF8.self)
        return Base64.text(Array(text.utf8), forURL: true)
    }

    /// What `tempauth` gives out of `drive`; nil if it is not one of ours.
    func target(
        _ tempauth: Substring, of drive: DriveState
    ) -> (target: Target, index: Int, expiry: Int64)? {
        let token = tempauth.hasPrefix("v1.") ? tempauth.dropFirst(3) : tempauth
        guard let bytes = Base64.bytes(token), let text = String(validating: bytes, as: UTF8.self),
            let cut = text.lastIndex(of: ";"), signed(String(text[..<cut]), drive) == token
        else { return nil }
        let fields = text[..<cut].split(separator: ";")
        guard fields.count >= 3, let expiry = Int64(fields[1]), let index = Int(fields[2]),
            drive.nodes.indices.contains(index)
        else { return nil }
        if fields[0] == "d" { return (.content, index, expiry) }
        guard fields.count == 5, let width = Int(fields[3]), let height = Int(fields[4]) else {
            return nil
        }
        return (.thumbnail(width: width, height: height), index, expiry)
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

extension GraphClient {
    /// Whether `url` is on another machine and protected, or on this one like the service itself.
    func mayFetch(_ url: String) -> Bool {
        let isPlain = url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
        guard isPlain, let mark = url.firstRange(of: "://") else { return false }
        let end = url[mark.upperBound...].firstIndex { "/?#\\".contains($0) } ?? url.endIndex
        guard let host = ServiceAddress(String(url[..<end])) else { return false }
        return host.scheme == "https" || address.isLoopback
    }
}

// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import Text
package import Wording

extension StayingGround {
    /// The ground in a few words, to stand behind what stays: `12 MP`.
    package var phrase: Phrase {
        switch self {
        case .protected: .staysProtected
        case .rule(let id): .staysByRule(rule: VisibleText.escaped(id))
        case .decided: .staysDecided
        case .albums(let names): .staysAlbum(names: Phrase.names(names))
        case .companion(let name): .staysCompanion(name: VisibleText.escaped(name))
        case .better(.pixels): .staysBetterPixels
        case .better(.taken): .staysBetterTaken
        case .better(.camera): .staysBetterCamera
        case .better(.raw): .staysBetterRaw
        case .preferred(let preference, let bytes, let pixels, let count):
            preference.phrase(bytes: bytes ?? 0, pixels: pixels ?? 0, of: count)
        }
    }
}

extension KeepPreference {
    fileprivate func phrase(bytes: Int64, pixels: Int64, of count: Int) -> Phrase {
        switch self {
        case .inside(let glob): .staysIn(folder: VisibleText.escaped(Self.folder(glob.text)))
        case .named(let glob): .staysNamed(name: VisibleText.escaped(glob.text))
        case .drive(let name): .staysOnDrive(drive: VisibleText.escaped(name))
        case .order(let order): order.phrase(bytes: bytes, pixels: pixels, of: count)
        }
    }

    /// The folder that a pattern is about, where it ends with everything below one.
    private static func folder(_ pattern: String) -> String {
        pattern.hasSuffix("/**") ? String(pattern.dropLast(3)) : pattern
    }
}

extension KeepOrder {
    fileprivate func phrase(bytes: Int64, pixels: Int64, of count: Int) -> Phrase {
        switch self {
        case .oldest: .staysOldest
        case .newest: .staysNewest
        case .oldestTaken: .staysOldestTaken
        case .newestTaken: .staysNewestTaken
        case .oldestModified: .staysOldestModified
        case .newestModified: .staysNewestModified
        case .shortestPath: .staysShortestPath
        case .longestPath: .staysLongestPath
        case .shortestName: .staysShortestName
        case .shallowest: .staysShallowest
        case .deepest: .staysDeepest
        case .largest: .staysLargest(size: bytes)
        case .smallest: .staysSmallest(size: bytes)
        case .sharpest: .staysSharpest(count: count)
        case .brightest: .staysBrightest(count: count)
        case .mostPixels: .staysPixels(value: Self.megapixels(pixels))
        }
    }

    /// Millions of pixels, with a tenth where there are fewer than ten.
    private static func megapixels(_ pixels: Int64) -> String {
        let tenths = pixels / 100_000 + (pixels % 100_000 < 50_000 ? 0 : 1)
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
    }
}

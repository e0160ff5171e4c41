// SPDX-License-Identifier: Apache-2.0

/// Simple case folding, scalar by scalar (Unicode CaseFolding.txt, statuses C and S).
package enum CaseFolding {
    /// The fold of `scalar`; itself for all without case.
    @inline(__always)
    package static func fold(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 { return scalar &- 65 < 26 ? scalar | 32 : scalar }
        return foldPastASCII(scalar)
    }

    /// All scalars that fold to `folded`, itself among them.
    package static func scalars(foldingTo folded: UInt32) -> [UInt32] {
        var found = [folded]
        if folded &- 97 < 26 { found.append(folded - 32) }
        for run in caseFoldingRuns {
            let source = Int64(folded) - Int64(run.delta)
            guard source >= Int64(run.first), source <= Int64(run.last) else { continue }
            if (source - Int64(run.first)) % Int64(run.stride) == 0 {
                found.append(UInt32(source))
            }
        }
        return found
    }

    private static func foldPastASCII(_ scalar: UInt32) -> UInt32 {
        // Han, Hangul and kana have no case and are most of what comes here.
        if scalar >= 0x2e80, scalar < 0xa640 { return scalar }
        if scalar >= 0xac00, scalar < 0xfb00 { return scalar }
        return unsafe caseFoldingRuns.withUnsafeBufferPointer { runs in
            var low = 0
            var high = runs.count
            while low < high {
                let middle = (low + high) / 2
                if unsafe runs[middle].last < scalar { low = middle + 1 } else { high = middle }
            }
            guard low < runs.count, unsafe scalar >= runs[low].first,
                unsafe (scalar - runs[low].first) % runs[low].stride == 0
            else { return scalar }
            return unsafe UInt32(truncatingIfNeeded: Int64(scalar) + Int64(runs[low].delta))
        }
    }
}

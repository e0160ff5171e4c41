// SPDX-License-Identifier: Apache-2.0

internal import CPCRE2

/// Matching that counts its steps.
///
/// PCRE2 tells nobody how much work a match was, and its limit counts anew wherever a match might
/// begin (pcre2api(3), "The match context"). So a text is first searched with a small limit, which
/// is enough for nearly all; what needs more is searched again beginning by beginning, with limits
/// that rise to the one of the language. Each limit that was reached is so many steps. What comes
/// out is what one search with the limit of the language would have said.
extension RegularExpressionMatcher {
    /// The steps of one search for all beginnings together that need not be counted one by one.
    private static let stretchSteps = 2_048
    /// Bytes times beginnings of one search: a run of characters is gone through without a step.
    private static let stretchBytes = 1 << 16
    /// The least limit, and by what it rises.
    private static let limitMin = 16
    private static let limitFactor = 4
    /// The least limit where each beginning is searched for itself. From here to the limit of the
    /// language, all that are reached add up to 1.35 times that: 1,000 items that give up fit into
    /// every plan.
    private static let limitOfOne = 1_024
    /// How many bytes of such runs, from all beginnings together, take as long as a step.
    private static let scannedPerStep = 128
    /// What it takes to begin a search at all.
    private static let callSteps = 8

    /// Looks for the pattern anywhere in `text`, valid UTF-8 in Form C, and adds what that took to
    /// `steps`; stops when that is over `stepsMax`. O(bytes²) at worst, within the limit.
    func match(_ text: TextSlice, _ steps: inout Int, stepsMax: Int) -> Outcome {
        // Going through a run takes time by its length, where a step is the going back in it.
        let weight = 1 + text.count / 512
        var search = Search(text: text, weight: weight, steps: 0, stepsMax: stepsMax)
        defer { steps += search.steps }
        switch beginnings {
        case .unsplit:
            search.weight = weight * (1 + text.count / 8)
            return rise(&search, from: 0, to: nil, Self.limitMin)
        case .first: return rise(&search, from: 0, to: nil, Self.limitMin * Self.limitFactor)
        case .lines: return matchLines(&search)
        case .anywhere: return matchAnywhere(&search)
        }
    }

    /// A text that is being searched, and what that took.
    private struct Search {
        let text: TextSlice
        var weight: Int
        var steps: Int
        let stepsMax: Int
    }

    private func matchAnywhere(_ search: inout Search) -> Outcome {
        let text = search.text
        let stretch = min(text.count + 1, max(1, Self.stretchBytes / (text.count + 1)))
        let limit = max(Self.limitMin, Self.stretchSteps / stretch)
        var begin = 0
        while begin <= text.count {
            let last = min(text.count, begin + stretch - 1)
            let scanned = (last - begin + 1) * (text.count - begin) / Self.scannedPerStep
            search.steps += Self.callSteps + scanned
            switch call(text, from: begin, to: stretch > text.count ? nil : last, limit) {
            case .ended(let outcome) where outcome != .notMatched: return outcome
            case .ended: break
            case .limit:
                search.steps += limit * search.weight
                var one = begin
                while one <= last {
                    let outcome = rise(&search, from: one, to: one, Self.limitOfOne)
                    if outcome != .notMatched { return outcome }
                    one = next(after: one, in: text)
                }
            }
            if search.steps > search.stepsMax { return .stopped }
            begin = next(after: last, in: text)
        }
        return .notMatched
    }

    private func matchLines(_ search: inout Search) -> Outcome {
        let text = search.text
        var begin = 0
        while true {
            let outcome = rise(&search, from: begin, to: begin, Self.limitMin * Self.limitFactor)
            if outcome != .notMatched { return outcome }
            while begin < text.count, unsafe text.start[begin] != UInt8(ascii: "\n") { begin += 1 }
            if begin >= text.count { return .notMatched }
            begin += 1
        }
    }

    /// Searches with rising limits, until one is enough or the limit of the language is reached.
    private func rise(
        _ search: inout Search, from begin: Int, to last: Int?, _ least: Int
    ) -> Outcome {
        var limit = min(least, Int(Self.matchLimit))
        while true {
            search.steps += Self.callSteps + (search.text.count - begin) / 16
            if case .ended(let outcome) = call(search.text, from: begin, to: last, limit) {
                // More than the limit before this one, which was not enough.
                if limit > least { search.steps += limit / Self.limitFactor * search.weight }
                return search.steps > search.stepsMax ? .stopped : outcome
            }
            search.steps += limit * search.weight
            if limit == Int(Self.matchLimit) { return .unknown }
            if search.steps > search.stepsMax { return .stopped }
            limit = min(limit * Self.limitFactor, Int(Self.matchLimit))
        }
    }

    /// What one search came to.
    private enum Ending {
        case ended(Outcome)
        case limit
    }

    /// One search for a match that begins in `begin ... last`; nil for no last.
    private func call(_ text: TextSlice, from begin: Int, to last: Int?, _ limit: Int) -> Ending {
        unsafe pcre2_set_match_limit_8(matchContext, UInt32(limit))
        // PCRE2_UNSET is the largest size.
        unsafe pcre2_set_offset_limit_8(matchContext, last ?? Int(bitPattern: UInt.max))
        let result = unsafe pcre2_match_8(
            code, text.start, text.count, begin, UInt32(PCRE2_NO_UTF_CHECK), matchData,
            matchContext)
        // 0 means that the match data had no room for all groups: a match all the same.
        if result >= 0 { return .ended(.matched) }
        if result == PCRE2_ERROR_MATCHLIMIT { return .limit }
        return .ended(result == PCRE2_ERROR_NOMATCH ? .notMatched : .unknown)
    }

    /// Where the character behind the one at `index` begins.
    private func next(after index: Int, in text: TextSlice) -> Int {
        var index = index + 1
        while index < text.count, unsafe text.start[index] & 0xC0 == 0x80 { index += 1 }
        return index
    }
}

// SPDX-License-Identifier: Apache-2.0

/// One page of the feed of a drive.
struct FeedPageItems {
    /// What the page gives, in its order.
    var entries: [Entry] = []
    /// Where the feed goes on.
    var next: FeedToken
    /// Whether the round ends here.
    var isLast = false

    /// One item of a page.
    struct Entry: Hashable {
        let node: Int32
        /// Whether it is said to be gone.
        let isGone: Bool
    }
}

/// The feed: what there is, then what has changed, each item in its latest state.
///
/// A round that gives everything goes through the items by index; the next one begins at the
/// place that the log had when the first began, so that nothing which happened meanwhile is lost.
/// A round of changes goes through the log and gives an item at its latest change only.
extension DriveState {
    /// How much of the log is seen at `now`.
    func visibleChangeCount(now: Int64) -> Int {
        let lag = Self.milliseconds(settings.feedLagSeconds)
        if lag <= 0 { return changes.count }
        var count = changes.count
        while count > 0, changes[count - 1].time > now - lag { count -= 1 }
        return count
    }

    /// The beginning of a round that gives everything.
    func feedStart(now: Int64) -> FeedToken {
        FeedToken(
            kind: .everything, age: feedAge, start: visibleChangeCount(now: now), position: 0)
    }

    /// A token that gives what changes from now on.
    func latestFeedToken(now: Int64) -> FeedToken {
        let count = visibleChangeCount(now: now)
        return FeedToken(kind: .changes, age: feedAge, start: count, position: count)
    }

    /// The page at `token`, which is one of this age.
    func feedPage(at token: FeedToken, withParents: Bool, now: Int64) -> FeedPageItems {
        let wanted = token.top > 0 ? token.top : settings.pageItemCount
        let count = max(1, min(wanted, settings.pageItemCountMax))
        return token.kind == .everything
            ? wholePage(at: token, count: count, withParents: withParents, now: now)
            : changePage(at: token, count: count, withParents: withParents, now: now)
    }

    private func wholePage(
        at token: FeedToken, count: Int, withParents: Bool, now: Int64
    ) -> FeedPageItems {
        let visible = visibleChangeCount(now: now)
        var page = FeedPageItems(next: token)
        if withParents || token.position == 0 {
            page.entries.append(.init(node: Int32(token.scope), isGone: false))
        }
        var position = token.position
        while position < nodes.count, page.entries.count < max(count, 2) {
            let index = settings.feedOrder == .made ? position : nodes.count - 1 - position
            // New items shift the reversed order; those who were passed are given again later.
            position += 1
            if index != token.scope, isListed(index, visible: visible),
                token.scope == 0 || isWithin(index, token.scope)
            {
                page.entries.append(.init(node: Int32(index), isGone: false))
            }
        }
        page.next.position = position
        if position >= nodes.count { end(&page, at: token.start) }
        return page
    }

    private func end(_ page: inout FeedPageItems, at start: Int) {
        page.isLast = true
        page.next.kind = .changes
        page.next.start = start
        page.next.position = start
    }

    /// Whether a listing shows the item: it is live, or was as far as the feed has come.
    private func isListed(_ index: Int, visible: Int) -> Bool {
        let node = nodes[index]
        if Int(node.firstChangeIndex) >= visible || isHidden(index) { return false }
        if node.stage == .live { return true }
        return Int(node.changeIndex) >= visible
    }

    private func changePage(
        at token: FeedToken, count: Int, withParents: Bool, now: Int64
    ) -> FeedPageItems {
        let visible = visibleChangeCount(now: now)
        var page = FeedPageItems(next: token)
        var seen: Set<Int32> = []
        var position = token.position
        var givenCount = 0
        while position < visible, page.entries.count < count || givenCount == 0 {
            let node = changes[position].node
            position += 1
            guard Int(nodes[Int(node)].changeIndex) == position - 1,
                isWithin(Int(node), token.scope)
            else { continue }
            if withParents { addParents(of: Int(node), to: &page, seen: &seen) }
            let entry = FeedPageItems.Entry(node: node, isGone: !isVisible(Int(node)))
            if seen.insert(node).inserted || entry.isGone { page.entries.append(entry) }
            givenCount += 1
        }
        page.next.position = position
        if position >= visible { end(&page, at: position) }
        return page
    }

    /// Adds the folders above the item, the highest first, as far as they are not on the page.
    private func addParents(of index: Int, to page: inout FeedPageItems, seen: inout Set<Int32>) {
        var parents: [Int32] = []
        var parent = nodes[index].parent
        while parent >= 0 {
            if nodes[Int(parent)].stage == .live, !seen.contains(parent) { parents.append(parent) }
            parent = nodes[Int(parent)].parent
        }
        for parent in parents.reversed() {
            seen.insert(parent)
            page.entries.append(.init(node: parent, isGone: !isVisible(Int(parent))))
        }
    }
}

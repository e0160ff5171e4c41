// SPDX-License-Identifier: Apache-2.0

import Glibc
import RuleEngine

/// The names of the accounts that own files; each is asked for once.
struct AccountNames: ~Copyable {
    private let bytes: Column<UInt8> = Column()
    private var known: [UInt32: Range<Int>] = [:]
    private var last: (account: UInt32, name: Range<Int>)?

    /// No names yet.
    init() {}

    /// The name of `account`; empty if it has none that is text. Valid until the next call.
    @inline(__always)
    mutating func name(of account: UInt32) -> TextSlice {
        let range: Range<Int>
        if let last, last.account == account {
            range = last.name
        } else {
            range = find(account)
            last = (account, range)
        }
        return unsafe TextSlice(
            start: UnsafePointer(bytes.base) + range.lowerBound, count: range.count)
    }

    private mutating func find(_ account: UInt32) -> Range<Int> {
        if let range = known[account] { return range }
        let start = bytes.count
        // getpwuid_r(3): no entry is no error, and a buffer that is too small is not worth more.
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { room in
            guard let start = room.baseAddress else { return }
            var entry = unsafe passwd()
            var result: UnsafeMutablePointer<passwd>?
            let code = unsafe getpwuid_r(account, &entry, start, room.count, &result)
            guard code == 0, unsafe result != nil, let name = unsafe entry.pw_name else { return }
            let length = unsafe strlen(name)
            unsafe name.withMemoryRebound(to: UInt8.self, capacity: length) { name in
                let text = unsafe TextSlice(start: name, count: length)
                if EntryName.isText(text) { unsafe bytes.append(text.start, count: length) }
            }
        }
        known[account] = start..<bytes.count
        return start..<bytes.count
    }
}

// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// A user of the machine, as its tables of users and groups have it.
package struct MachineAccount: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The number of the first group.
    package let group: gid_t
    /// The home folder as the table of users has it, whatever `HOME` says.
    package let home: String

    private static let bufferBytes = 1 << 16

    /// The user of that number; nil if the tables have none.
    package init?(_ user: uid_t) {
        var room = [CChar](repeating: 0, count: Self.bufferBytes)
        let found = unsafe room.withUnsafeMutableBufferPointer { room -> MachineAccount? in
            var entry = unsafe passwd()
            var found: UnsafeMutablePointer<passwd>?
            // getpwuid_r(3): no entry is no error. What was found lies in `room`.
            guard let base = room.baseAddress,
                unsafe getpwuid_r(user, &entry, base, room.count, &found) == 0,
                unsafe found != nil, let name = unsafe entry.pw_name
            else { return nil }
            var home = ""
            if let path = unsafe entry.pw_dir { home = unsafe String(cString: path) }
            return unsafe MachineAccount(
                name: String(cString: name), group: entry.pw_gid, home: home)
        }
        guard let found else { return nil }
        self = found
    }

    private init(name: String, group: gid_t, home: String) {
        (self.name, self.group, self.home) = (name, group, home)
    }

    /// Whether nobody but the user of this process is in `group`: the group of the same name that
    /// many systems make for each user, so that their files are made writable by it. That it is the
    /// first group of no other user either is not looked at: the name says whose it is.
    package static func isAlone(inGroup group: gid_t) -> Bool {
        guard let own = MachineAccount(geteuid()), own.group == group else { return false }
        var room = [CChar](repeating: 0, count: bufferBytes)
        return unsafe room.withUnsafeMutableBufferPointer { room in
            var entry = unsafe Glibc.group()
            var found: UnsafeMutablePointer<Glibc.group>?
            guard let base = room.baseAddress,
                unsafe getgrgid_r(group, &entry, base, room.count, &found) == 0,
                unsafe found != nil, let name = unsafe entry.gr_name
            else { return false }
            var members: [String] = []
            var next = unsafe entry.gr_mem
            while let place = unsafe next, let member = unsafe place.pointee {
                members.append(unsafe String(cString: member))
                unsafe next = place + 1
            }
            return unsafe isAlone(own.name, inGroup: String(cString: name), with: members)
        }
    }

    /// Whether the group called `name`, which has these `members`, is that of `user` alone.
    package static func isAlone(
        _ user: String, inGroup name: String, with members: [String]
    ) -> Bool {
        name == user && members.allSatisfy { $0 == user }
    }
}

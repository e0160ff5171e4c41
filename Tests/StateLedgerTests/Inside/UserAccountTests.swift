// SPDX-License-Identifier: Apache-2.0

import POSIX
import Testing

@Suite("Groups of the machine")
struct UserAccountTests {
    @Test(
        "one is a user's alone by its name and by all that are in it",
        arguments: [
            ("pat", "pat", [], true), ("pat", "pat", ["pat"], true),
            ("pat", "pat", ["pat", "kim"], false), ("pat", "pat", ["kim", "pat"], false),
            ("pat", "pat", ["kim"], false), ("pat", "users", [], false),
            ("pat", "users", ["pat"], false),
        ] as [(String, String, [String], Bool)])
    func alone(user: String, group: String, members: [String], isAlone: Bool) {
        #expect(MachineAccount.isAlone(user, inGroup: group, with: members) == isAlone)
    }
}

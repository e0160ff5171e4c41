// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX
import Testing

@testable import StateLedger

@Suite("Locks and open files, as the kernel lists them")
struct LockFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("state.db")
    }

    @Test("are read as the kernel writes them")
    func parsing() {
        let text = """
            1: POSIX  ADVISORY  WRITE 1234 fd:01:5678 120 120
            1: -> POSIX  ADVISORY  WRITE 4321 fd:01:5678 120 120
            2: FLOCK  ADVISORY  READ  77 00:2a:9 0 EOF
            nonsense
            """
        let entries = LockHolder.entries(in: text)
        #expect(
            entries == [
                LockHolder.Entry(
                    kind: "POSIX", isExclusive: true, holder: 1234, file: "fd:01:5678", start: 120,
                    end: 120),
                LockHolder.Entry(
                    kind: "FLOCK", isExclusive: false, holder: 77, file: "00:2a:9", start: 0,
                    end: .max),
            ])
        func key(_ device: UInt64, _ inode: UInt64) -> String {
            LockHolder.key(FileIdentity(device: device, inode: inode))
        }
        #expect(key(0xfd01, 5678) == "fd:01:5678")
        #expect(key(0x2a, 9) == "00:2a:9")
        #expect(key(0x10_3101, 1) == "31:101:1")
    }

    @Test("are not mistaken for those of processes that have other files open")
    func openFiles() async throws {
        let ledger = try Ledger.open(path: path, now: at(0))
        let file = try FileIdentity(path: path)
        #expect(FileIdentity.isOpen(file, inProcess: "self") == true)
        #expect(FileIdentity.isOpen(file, inProcess: "\(getpid())") == true)
        #expect(FileIdentity.isOpen(file, inProcess: "none") == nil)
        await ledger.close()
        #expect(FileIdentity.isOpen(file, inProcess: "self") == false)
    }
}

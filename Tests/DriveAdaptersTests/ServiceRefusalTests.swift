// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DriveAdapters

/// What a refusal of the service is known by, once it was recorded.
@Suite("Why the service refuses an item")
struct ServiceRefusalTests {
    private func recorded(_ status: Int, _ code: String, _ message: String) -> String? {
        let body = TestAnswer.error(status, code, message: message).body
        let response = GraphResponse(status: status, headers: [], body: Array(body.utf8))
        guard case .refused(let why) = GraphVerdict(response) else { return nil }
        return why
    }

    @Test(
        "is known by what was recorded of it",
        arguments: [
            (403, "accessDenied", "The item is on hold", ServiceRefusal.kept),
            (403, "accessDenied", "", .kept),
            (423, "resourceLocked", "The resource is locked", .locked),
            (423, "accessDenied", "Lock token does not match existing lock", .locked),
            (403, "lockMismatch", "Another one has it", .locked),
            (409, "resourceLocked", "", .locked),
            (400, "invalidRequest", "it is locked: really", nil),
            (507, "insufficientStorage", "There is no room", nil),
        ])
    func known(status: Int, code: String, message: String, refusal: ServiceRefusal?) throws {
        let problem = try #require(recorded(status, code, message))
        #expect(ServiceRefusal(problem: problem) == refusal, "\(problem)")
    }
}

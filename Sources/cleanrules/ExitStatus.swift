// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import Wording
internal import Workflow

extension Ending {
    /// The exit status of every command that ends so (docs/reference/exit-codes.md).
    var exitStatus: Int32 {
        switch self {
        case .done: 0
        case .failed: 1
        case .somethingToDo: 2
        case .invalidRules: 3
        case .signIn: 4
        case .refused: 5
        case .partial: 6
        case .quota: 7
        case .locked: 8
        case .usage: 64
        case .offline: 75
        case .interrupted: 130
        case .terminated: 143
        }
    }
}

extension Failure {
    /// The sentence in the language of the person.
    var message: String? { phrase.map { Console.words($0) } }

    /// Why output could not be written.
    init(_ error: OutputError) {
        if let clause = error.clause { self.init(.failed, clause) } else { self.init(.failed) }
    }
}

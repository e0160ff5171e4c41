// SPDX-License-Identifier: Apache-2.0

package import Plans
internal import Text
internal import Wording

/// A plan in a file that a person names, as `plan -o` wrote it.
package struct PlanFile {
    /// The file as it is.
    package let bytes: [UInt8]
    private let path: String

    /// Opens the file at `path`.
    package init(_ path: String) throws(Failure) {
        self.path = path
        // What looks like the id of a plan, and is no file either, was meant as one.
        if path.hasPrefix("p-"), !path.contains("/"), !FileBytes.exists(path) {
            throw Failure(
                .failed, .stateNoSuchPlan(plan: VisibleText.escaped(path), command: .plan))
        }
        bytes = try FileBytes.read(path, most: FileBytes.planBytesMax)
        guard bytes.count <= FileBytes.planBytesMax else {
            throw Failure(.failed, .showTooLarge(path: VisibleText.escaped(path)))
        }
    }

    /// The plan in the file at `path`.
    package static func read(_ path: String) throws(Failure) -> PlanRecord {
        let file = try PlanFile(path)
        do throws(PlanDocumentReader.Unreadable) {
            return try PlanDocumentReader.record(file.bytes)
        } catch {
            throw file.failure(error)
        }
    }

    /// The id that the plan claims to have.
    package var id: String {
        get throws(Failure) {
            do throws(PlanDocumentReader.Unreadable) {
                return try PlanDocumentReader.head(of: bytes).id
            } catch {
                throw failure(error)
            }
        }
    }

    private func failure(_ error: PlanDocumentReader.Unreadable) -> Failure {
        Failure(.failed, .showNoPlan(path: VisibleText.escaped(path), detail: error.reason))
    }
}

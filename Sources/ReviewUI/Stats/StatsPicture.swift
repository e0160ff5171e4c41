// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PictureExchange

/// Makes pixels of the picture to share, in the process that makes all pictures.
package enum StatsPicture {
    /// Why there are none.
    package struct Failure: Error {
        /// One clause.
        package let reason: String
    }

    /// The picture `svg` as a PNG; by default made by the program beside this one.
    package static func png(
        _ svg: String, by worker: PictureWorker? = .besideProgram()
    ) async throws(Failure) -> [UInt8] {
        guard let worker else {
            throw Failure(
                reason: String(clause: "the program 'cleanrules-pictures' is not beside this one"))
        }
        guard let file = PictureFile(bytes: Array(svg.utf8)) else {
            throw Failure(reason: String(clause: "the machine gives no room for it"))
        }
        let order = PictureOrder(
            format: .png, hint: .ownDrawing, width: StatsChart.shareWidth,
            height: StatsChart.shareHeight)
        do throws(PictureWorker.Failure) {
            return try await worker.picture(order, of: file).bytes
        } catch {
            throw Failure(reason: error.reason)
        }
    }
}

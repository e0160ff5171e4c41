// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PhotoLooks
internal import PlanRunner
internal import ReviewUI

/// Looks at pictures by the program that opens them in a process without rights.
package enum PictureLooking {
    /// The one that belongs to the running program, for what is about to be deleted.
    static let anew: PictureRelook = { material, name in
        let picture: LookedPicture =
            switch material {
            case .file(let descriptor): .file(descriptor: descriptor)
            case .bytes(let bytes, _): .bytes(bytes)
            }
        if let look = ofProgram() { return await look(picture, name) }
        if case .file(let descriptor) = material { _ = PictureFile(owning: descriptor) }
        return nil
    }

    /// The one that belongs to the running program; nil where there is none.
    package static func ofProgram() -> PictureLook? {
        guard let looker = PictureLooker() else { return nil }
        return { picture, name in
            let hint = PictureLooker.hint(name: name)
            switch picture {
            case .file(let descriptor):
                return await looker.report(of: PictureFile(owning: descriptor), hint: hint)
            case .bytes(let bytes): return await looker.report(of: bytes)
            }
        }
    }
}

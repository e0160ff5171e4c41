// SPDX-License-Identifier: Apache-2.0

/// What a camera is called in front of a person.
package enum CameraName {
    /// `text`, the make and the model as a picture tells them, without what is said twice: many makers
    /// begin the model with their own name, so `NIKON CORPORATION NIKON D750` is a `NIKON D750`.
    package static func shown(_ text: String) -> String {
        let words = text.split(separator: " ")
        guard let make = words.first?.lowercased(),
            let again = words.lastIndex(where: { $0.lowercased() == make }), again > 0,
            again + 1 < words.count
        else { return text }
        return words[again...].joined(separator: " ")
    }
}

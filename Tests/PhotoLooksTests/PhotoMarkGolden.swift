// SPDX-License-Identifier: Apache-2.0

/// What a look of a scene of the tests was when version 1 of looks was made. It must never change
/// without a new version.
struct PhotoMarkGolden: Sendable, CustomStringConvertible {
    var seed: UInt64
    var mark: String
    /// Detail, brightness, sharpness.
    var numbers: [Int]
    /// The hash of `small` (FNV-1a).
    var small: String
    var description: String { "scene \(seed)" }

    static let all: [PhotoMarkGolden] = [
        PhotoMarkGolden(
            seed: 0,
            mark: "26281c49d88d3272c372718eadc40b7c52386fdeebfc3d885ac5f70889877b63",
            numbers: [100, 67, 28], small: "c31a6d609cf35530"),
        PhotoMarkGolden(
            seed: 1,
            mark: "b4a4cb98d94789d1cfbbd2217a858bd0d76cb770ee1ecc25c9eab42662410ccb",
            numbers: [100, 75, 26], small: "343495fc26601a63"),
        PhotoMarkGolden(
            seed: 2,
            mark: "49522af6f60b125c6988b5e26bf64e8fc1dbcf952d4324f0728d702ee7266269",
            numbers: [100, 65, 25], small: "787117b3aa323dda"),
        PhotoMarkGolden(
            seed: 3,
            mark: "e22bc365df68d10a9c07a7da6b50d93914c5f9c63372af20993fc5bc3907c425",
            numbers: [95, 71, 31], small: "681026f7a0f6b87f"),
        PhotoMarkGolden(
            seed: 4,
            mark: "0e16edf279deb625c0af27914d44d4d093f6d03444d0c9d8a4a783e7f723b2b1",
            numbers: [100, 70, 24], small: "edb4b64c56c3e026"),
        PhotoMarkGolden(
            seed: 5,
            mark: "8b6a0d7022f8d6a53d19b3ffe40f7834d2310c6bc4b6ac48bec517d32c85f3e0",
            numbers: [100, 68, 28], small: "e0b665a6a0ad1815"),
        PhotoMarkGolden(
            seed: 6,
            mark: "3519c8860f719736d6f97f36161e4c08c919dd959c5677519824b3555b277694",
            numbers: [76, 68, 32], small: "39cf5607d7827d9f"),
        PhotoMarkGolden(
            seed: 7,
            mark: "f16ff63085691c45759ab28fb09ad3758d14eff03c34309258870f1ff7871c60",
            numbers: [100, 85, 29], small: "80ad751a6b613eac"),
    ]
}

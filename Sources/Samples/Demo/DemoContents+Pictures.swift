// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Pictures taken on one occasion.
private struct PhotoEvent {
    let folder: String
    let camera: Camera
    let daysAgo: Int
    let first: Int
    let count: Int
}

/// What took the pictures.
private struct Camera {
    let name: String
    let width: Int64
    let height: Int64
    let fileExtension: String
    let bytes: ClosedRange<Int64>

    static let canon = Camera(
        name: "Canon EOS 80D", width: 6_000, height: 4_000, fileExtension: "JPG",
        bytes: 5_200_000...9_800_000)
    static let pixel = Camera(
        name: "Google Pixel 4a", width: 4_032, height: 3_024, fileExtension: "jpg",
        bytes: 2_400_000...4_900_000)
    static let phone = Camera(
        name: "Apple iPhone 13", width: 4_032, height: 3_024, fileExtension: "HEIC",
        bytes: 1_500_000...3_100_000)
}

/// The pictures and films of the demo.
extension DemoContents {
    private static let events = [
        PhotoEvent(
            folder: "2019/06 Cornwall", camera: .canon, daysAgo: 2_408, first: 2_101, count: 52),
        PhotoEvent(
            folder: "2020/12 Christmas", camera: .pixel, daysAgo: 1_847, first: 301, count: 12),
        PhotoEvent(
            folder: "2021/08 Scotland", camera: .canon, daysAgo: 1_611, first: 3_410, count: 58),
        PhotoEvent(
            folder: "2022/05 Ida turns six", camera: .phone, daysAgo: 1_342, first: 812, count: 18),
        PhotoEvent(
            folder: "2023/07 Brittany", camera: .phone, daysAgo: 917, first: 2_260, count: 64),
        PhotoEvent(folder: "2024/04 Garden", camera: .pixel, daysAgo: 641, first: 1_120, count: 24),
        PhotoEvent(
            folder: "2024/09 School play", camera: .phone, daysAgo: 482, first: 4_015, count: 24),
        PhotoEvent(folder: "2025/08 Norway", camera: .phone, daysAgo: 158, first: 5_530, count: 66),
        PhotoEvent(
            folder: "2025/12 Christmas", camera: .phone, daysAgo: 21, first: 6_102, count: 30),
    ]

    /// The sorted pictures, what was picked from them, and what came by chat.
    mutating func addPictures() {
        for event in Self.events {
            for index in 0..<event.count { addPicture(index, of: event) }
        }
        // Picked by hand: copies that are meant.
        for number in [2_103, 2_107, 2_110, 2_118] {
            copy(
                of: "/Photos/2019/06 Cornwall/IMG_\(number).JPG",
                to: "/Photos/Albums/Grandma is eighty/IMG_\(number).JPG", daysAgo: 1_020)
        }
        for number in [305, 309, 311] {
            copy(
                of: "/Photos/2020/12 Christmas/IMG_0\(number).jpg",
                to: "/Photos/Albums/Grandma is eighty/IMG_0\(number).jpg", daysAgo: 1_020)
        }
        for number in [3_415, 3_422, 3_440] {
            copy(
                of: "/Photos/2021/08 Scotland/IMG_\(number).JPG",
                to: "/Photos/Albums/Living room wall/IMG_\(number).JPG", daysAgo: 700)
        }
        // A whole card read twice: copies that are not meant.
        for number in 3_410..<3_428 {
            copy(
                of: "/Photos/2021/08 Scotland/IMG_\(number).JPG",
                to: "/Photos/Unsorted/Card 2/IMG_\(number).JPG", daysAgo: 1_598)
        }
        addChatPictures()
    }

    private mutating func addPicture(_ index: Int, of event: PhotoEvent) {
        let camera = event.camera
        let days = event.daysAgo - index / 9
        let digits = String(event.first + index)
        let name = "IMG_" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        let path = "/Photos/\(event.folder)/\(name).\(camera.fileExtension)"
        let taken = instant(daysAgo: days, seconds: number(3_000...38_000))
        file(path, size: number(camera.bytes), daysAgo: days) { item in
            item.taken = taken
            item.camera = camera.name
            item.width = camera.width
            item.height = camera.height
        }
    }

    /// What relatives forward: small, and of some nobody knows how wide they are.
    private mutating func addChatPictures() {
        for index in 0..<46 {
            let days = 60 + index * 19
            let day = String(describing: instant(daysAgo: days)).prefix(10)
                .filter { $0 != "-" }
            let width: Int64? = index % 11 == 7 ? nil : index % 4 == 1 ? 1_600 : 720
            let number = String(index * 7 % 90 + 10)
            file(
                "/Photos/Chat/IMG-\(day)-WA00\(number).jpg", size: self.number(48_000...310_000),
                daysAgo: days
            ) { item in
                item.width = width
                item.height = width.map { $0 * 4 / 3 }
            }
        }
    }

    /// Drone footage, and the films that the family watches again.
    mutating func addFilms() {
        let footage: [(number: Int, gigabytes: Int64, days: Int)] = [
            (41, 7, 905), (42, 9, 905), (43, 4, 904), (57, 6, 480), (58, 3, 480), (71, 8, 150),
        ]
        for (number, gigabytes, days) in footage {
            file(
                "/Films/Drone/DJI_00\(number).MP4",
                size: gigabytes * Unit.gigabyte + self.number(0...900_000_000), daysAgo: days
            ) { item in
                item.width = 3_840
                item.height = 2_160
                item.camera = "DJI Mini 3"
            }
        }
        let films = [
            "Brittany, the whole film", "Ida learns to ride a bicycle", "School play 2024",
            "Grandma is eighty", "How we built the shed",
        ]
        for (index, title) in films.enumerated() {
            file(
                "/Films/\(title).mp4", size: number(400_000_000...1_900_000_000),
                daysAgo: 200 + index * 230)
        }
        copy(
            of: "/Films/School play 2024.mp4", to: "/Films/School play 2024 (final).mp4",
            daysAgo: 190)
    }

    /// What the phone backs up: pictures a second time, screenshots, a folder without content.
    mutating func addPhone() {
        for number in 2_260..<2_284 {
            copy(
                of: "/Photos/2023/07 Brittany/IMG_\(number).HEIC",
                to: "/Phone/Camera/IMG_\(number).HEIC", daysAgo: 880)
        }
        for number in 5_530..<5_546 {
            copy(
                of: "/Photos/2025/08 Norway/IMG_\(number).HEIC",
                to: "/Phone/Camera/IMG_\(number).HEIC", daysAgo: 120)
        }
        for index in 0..<34 {
            let days = 12 + index * 23
            let day = String(describing: instant(daysAgo: days)).prefix(10)
            file(
                "/Phone/Screenshots/Screenshot \(day) at 09.\(10 + index).png",
                size: number(180_000...2_400_000), daysAgo: days
            ) { item in
                item.width = 1_170
                item.height = 2_532
            }
        }
        folder("/Phone/Voice memos", daysAgo: 400)
        folder("/Photos/New folder", daysAgo: 733)
    }
}

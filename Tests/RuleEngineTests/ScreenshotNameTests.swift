// SPDX-License-Identifier: Apache-2.0

import PhotoLooks
import RuleEngine
import Testing

/// Pictures of screens that say nothing of themselves are known by their names.
@Suite("Names of screenshots")
struct ScreenshotNameTests {
    private static let names = [
        "Screenshot 1.png", "SCREENSHOT.jpg", "Screen Shot 2.png", "screen_shot.png",
        "Bildschirmfoto vom Montag.png", "Capture d\u{2019}\u{e9}cran.png",
        "CAPTURE D'\u{c9}CRAN.png", "capture d'e\u{301}cran.png", "Captura de Pantalla (3).png",
        "Schermafbeelding.png", "istantanea schermo.png", "Screenshot_20240101-101010.jpg",
    ]
    private static let others = [
        "IMG_1.JPG", "my Screenshot.png", "screensho.png", "capture d'ecran.png", "screen-shot.png",
        "\u{17f}creensh.png", "S.png",
    ]

    private func picture(_ name: String, camera: String? = nil, seen: Bool = true) -> ItemValues {
        var item = ItemValues.file("/" + name, size: 10)
        item.camera = camera
        if seen { item.photo = PhotoFacts() }
        return item
    }

    /// The names of the pictures of which it is known that they are screenshots, or that they are none.
    private func known(_ items: [ItemValues], to be: Bool) throws -> [String] {
        var world = World()
        world.items = items
        world.file.rules = [
            Rule(id: "s", match: .test(FieldTest(.screenshot, [.flag(be)])), action: .delete)
        ]
        let plan = try world.plan()
        return (0..<plan.listing.count).filter { plan.verdict($0) == .delete }
            .map { String(plan.listing.path($0).dropFirst()) }
    }

    @Test("are those that systems give them, whatever their case and however accents are written")
    func beginnings() throws {
        let items = (Self.names + Self.others).map { picture($0) }
        let found = try known(items, to: true).map { Array($0.utf8) }
        #expect(Set(found) == Set(Self.names.map { Array($0.utf8) }))
        #expect(
            try known(items, to: false).isEmpty, "a name alone says of no picture that it is one")
        for item in items {
            let name = String(item.path.dropFirst())
            let isOne = ScreenshotSign.isScreenshot(name: name, camera: nil, item.photo)
            #expect(isOne == (Self.names.contains(name) ? true : nil), "\(name)")
        }
    }

    @Test("count for nothing where a camera is named, or nobody has looked")
    func cameras() throws {
        let shot = picture("Screenshot 1.png", camera: "X 1")
        #expect(try known([shot], to: true).isEmpty)
        #expect(try known([shot], to: false) == ["Screenshot 1.png"])
        let unseen = picture("Screenshot 1.png", seen: false)
        #expect(try known([unseen], to: true).isEmpty && known([unseen], to: false).isEmpty)
    }
}

// SPDX-License-Identifier: Apache-2.0

/// What a part of a picture is, which decides its colour.
enum ChartStyle: String {
    case ink, soft, axis, grid, kept, deleted, ground
    case deletedGround = "deleted-ground"
    case deletedStripe = "deleted-stripe"
}

/// The colours of a picture: blue for what is kept and orange for what is marked, as on the page.
struct ChartColours {
    let ink: String
    let soft: String
    let grid: String
    let kept: String
    let deletedGround: String
    let deletedStripe: String
    /// The paper, where it is not that of the page.
    var ground = "none"

    /// On light pages.
    static let light = ChartColours(
        ink: "#1b2530", soft: "#55606c", grid: "#e3e7ec", kept: "#0b5293",
        deletedGround: "#f3c9a5", deletedStripe: "#b4540f")
    /// On dark pages.
    static let dark = ChartColours(
        ink: "#eef2f6", soft: "#a9b4c0", grid: "#2e3945", kept: "#a3cdff",
        deletedGround: "#5a3413", deletedStripe: "#f2a05a")
    /// On the paper of the picture to share.
    static let share = ChartColours(
        ink: "#1b2530", soft: "#55606c", grid: "#dcd9cf", kept: "#0b5293",
        deletedGround: "#f3c9a5", deletedStripe: "#b4540f", ground: "#f6f4ee")

    /// The attributes of a part. A page that lets no style sheet in has these colours.
    func style(_ style: ChartStyle) -> String {
        let attributes =
            switch style {
            case .ink: "fill=\"\(ink)\" font-weight=\"600\""
            case .soft, .axis: "fill=\"\(soft)\""
            case .grid: "fill=\"\(grid)\""
            case .kept: "fill=\"\(kept)\""
            case .deleted: "fill=\"url(#stripes)\" stroke=\"\(deletedStripe)\""
            case .ground: "fill=\"\(ground)\""
            case .deletedGround: "fill=\"\(deletedGround)\""
            case .deletedStripe: "fill=\"\(deletedStripe)\""
            }
        return "class=\"\(style.rawValue)\" \(attributes)"
    }

    /// The rules of a style sheet, which go before the attributes.
    var rules: [String] {
        [
            ".ink{fill:\(ink)}", ".soft,.axis{fill:\(soft)}", ".grid{fill:\(grid)}",
            ".kept{fill:\(kept)}", ".deleted{stroke:\(deletedStripe)}",
            ".deleted-ground{fill:\(deletedGround)}", ".deleted-stripe{fill:\(deletedStripe)}",
        ]
    }
}

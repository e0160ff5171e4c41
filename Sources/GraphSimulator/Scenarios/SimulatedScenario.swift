// SPDX-License-Identifier: Apache-2.0

/// What a simulator holds from its start.
package enum SimulatedScenario: String, Sendable, Hashable, CaseIterable {
    /// A consumer with a small drive that has a bit of everything.
    case demo
    /// A consumer with an empty drive.
    case personal
    /// A consumer with an empty drive of the old form.
    case personalLegacy = "personal-legacy"
    /// An employee with an empty drive.
    case business
    /// An employee with a small drive that has a bit of everything.
    case businessDemo = "business-demo"
    /// Three employees with drives, one without, a library, and an application that acts by
    /// itself.
    case tenant
    /// Two hundred employees with small drives, all in one group, and an application that acts by
    /// itself.
    case fleet

    /// The id of the group in the fleet.
    package static let groupID = "4f6e1f3c-02d5-4f5b-9c37-6c1b5f0d8a21"
    /// The id of the application in the tenant.
    package static let applicationID = "5a1d0e2c-7b46-4c39-8f10-3e9c6d2b7a54"
    /// What that application proves itself with.
    package static let applicationSecret = "no-secret-at-all"

    /// Fills `graph`; the drive that comes first.
    @discardableResult package func set(
        up graph: SimulatedGraph
    ) throws(SimulatorError) -> SimulatedDrive {
        switch self {
        case .personal: return graph.addAccount(.personal)
        case .personalLegacy: return graph.addAccount(.personalLegacy)
        case .business: return graph.addAccount(.business)
        case .demo:
            let drive = graph.addAccount(.personal)
            try drive.addBitOfEverything()
            return drive
        case .businessDemo:
            let drive = graph.addAccount(.business)
            try drive.addBitOfEverything()
            return drive
        case .tenant: return try setUpTenant(graph)
        case .fleet: return try Self.addFleet(of: 200, to: graph)
        }
    }

    /// Adds so many employees with small drives, `u001@contoso.example` and so on, all in one group,
    /// and the application; the drive of the first.
    @discardableResult package static func addFleet(
        of count: Int, to graph: SimulatedGraph
    ) throws(SimulatorError) -> SimulatedDrive {
        var drives: [SimulatedDrive] = []
        var addresses: [String] = []
        for number in 1...max(1, count) {
            let digits = String(number)
            let stem = "u" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
            let drive = graph.addAccount(
                .business, address: "\(stem)@contoso.example", name: "Person \(number)")
            try drive.addFile("/Documents/Plan.txt", .text("The plan of \(stem)\n"))
            for file in 1...3 {
                try drive.addFile(
                    "/Downloads/setup\(file).iso",
                    .generated(size: Int64(1_000 * file), seed: UInt64(number * 10 + file)))
            }
            drives.append(drive)
            addresses.append("\(stem)@contoso.example")
        }
        graph.addGroup(id: groupID, addresses)
        addApplication(to: graph)
        return drives[0]
    }

    private static func addApplication(to graph: SimulatedGraph) {
        var signIn = graph.signIn
        signIn.applications.append(
            .init(
                clientID: applicationID, secrets: [applicationSecret], acceptsAssertions: true))
        graph.signIn = signIn
    }

    private func setUpTenant(_ graph: SimulatedGraph) throws(SimulatorError) -> SimulatedDrive {
        let first = graph.addAccount(
            .business, address: "ines@contoso.example", name: "Ines Hall")
        try first.addBitOfEverything()
        for (name, address) in [
            ("Bea Long", "bea@contoso.example"), ("Cy Ortiz", "cy@contoso.example"),
        ] {
            let drive = graph.addAccount(.business, address: address, name: name)
            try drive.addFile("/Notes.txt", .text("Notes of \(name)\n"))
        }
        graph.addUserWithoutDrive(address: "room1@contoso.example", isEnabled: false)
        try graph.addLibrary().addFile("/Plans/Plan.txt", "The plan\n")
        Self.addApplication(to: graph)
        return first
    }
}

extension SimulatedDrive {
    /// Adds some of each kind of item that drives of its kind have.
    package func addBitOfEverything() throws(SimulatorError) {
        try addDocuments()
        try addPictures()
        try addOddities()
    }

    private func addDocuments() throws(SimulatorError) {
        try addFolder("/Documents") { $0.specialFolder = "documents" }
        try addFile("/Documents/Letter.docx", .generated(size: 12_307, seed: 11)) { facets in
            facets.fileModified = 1_760_000_000
            if kind == .personal { facets.hashes = [.quickXor, .sha1, .sha256] }
        }
        try addFile("/Documents/Costs #3 50%.xlsx", .generated(size: 51_930, seed: 12)) {
            $0.sharedScope = "users"
        }
        try addFile("/Documents/report.pdf", .generated(size: 8_192, seed: 13))
        try addFile("/Documents/Old/report (1).pdf", .generated(size: 8_192, seed: 13)) {
            $0.fileModified = 1_500_000_000
        }
        try addFile("/Documents/Old/empty.txt", "") { $0.fileModified = SimulatedFacets.noDate }
        try addFile("/Documents/Old/~draft 2.tmp", .generated(size: 20_480, seed: 14)) {
            $0.fileModified = 1_600_000_000
        }
        try addFolder("/Documents/Nothing in here")
        try addFile("/Downloads/setup.exe", .generated(size: 4_000_000, seed: 15)) {
            $0.fileModified = 1_650_000_000
        }
        try addFile("/Downloads/setup (1).exe", .generated(size: 4_000_000, seed: 15)) {
            $0.fileModified = 1_650_100_000
        }
    }

    private func addPictures() throws(SimulatorError) {
        try addFolder("/Pictures") { $0.specialFolder = "photos" }
        for number in 1...6 {
            let size = Int64(2_000_000 + number * 77_777)
            try addFile(
                "/Pictures/Camera Roll/IMG_000\(number).jpg",
                .generated(size: size, seed: 100 + UInt64(number))
            ) { facets in
                facets.imageWidth = 4_032
                facets.imageHeight = 3_024
                facets.taken = 1_720_000_000 + Double(number) * 3_600
                facets.fileModified = facets.taken
                facets.cameraMake = "Contoso"
                facets.cameraModel = "Pocket 3"
                facets.location = .init(latitude: 54.075, longitude: 12.1, altitude: 43)
            }
        }
        try addFile("/Pictures/Ferry.mp4", .generated(size: 301_989_888, seed: 120)) { facets in
            facets.video = .init(duration: 94_250, width: 1_920, height: 1_080)
            facets.fileModified = 1_703_449_860
        }
    }

    private func addOddities() throws(SimulatorError) {
        try addFile("/Downloads/invoice.exe", .generated(size: 91_114, seed: 130)) {
            $0.malware = "Win32/Example.A"
        }
        try addSpecial("/Notes of mine", .package(type: "oneNote"))
        try addSpecial(
            "/Team folder",
            .shortcut(
                driveID: "b!elsewhere", itemID: "01ELSEWHERE", size: 3_100_000_000, isFolder: true))
        if kind.isPersonal {
            try addFolder("/Personal Vault") { $0.specialFolder = "vault" }
            try addFile("/Personal Vault/passport.jpg", .generated(size: 99_000, seed: 140))
        }
    }
}

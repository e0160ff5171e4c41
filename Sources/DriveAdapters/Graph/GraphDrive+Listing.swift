// SPDX-License-Identifier: Apache-2.0

extension GraphDrive {
    /// An hour: the service tells of deletions late, usually within a minute.
    package var listingLagSeconds: Int64 { 3_600 }

    /// A minute: so long a request may be on its way, and a replica may not have heard of it.
    package var settlingSeconds: Int64 { 60 }

    /// By the item's tag, unless the service is one that does not take it.
    package var bindsRequests: Bool { settings.sendsIfMatch }

    /// Whether the service wanted everything to be listed anew.
    package var hasLostThread: Bool { known.withLock(\.hasLostThread) }

    /// What tells how deletions can be taken back before the drive is asked again.
    package var remembered: [String: String] {
        let (info, albums) = known.withLock { ($0.info, $0.albums) }
        guard let info else { return [:] }
        var settings = [GraphDriveInfo.typeKey: info.type]
        if let webURL = info.webURL { settings[GraphDriveInfo.webURLKey] = webURL }
        switch albums {
        case .read: settings[DriveMemory.albums] = DriveMemory.told
        case .untold: settings[DriveMemory.albums] = DriveMemory.untold
        case nil: break
        }
        return settings
    }

    /// Takes what was remembered of the drive for true until the drive is asked.
    package func presume(_ settings: [String: String]) {
        guard let type = settings[GraphDriveInfo.typeKey] else { return }
        known.withLock { known in
            known.hasToldAlbums = settings[DriveMemory.albums] == DriveMemory.told
            known.presumed = GraphDriveInfo(
                id: "", comparableID: "", type: type,
                webURL: settings[GraphDriveInfo.webURLKey])
        }
    }

    /// Everything on the drive, or what has changed since the pages that are kept.
    package func list(progress: DriveProgressHandler?) async throws(DriveError) -> DriveListing {
        let info = try await info(for: .list)
        let run = FeedRun(
            client: client, store: feedStore, name: name, info: info,
            settings: settings, now: now(), shouldStop: stopsListing,
            noteResync: { [known] in known.withLock { $0.hasLostThread = true } })
        var listing = try await run.listing(progress)
        try await setAlbums(&listing, info)
        return listing
    }
}

extension GraphDriveInfo {
    /// The key of the type in what is remembered.
    static let typeKey = "drive_type"
    /// The key of the drive's page in what is remembered.
    static let webURLKey = "web_url"
}

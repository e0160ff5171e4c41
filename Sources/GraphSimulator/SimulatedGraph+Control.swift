// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters

/// What the owner of the simulator sets and sees.
extension SimulatedGraph {
    // MARK: - Accounts

    /// Adds an account with its drive. A consumer's drive takes `driveID` for its id if it is
    /// given: 16 hexadecimal digits.
    @discardableResult package func addAccount(
        _ kind: SimulatedDriveKind, address: String? = nil, name: String? = nil,
        driveID: String? = nil
    ) -> SimulatedDrive {
        let now = time.now
        let number = state.withLock {
            $0.addAccount(kind, address: address, name: name, driveID: driveID, now: now)
        }
        return SimulatedDrive(graph: self, number: number)
    }

    /// Adds a library that all employees reach who may read everything.
    @discardableResult package func addLibrary(name: String = "Design") -> SimulatedDrive {
        addAccount(.library, name: name)
    }

    /// Adds an employee without a drive.
    package func addUserWithoutDrive(address: String, isEnabled: Bool = true) {
        state.withLock { state in
            let id = state.newRequestID()
            state.accounts.append(
                AccountState(
                    kind: .business, id: id, address: address, name: address, drive: nil,
                    isEnabled: isEnabled))
        }
    }

    /// Makes a group of the users of these addresses.
    package func addGroup(id: String, _ addresses: [String]) {
        state.withLock { state in
            let known = Dictionary(
                state.accounts.enumerated().map { ($1.address, $0) }, uniquingKeysWith: { $1 })
            state.groups[id] = addresses.compactMap { known[$0] }
        }
    }

    /// All drives in the order in which they were added.
    package var drives: [SimulatedDrive] {
        let count = state.withLock { $0.drives.count }
        return (0..<count).map { SimulatedDrive(graph: self, number: $0) }
    }

    // MARK: - Tokens

    /// A live access token for the owner of `drive`, without a sign-in.
    package func accessToken(
        for drive: SimulatedDrive, scopes: Set<String> = ["User.Read", "Files.ReadWrite.All"],
        seconds: Double = 3_600
    ) -> String {
        let now = time.now
        return state.withLock { state in
            let account = state.accounts.firstIndex { $0.drive == drive.number }
            let isConsumer = state.drives[drive.number].kind.isPersonal
            let token = state.signIn.accessToken(isConsumer: isConsumer)
            state.grants[token] = TokenGrant(
                account: account, scopes: scopes, expiry: now + seconds)
            return token
        }
    }

    /// A live access token for an application that acts by itself.
    package func applicationToken(
        roles: Set<String> = ["Files.ReadWrite.All", "User.Read.All"], seconds: Double = 3_600
    ) -> String {
        let now = time.now
        return state.withLock { state in
            let token = state.signIn.accessToken(isConsumer: false)
            state.grants[token] = TokenGrant(account: nil, scopes: roles, expiry: now + seconds)
            return token
        }
    }

    /// Refuses all access tokens that were given out so far.
    package func revokeAccessTokens() { state.withLock { $0.grants = [:] } }

    /// Refuses all refresh tokens that were given out so far.
    package func revokeRefreshTokens(_ error: SimulatedSignInError = .revoked) {
        state.withLock { state in
            for key in state.signIn.refreshes.keys { state.signIn.refreshes[key]?.error = error }
        }
    }

    /// Takes no access token any more that was given out so far.
    package func refuseAccessTokens() { state.withLock { $0.grants = [:] } }

    /// From now on the owner of `drive` needs tokens that answer a claims challenge; `claims` is
    /// JSON, nil ends it.
    package func challenge(_ drive: SimulatedDrive, claims: String?) {
        state.withLock { state in
            for index in state.accounts.indices where state.accounts[index].drive == drive.number {
                state.accounts[index].claims = claims
            }
        }
    }

    /// How the sign-in service behaves.
    package var signIn: SimulatedSignIn {
        get { state.withLock { $0.signIn.settings } }
        set { state.withLock { $0.signIn.settings = newValue } }
    }

    // MARK: - Trouble

    /// Plays `script` from its beginning, in place of an earlier one.
    package func play(_ script: FaultScript) { state.withLock { $0.faults = FaultPlayer(script) } }

    /// Plays `rules` from their beginning, in place of an earlier script.
    package func play(_ rules: FaultRule...) { play(FaultScript(rules)) }

    /// How often each rule of the script has hit so far.
    package var faultCounts: [Int] { state.withLock { $0.faults.counts } }

    /// From now on the service takes no more than that.
    package func setThrottle(_ throttle: SimulatedThrottle) {
        let now = time.now
        state.withLock { $0.throttle = ThrottleState(throttle, now: now) }
    }

    // MARK: - What was asked

    /// The requests so far, the newest 50,000 of them at least.
    package var log: [LoggedRequest] { state.withLock { $0.record.requests } }

    /// The requests of one kind so far.
    package func log(_ kind: SimulatedRequestKind) -> [LoggedRequest] {
        log.filter { $0.kind == kind }
    }

    /// How much there was to do so far.
    package var counters: SimulatorCounters { state.withLock { $0.record.counters } }

    /// Forgets the requests so far.
    package func clearLog() { state.withLock { $0.record.clear() } }
}

extension GraphState {
    /// Adds an account with its drive; the number of the drive.
    mutating func addAccount(
        _ kind: SimulatedDriveKind, address: String?, name: String?, driveID: String?, now: Double
    ) -> Int {
        let number = drives.count
        let name = name ?? (kind.isPersonal ? "Pia Brook" : "Ines Hall")
        let stem = name.lowercased().replacing(" ", with: ".")
        let place = kind.isPersonal ? "outlook.example" : "contoso.example"
        let isTaken = accounts.contains { $0.address == "\(stem)@\(place)" }
        let address = address ?? (isTaken ? "\(stem)\(number)@\(place)" : "\(stem)@\(place)")
        var id = newRequestID()
        var series = SeededRandom(seed: options.seed &+ UInt64(number) &* 7_919)
        let driveSeed = series.next()
        let personalID = driveID?.uppercased()
        var drive = DriveState(
            kind: kind, name: kind == .library ? name : "OneDrive",
            owner: .init(name: name, address: address, id: id, isGroup: kind == .library),
            personalID: personalID, seed: driveSeed, now: DriveState.milliseconds(now))
        if kind.isPersonal {
            // The id of a consumer is that of the drive, without zeros in front.
            id = String(drive.ids.driveID.lowercased().drop { $0 == "0" })
            drive.owner.id = drive.ids.driveID
        }
        if kind == .library { drive.settings.totalByteCount = nil }
        drives.append(drive)
        accounts.append(
            AccountState(kind: kind, id: id, address: address, name: name, drive: number))
        return number
    }
}

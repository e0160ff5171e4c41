// SPDX-License-Identifier: Apache-2.0

/// A schedule as units of systemd: a service that makes one round, and the timer that starts it.
package struct SystemdUnits: Sendable {
    let schedule: Schedule

    /// The units of `schedule`.
    package init(_ schedule: Schedule) { self.schedule = schedule }

    /// The names of the files, and what is in them.
    package var files: [(name: String, text: String)] {
        [(schedule.name + ".service", service), (schedule.name + ".timer", timer)]
    }

    /// The timer.
    package var timer: String {
        let mark = ScheduleMark(schedule).line
        return """
            \(mark)
            [Unit]
            Description=Starts rounds of cleanrules
            Documentation=man:cleanrules(1)

            [Timer]
            OnCalendar=\(schedule.time.calendar)
            # A round that was missed, as the machine was off, is made up for.
            Persistent=true
            RandomizedDelaySec=15min

            [Install]
            WantedBy=timers.target

            """
    }

    /// The service.
    package var service: String {
        let command = schedule.command.map(SystemdText.argument).joined(separator: " ")
        var lines = [
            ScheduleMark(schedule).line, "[Unit]", "Description=One round of cleanrules",
            "Documentation=man:cleanrules(1)",
        ]
        lines += order
        lines += ["", "[Service]", "Type=oneshot", "ExecStart=:\(command)"]
        if let account = schedule.account { lines.append("User=\(account)") }
        for (name, value) in schedule.environment.sorted(by: { $0.key < $1.key }) {
            lines.append("Environment=" + SystemdText.assignment(name, value))
        }
        lines += ["UMask=0077", "Nice=10", "IOSchedulingClass=idle"]
        lines += ["# The item in hand is brought to its end.", "TimeoutStopSec=5min"]
        lines += ["", "# Nothing can be written but what a round writes."]
        lines += writable
        lines += privileges
        lines += network
        lines += Self.hardening
        return lines.joined(separator: "\n") + "\n"
    }

    /// Of a machine's own services, those that reach beyond it wait for the network.
    private var order: [String] {
        guard schedule.account != nil, schedule.reach.usesNetwork == true else { return [] }
        return ["Wants=network-online.target", "After=network-online.target"]
    }

    /// What can be written to. A path that is not there is passed over.
    private var writable: [String] {
        let reach = schedule.reach
        // Renaming, which is how items go into the trash, never leaves a mount: where a drive and its
        // trash have nothing in common but the whole tree, that stays in one piece.
        let isWhole = reach.folders.contains("/")
        var lines = ["ProtectSystem=" + (isWhole ? "full" : "strict")]
        if !isWhole {
            lines.append(
                "ReadWritePaths=" + reach.folders.map(SystemdText.path).joined(separator: " "))
        }
        // A drive in these would be another one, and empty.
        let temporary = ["/tmp", "/var/tmp"]
        lines.append("PrivateTmp=" + (reach.isBelow(temporary) || isWhole ? "no" : "yes"))
        return lines
    }

    /// What root needs to move what belongs to others; nobody else needs anything.
    private var privileges: [String] {
        let needed = "CAP_DAC_OVERRIDE CAP_DAC_READ_SEARCH CAP_FOWNER CAP_CHOWN"
        return [
            "NoNewPrivileges=yes", "CapabilityBoundingSet=" + (schedule.isRoot ? needed : ""),
        ]
    }

    private var network: [String] {
        switch schedule.reach.usesNetwork {
        case nil: []
        case true?: ["RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK"]
        case false?:
            [
                "# All drives are of this machine, and nobody is told of rounds.",
                "PrivateNetwork=yes", "IPAddressDeny=any", "RestrictAddressFamilies=AF_UNIX",
            ]
        }
    }

    private static let hardening = [
        "PrivateDevices=yes", "ProtectClock=yes", "ProtectControlGroups=yes",
        "ProtectHostname=yes", "ProtectKernelLogs=yes", "ProtectKernelModules=yes",
        "ProtectKernelTunables=yes", "ProtectProc=invisible", "LockPersonality=yes",
        "MemoryDenyWriteExecute=yes", "RestrictNamespaces=yes", "RestrictRealtime=yes",
        "RestrictSUIDSGID=yes", "SystemCallArchitectures=native",
        "SystemCallFilter=@system-service", "SystemCallErrorNumber=EPERM",
    ]
}

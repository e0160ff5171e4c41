// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Glibc
import GraphSimulator
import HTTPTransport
import TestSupport
import Testing

/// Signing in and out, against a simulated service behind a socket of this machine.
@Suite("Commands about accounts", .timeLimit(.minutes(60)))
struct AccountCommandTests {
    private static let tokens = ".local/state/cleanrules/accounts/tokens.json"

    /// A home whose rules declare a OneDrive of `account`.
    private func home(_ account: String, _ more: String = "") throws -> ScratchHome {
        let home = try ScratchHome()
        let drive = "{kind: onedrive, account: \(account), root: /\(more)}"
        try home.write(
            "version: 1\ndrives:\n  photos: \(drive)\nrules: []\n", to: "rules.yaml")
        return home
    }

    private func graph() -> SimulatedGraph { OneDriveHome.service().graph }

    @Test("sign in by a code, say who that is, list the drives, and sign out")
    func wholeWay() async throws {
        let home = try home("pat.sample@outlook.com")
        let graph = graph()
        try await ServedGraph.serving(graph) { environment in
            let before = try await ServedGraph.run(
                home, "whoami", "--format", "json", environment: environment)
            #expect(before.status == 4)
            #expect(try before.list("accounts").first?["signed_in"] as? Bool == false)
            let login = try await ServedGraph.run(
                home, "login", "photos", "--device-code", "--no-browser",
                environment: environment)
            #expect(login.status == 0, "\(login.errors)")
            #expect(login.errors.contains("enter the code"))
            #expect(!login.output.contains("enter the code"))
            #expect(!login.errors.contains("warning"), "\(login.errors)")
            #expect(graph.log.allSatisfy { $0.header("User-Agent")?.hasPrefix("ISV|") == true })
            let after = try await ServedGraph.run(
                home, "whoami", "--format", "json", environment: environment)
            #expect(after.status == 0)
            let account = try #require(try after.list("accounts").first)
            #expect(account["signed_in"] as? Bool == true)
            #expect(account["name"] as? String == "photos")
            #expect(account["user_principal_name"] as? String == "pat.sample@outlook.com")
            #expect(account["store"] as? String == "file \(home.path)/\(Self.tokens)")
            let drives = try await ServedGraph.run(
                home, "drives", "--format", "json", environment: environment)
            #expect(drives.status == 0, "\(drives.errors)")
            // Not those that the service keeps for itself.
            #expect(try drives.list("drives").map { $0["type"] as? String } == ["personal"])
            let logout = try await ServedGraph.run(
                home, "logout", "photos", environment: environment)
            #expect(logout.status == 0)
            let gone = try await ServedGraph.run(home, "whoami", environment: environment)
            #expect(gone.status == 4)
            let refused = try await ServedGraph.run(home, "drives", environment: environment)
            #expect(refused.status == 4)
            #expect(refused.errors.contains("cleanrules login photos"))
        }
    }

    @Test("name a way to sign in that works as it is told, wherever the rules lie")
    func signInAsTold() async throws {
        let home = try home("pat.sample@outlook.com")
        try home.write(try home.text("rules.yaml"), to: "some where/mine.yaml")
        try home.remove("rules.yaml")
        try await ServedGraph.serving(graph()) { environment in
            for command in ["plan", "sync", "drives"] {
                let run = try await ServedGraph.run(
                    home, command, "--rules", "some where/mine.yaml", environment: environment)
                #expect(run.status == 4, "\(command): \(run.errors)")
                let told = try #require(
                    run.errors.firstMatch(of: /run '(cleanrules login .*)'\n/), "\(run.errors)")
                let words = try ChildProgram.run(
                    "/bin/sh", ["-c", "printf '%s\\n' " + told.1]
                ).output.split(separator: "\n").dropFirst().map { String($0) }
                let login = try await ServedGraph.run(
                    home, words + ["--device-code", "--no-browser"], environment: environment)
                #expect(login.status == 0, "\(told.1): \(login.errors)")
                let logout = try await ServedGraph.run(
                    home, "logout", "photos", "--rules", "some where/mine.yaml",
                    environment: environment)
                #expect(logout.status == 0)
            }
        }
    }

    @Test(
        "sign in through a browser",
        arguments: [
            ("C", "You can close this page"), ("de_DE.UTF-8", "Sie können diese Seite schließen"),
            ("fr_FR.UTF-8", "Vous pouvez fermer cette page"),
            ("es_ES.UTF-8", "Puede cerrar esta página"),
        ])
    func browser(locale: String, text: String) async throws {
        let home = try home("pat.sample@outlook.com")
        let graph = graph()
        try await ServedGraph.serving(graph) { environment in
            let spoken = environment.merging(["LC_ALL": locale]) { $1 }
            let program = try home.start(
                ["login", "--no-browser", "--restore"], environment: spoken)
            var address: String?
            while address == nil, program.process.isRunning {
                try await Task.sleep(for: .milliseconds(20))
                address = try program.errorsSoFar().split(separator: "\n")
                    .first { $0.hasPrefix("  http") }.map {
                        $0.trimmingCharacters(in: .whitespaces)
                    }
            }
            // The simulator answers the page with a redirect, as after a sign-in.
            let answer = try await graph.exchange(HTTPRequest(.get, try #require(address)))
            let place = try #require(answer.header("Location"))
            let page = try await fetch(place)
            #expect(page.contains(text))
            let run = try await ServedGraph.waiting { try program.finish() }
            #expect(run.status == 0, "\(run.errors)")
            #expect(try home.text(Self.tokens).contains("Files.ReadWrite.All"))
        }
    }

    @Test("open the browser where there is a screen, and not with --no-browser")
    func opening() throws {
        let home = try home("pat.sample@outlook.com")
        try home.write(
            "#!/bin/sh\necho \"$1\" > \"$HOME/opened.part\"\n"
                + "mv \"$HOME/opened.part\" \"$HOME/opened\"\n", to: "bin/xdg-open")
        chmod(home.path + "/bin/xdg-open", 0o755)
        let environment = [
            "PATH": "\(home.path)/bin:/usr/bin:/bin", "DISPLAY": ":9",
            "CLEANRULES_CLIENT_ID": "app-1",
        ]
        for arguments in [["login", "--no-browser"], ["login"]] {
            let program = try home.start(arguments, environment: environment)
            var shown = ""
            while shown.isEmpty, program.process.isRunning {
                usleep(20_000)
                let lines = try program.errorsSoFar().split(separator: "\n")
                shown = lines.first { $0.hasPrefix("  http") }.map(String.init) ?? ""
            }
            if arguments == ["login"] {
                while !home.has("opened"), program.process.isRunning { usleep(20_000) }
                #expect(try home.text("opened") == shown.dropFirst(2) + "\n")
            } else {
                #expect(!home.has("opened"))
            }
            program.process.terminate()
            #expect(try program.finish().status == 143)
        }
    }

    /// What is answered to a plain request for the address `text`.
    private func fetch(_ text: String) async throws -> String {
        let address = try #require(URL(string: text))
        let port = try #require(address.port)
        let query = try #require(address.query(percentEncoded: true))
        let request = "GET /?\(query) HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"
        return try LoopbackRequest.send(request, port: UInt16(port))
    }

    @Test("end with 4 where a person did not sign in, and keep nothing")
    func declined() async throws {
        let home = try home("pat.sample@outlook.com")
        let graph = graph()
        graph.signIn.deviceAnswers = [.declined]
        try await ServedGraph.serving(graph) { environment in
            let login = try await ServedGraph.run(
                home, "login", "--device-code", environment: environment)
            #expect(login.status == 4)
            #expect(login.errors.contains("declined"))
            #expect(try await ServedGraph.run(home, "whoami", environment: environment).status == 4)
        }
    }

    @Test("keep nothing of somebody else than the rules name")
    func somebodyElse() async throws {
        let home = try home("someone@example.com")
        let graph = graph()
        graph.signIn.account = "pat.sample@outlook.com"
        try await ServedGraph.serving(graph) { environment in
            let login = try await ServedGraph.run(
                home, "login", "--device-code", environment: environment)
            #expect(login.status == 5, "\(login.errors)")
            #expect(login.errors.contains("someone@example.com"))
            #expect(try !home.text(Self.tokens).contains("refresh_token"))
            #expect(try await ServedGraph.run(home, "whoami", environment: environment).status == 4)
        }
    }

    @Test("take what the rules say before what the environment says")
    func precedence() throws {
        let home = try home(
            "a@example.com",
            ", client_id: of-the-rules, graph_url: \"http://localhost:1\", tenant: rules.example")
        let run = try home.run(
            "whoami", "--format", "json",
            environment: [
                "CLEANRULES_CLIENT_ID": "of-the-environment", "CLEANRULES_TENANT": "env.example",
                "CLEANRULES_GRAPH_URL": "http://localhost:2",
                "CLEANRULES_LOGIN_URL": "http://localhost:3",
            ])
        let account = try #require(try run.list("accounts").first)
        #expect(account["client_id"] as? String == "of-the-rules")
        #expect(account["tenant"] as? String == "rules.example")
        #expect(account["graph_url"] as? String == "http://localhost:1/v1.0")
        #expect(account["login_url"] as? String == "http://localhost:3")
    }

    @Test("refuse settings that cannot work, before anything is sent")
    func badSettings() throws {
        let rows: [(String, [String: String], Int32, String)] = [
            ("", [:], 3, "client_id"),
            (", graph_url: \"http://example.com\"", [:], 3, "graph_url"),
            ("", ["CLEANRULES_LOGIN_URL": "http://10.0.0.1"], 3, "login_url"),
            (", national_cloud: moon", [:], 3, "national_cloud"),
            ("", ["CLEANRULES_CLIENT_SECRET": "SECRET-1"], 64, "CLEANRULES_CLIENT_SECRET"),
            ("", ["CLEANRULES_TOKEN_STORE": "cloud"], 64, "CLEANRULES_TOKEN_STORE"),
        ]
        for (settings, environment, status, text) in rows {
            let home = try home("a@example.com", settings)
            var whole = environment
            if text != "client_id" { whole["CLEANRULES_CLIENT_ID"] = "app-1" }
            let run = try home.run(["login"], environment: whole)
            #expect(run.status == status, "\(run.errors)")
            #expect(run.errors.contains(text), "\(run.errors)")
            #expect(!run.errors.contains("SECRET-1"))
            #expect(!home.has(".local"))
        }
        let home = try home("a@example.com")
        #expect(try home.run("login", "other").status == 64)
        #expect(try home.run("whoami", "other").status == 64)
    }

    @Test("that cannot work are findings of check, with their place")
    func badSettingsAsFindings() throws {
        let home = try home("a@example.com", ", national_cloud: moon")
        let run = try home.run("check", "rules.yaml", "--format", "json")
        #expect(run.status == 3)
        let finding = try #require(try run.list("findings").first)
        #expect(finding["code"] as? String == "value-misplaced")
        #expect((finding["message"] as? String)?.contains("national_cloud") == true)
        #expect(finding["line"] as? Int != nil && finding["column"] as? Int != nil)
    }

    @Test("let an application act by itself")
    func application() async throws {
        let home = try home("pat@example.com", ", tenant: example.com")
        let graph = SimulatedGraph()
        graph.addAccount(.business, address: "pat@example.com")
        var known = SimulatedSignIn.Application(clientID: "app-1")
        known.secrets = ["SECRET-1"]
        graph.signIn.applications = [known]
        try home.write("SECRET-1\n", to: "secret")
        chmod(home.path + "/secret", 0o600)
        try await ServedGraph.serving(graph) { environment in
            var environment = environment
            environment["CLEANRULES_CLIENT_SECRET_FILE"] = home.path + "/secret"
            let run = try await ServedGraph.run(
                home, "drives", "--format", "json", environment: environment)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try run.list("drives").first?["type"] as? String == "business")
            let whoami = try await ServedGraph.run(
                home, "whoami", "--format", "json", environment: environment)
            #expect(whoami.status == 0)
            #expect(try whoami.list("accounts").first?["kind"] as? String == "application")
            #expect(!home.has(Self.tokens))
            chmod(home.path + "/secret", 0o644)
            let open = try await ServedGraph.run(home, "drives", environment: environment)
            #expect(open.status == 3)
            #expect(open.errors.contains("chmod 600"))
            try home.write("wrong\n", to: "secret")
            chmod(home.path + "/secret", 0o600)
            let wrong = try await ServedGraph.run(home, "drives", environment: environment)
            #expect(wrong.status == 3)
            #expect(!wrong.errors.contains("wrong\n"))
        }
    }

    @Test("hints are switched off and on")
    func hints() throws {
        let home = try ScratchHome()
        #expect(try home.run("hints").output == "Hints are on\n")
        #expect(try home.run("hints", "off").output == "Hints are off\n")
        #expect(try home.run("hints").output == "Hints are off\n")
        #expect(try home.run("hints", "on").output == "Hints are on\n")
        #expect(try home.run("hints", "maybe").status == 64)
    }
}

/// One request to a port of this machine, as a browser makes it.
private enum LoopbackRequest {
    static func send(_ text: String, port: UInt16) throws -> String {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, size)
            }
        }
        try #require(result == 0)
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 { return String(decoding: answer, as: UTF8.self) }
            answer += buffer[..<count]
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import HTTPTransport
import Testing

@testable import AccountAccess

@Suite("The settings of an account")
struct SettingsTests {
    private typealias Source = SignInSettings.Source

    private func error(_ source: SignInSettings.Source) -> String {
        let error = #expect(throws: AccessError.self) { try SignInSettings(source) }
        #expect(error?.kind == .misconfigured)
        return error?.message ?? ""
    }

    @Test("are those of the global cloud where nothing is said")
    func usual() throws {
        let settings = try SignInSettings(Source(account: "ana@example.com", clientID: "app-1"))
        #expect(settings.key.graph.description == "https://graph.microsoft.com/v1.0")
        #expect(
            settings.endpoint("token")
                == "https://login.microsoftonline.com/common/oauth2/v2.0/token")
    }

    @Test(
        "follow the national cloud",
        arguments: [
            ("global", "login.microsoftonline.com", "graph.microsoft.com"),
            ("US-Gov", "login.microsoftonline.us", "graph.microsoft.us"),
            ("us-dod", "login.microsoftonline.us", "dod-graph.microsoft.us"),
            ("china", "login.chinacloudapi.cn", "microsoftgraph.chinacloudapi.cn"),
        ])
    func clouds(_ row: (word: String, login: String, graph: String)) throws {
        let settings = try SignInSettings(
            Source(account: "ana@example.com", clientID: "a", nationalCloud: row.word))
        #expect(settings.key.login.host == row.login)
        #expect(settings.key.graph.host == row.graph)
        // An address of Graph names the cloud as well.
        let other = try SignInSettings(
            Source(account: "a", clientID: "a", graphURL: "https://\(row.graph)/"))
        #expect(other.cloud == settings.cloud)
        #expect(
            other.key
                == AccountKey(
                    account: "a", clientID: "a", login: settings.key.login,
                    graph: settings.key.graph))
    }

    @Test("refuse clouds that are not there, and personal accounts in those that have none")
    func badClouds() {
        let message = error(Source(account: "a", clientID: "a", nationalCloud: "germany"))
        for cloud in NationalCloud.allCases { #expect(message.contains("'\(cloud.rawValue)'")) }
        #expect(
            error(Source(account: "a@outlook.com", clientID: "a", nationalCloud: "china"))
                .contains("personal"))
    }

    @Test("take the address of Graph with and without its version")
    func graph() throws {
        func graph(_ text: String) throws -> String {
            try SignInSettings(Source(account: "a", clientID: "a", graphURL: text))
                .key.graph.description
        }
        #expect(try graph("http://127.0.0.1:80") == "http://127.0.0.1/v1.0")
        #expect(try graph("http://127.0.0.1:8080/") == "http://127.0.0.1:8080/v1.0")
        #expect(try graph("http://[::1]:8080/v1.0/") == "http://[::1]:8080/v1.0")
        #expect(try graph("https://Proxy.example/graph") == "https://proxy.example/graph/v1.0")
        #expect(
            error(Source(account: "a", clientID: "a", graphURL: "https://x.example/beta"))
                .contains("beta"))
    }

    @Test("refuse addresses that a token must not be sent to")
    func badAddresses() {
        for text in [
            "http://example.com", "http://10.0.0.1", "ftp://localhost", "localhost", "https://",
            "https://user@example.com", "https://example.com?x=1", "https://example.com/#a",
            "http://localhost.example.com", "https://a\u{202e}b", "https://a b",
        ] {
            let graph = error(Source(account: "a", clientID: "a", graphURL: text))
            #expect(graph.contains("'graph_url'"))
            #expect(!graph.contains("\u{202e}"))
            #expect(
                error(Source(account: "a", clientID: "a", loginURL: text))
                    .contains("'login_url'"))
        }
    }

    @Test(
        "find the tenant in the address of the sign-in service",
        arguments: [
            ("http://localhost:9", "http://localhost:9/common"),
            ("http://localhost:9/", "http://localhost:9/common"),
            ("http://localhost:9/common", "http://localhost:9/common"),
            ("http://localhost:9/consumers/", "http://localhost:9/consumers"),
            ("http://localhost:9/contoso.com", "http://localhost:9/contoso.com"),
            ("http://localhost:9/login", "http://localhost:9/login/common"),
            ("http://localhost:9/acme/oauth2/v2.0", "http://localhost:9/acme"),
            ("http://localhost:9/acme/oauth2/v2.0/token", "http://localhost:9/acme"),
            ("http://localhost:9/oauth2/v2.0/token", "http://localhost:9/common"),
            ("http://localhost:9/x/acme/oauth2/v2.0/authorize", "http://localhost:9/x/acme"),
            (
                "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad",
                "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad"
            ),
        ])
    func login(_ row: (text: String, base: String)) throws {
        let settings = try SignInSettings(
            Source(account: "a", clientID: "a", loginURL: row.text))
        #expect(settings.endpoint("token") == row.base + "/oauth2/v2.0/token")
    }

    @Test("take one tenant, and only a plain one")
    func tenants() throws {
        let settings = try SignInSettings(
            Source(
                account: "a", clientID: "a", loginURL: "http://localhost/Contoso.com",
                tenant: "contoso.com"))
        #expect(settings.tenant == "contoso.com")
        #expect(
            error(
                Source(
                    account: "a", clientID: "a", loginURL: "http://localhost/contoso.com",
                    tenant: "other.example")
            ).contains("'login_url'"))
        for tenant in ["a/b", "", "..", "a?b", "a b", String(repeating: "x", count: 300)] {
            #expect(
                error(Source(account: "a", clientID: "a", tenant: tenant)).contains("'tenant'"))
        }
    }

    @Test("need an application")
    func application() {
        #expect(error(Source(account: "a")).contains("CLEANRULES_CLIENT_ID"))
        #expect(error(Source(account: "a", clientID: "")).contains("CLEANRULES_CLIENT_ID"))
        #expect(error(Source(account: "a", clientID: "a b")).contains("'a b'"))
    }

    @Test("know the addresses that only personal accounts have")
    func consumers() throws {
        func isConsumer(_ account: String) throws -> Bool {
            try SignInSettings(Source(account: account, clientID: "a")).isConsumer
        }
        for account in [
            "a@outlook.com", "a@Hotmail.co.uk", "a@live.de", "a@msn.com", "a@outlook.com.br",
        ] {
            #expect(try isConsumer(account), "\(account)")
        }
        for account in [
            "outlook.com", "a@contoso.com", "a@live.contoso.com", "a@outlook.contoso.co.uk",
            "personal",
        ] {
            #expect(try !isConsumer(account), "\(account)")
        }
    }
}

@Suite("Scopes")
struct ScopeTests {
    @Test("ask for no more than is needed")
    func requests() {
        #expect(
            SignInScopes.delegated(restores: false, cloud: .global)
                == ["Files.ReadWrite", "offline_access", "openid", "profile", "User.Read"])
        #expect(
            SignInScopes.delegated(restores: true, cloud: .usDefense) == [
                "https://dod-graph.microsoft.us/Files.ReadWrite.All", "offline_access", "openid",
                "profile", "https://dod-graph.microsoft.us/User.Read",
            ])
        #expect(
            SignInScopes.application(cloud: .china)
                == "https://microsoftgraph.chinacloudapi.cn/.default")
    }

    @Test("are renewed so far as they were granted")
    func renewals() {
        let requested = ["Files.ReadWrite", "offline_access", "openid", "profile", "User.Read"]
        func renewal(_ granted: [String]) -> [String] {
            SignInScopes.renewal(requested: requested, granted: granted)
        }
        #expect(
            renewal(["files.readwrite", "User.Read", "Mail.Read"])
                == ["Files.ReadWrite", "User.Read", "offline_access"])
        #expect(
            renewal(["https://graph.microsoft.com/Files.ReadWrite"])
                == ["Files.ReadWrite", "offline_access"])
        #expect(
            renewal(["Files.ReadWrite.All", "offline_access"])
                == ["Files.ReadWrite.All", "offline_access"])
        #expect(
            renewal([])
                == ["Files.ReadWrite", "openid", "profile", "User.Read", "offline_access"])
    }

    @Test("tell what they allow")
    func meaning() {
        #expect(SignInScopes.allowDeletion(["https://graph.microsoft.com/Files.ReadWrite"]))
        #expect(SignInScopes.allowDeletion(["Sites.ReadWrite.All"]))
        #expect(!SignInScopes.allowDeletion(["Files.Read.All", "User.Read"]))
        #expect(SignInScopes.allowRestore(["Files.ReadWrite.All"]))
        #expect(!SignInScopes.allowRestore(["Files.ReadWrite"]))
    }
}

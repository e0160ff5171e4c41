// SPDX-License-Identifier: Apache-2.0

import HTTPTransport
import Testing

@Suite("The address of a service")
struct ServiceAddressTests {
    @Test(
        "is https, or http on this machine",
        arguments: [
            ("https://graph.microsoft.com/v1.0", "https://graph.microsoft.com/v1.0"),
            ("https://graph.microsoft.com", "https://graph.microsoft.com"),
            ("https://graph.microsoft.com/", "https://graph.microsoft.com"),
            ("https://graph.microsoft.com/v1.0//", "https://graph.microsoft.com/v1.0"),
            ("HTTPS://Graph.Microsoft.COM:443/V1.0", "https://graph.microsoft.com/V1.0"),
            ("https://graph.microsoft.com:8443", "https://graph.microsoft.com:8443"),
            ("https://10.0.0.1/v1.0", "https://10.0.0.1/v1.0"),
            ("https://[2001:db8::1]:8443/a", "https://[2001:db8::1]:8443/a"),
            ("https://graph.microsoft.com./a", "https://graph.microsoft.com./a"),
            ("http://localhost:8080/v1.0", "http://localhost:8080/v1.0"),
            ("http://LOCALHOST", "http://localhost"),
            ("http://127.0.0.1:80/", "http://127.0.0.1"),
            ("http://127.1.2.3:81/", "http://127.1.2.3:81"),
            ("http://[::1]:8080", "http://[::1]:8080"),
        ])
    func good(text: String, description: String) {
        #expect(ServiceAddress(text)?.description == description)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "https", "https:", "https://", "https:///v1.0", "graph.microsoft.com", "://a",
            "ftp://localhost", "file:///etc/passwd", "javascript://a", "https//a",
            "http:/localhost",
            "http://graph.microsoft.com", "http://10.0.0.1", "http://localhost.evil.com",
            "http://127.0.0.1.evil.com", "http://evil.com:80", "http://localhost.",
            "http://127.0.0.1.", "http://127.0.0.256", "http://127.0.0", "http://127.1",
            "http://2130706433", "http://0x7f.0.0.1", "http://0177.0.0.1", "http://127.0.0.+1",
            "http://127.0.0.1e0", "http://[::2]", "http://[::ffff:127.0.0.1]", "http://[::1",
            "http://::1", "http://[::1]evil.com", "http://[::1].evil.com", "http://[::1%25lo]",
            "https://user@graph.microsoft.com", "https://user:pass@graph.microsoft.com",
            "http://127.0.0.1@evil.com", "http://127.0.0.1:80@evil.com", "https://@a",
            "https://a?b", "https://a/?", "https://a#b", "https://a/#", "https://a\\b",
            "https://a/b\\c", "http://evil.com\\@localhost", "https://a:0", "https://a:65536",
            "https://a:", "https://a:+443", "https://a:-1", "https://a:4 43", "https://a:443:443",
            "https://a:99999999999999999999", "https://a b", " https://a", "https://a\n",
            "https://ä.de", "https://a%2eb", "https://a/ü", "https://.a", "https://[]", "https://]",
            "https://a,b", "https://a;b", "https://a'b", "https://(a)", "https://a*",
        ])
    func bad(text: String) {
        #expect(ServiceAddress(text) == nil)
    }

    @Test(
        "knows which links are its own",
        arguments: [
            ("https://graph.microsoft.com/v1.0/me?$skiptoken=a", true),
            ("https://graph.microsoft.com", true), ("HTTPS://GRAPH.microsoft.com/x", true),
            ("https://graph.microsoft.com:443/x", true), ("https://graph.microsoft.com?a", true),
            ("https://graph.microsoft.com#a", true),
            ("https://graph.microsoft.com/a\\b?c=\\d&e=ä", true),
            ("https://graph.microsoft.com/?a=https://evil.com", true),
            ("http://graph.microsoft.com/", false), ("https://graph.microsoft.com:8443/", false),
            ("https://graph.microsoft.com.evil.com/", false), ("https://evil.com/", false),
            ("https://evilgraph.microsoft.com/", false), ("https://microsoft.com/", false),
            ("https://graph.microsoft.com@evil.com/", false),
            ("https://graph.microsoft.com:443@evil.com/", false),
            ("https://a@graph.microsoft.com/", false), ("https://graph.microsoft.com./", false),
            ("https://graph.microsoft.com\\evil.com/", false),
            ("https://graph.microsoft.com\\@evil.com/", false),
            ("https://evil.com\\graph.microsoft.com", false),
            ("https://evil.com#graph.microsoft.com", false),
            ("https://evil.com?https://graph.microsoft.com/", false),
            ("//graph.microsoft.com/", false), ("/v1.0/me", false), ("", false),
            ("https:graph.microsoft.com", false), ("https:/graph.microsoft.com", false),
            ("https:///graph.microsoft.com", false), (" https://graph.microsoft.com/", false),
            ("https://graph.microsoft.com\t/", false), ("https://graph%2emicrosoft.com/", false),
            ("https://graph.microsoft.com\u{0}/", false),
            ("https://gr\u{e4}ph.microsoft.com", false),
            ("https://graph\u{3002}microsoft.com/", false),
        ])
    func links(url: String, isOwn: Bool) throws {
        let address = try #require(ServiceAddress("https://graph.microsoft.com/v1.0"))
        #expect(address.isOrigin(of: url) == isOwn)
    }

    @Test("on this machine knows its links as well")
    func loopback() throws {
        let address = try #require(ServiceAddress("http://127.0.0.1:8080/v1.0"))
        #expect(address.isLoopback)
        #expect(address.isOrigin(of: "http://127.0.0.1:8080/x?y"))
        for other in [
            "http://127.0.0.1/", "http://127.0.0.1:8081/", "https://127.0.0.1:8080/",
            "http://localhost:8080/", "http://127.0.0.2:8080/", "http://127.0.0.1:8080.evil.com/",
            "http://127.0.0.1:8080@evil.com/",
        ] {
            #expect(!address.isOrigin(of: other), "\(other)")
        }
        #expect(ServiceAddress("https://graph.microsoft.com")?.isLoopback == false)
    }
}

// SPDX-License-Identifier: Apache-2.0

package import HelpPages
internal import HTTPTransport
internal import RuleEngine

extension LoadedRules {
    /// The hosts that something goes to because of these rules. An address that stands elsewhere is
    /// not looked up: it is named as the rules name it.
    package var hosts: PrivacyManifest.Hosts {
        get throws(Failure) {
            var hosts: PrivacyManifest.Hosts = [:]
            for drive in file.drives where drive.kind == .onedrive {
                let services = try AccountOpening.services(of: drive)
                hosts[.signIn, default: []].append(services.login.host)
                hosts[.graph, default: []].append(services.graph.host)
                hosts[.contents] = []
            }
            for target in file.notifications {
                hosts[.message, default: []].append(Self.host(of: target))
            }
            if file.policyIssuer != nil { hosts[.issuer] = [] }
            return hosts.mapValues { Array(Set($0)).sorted() }
        }
    }

    private static func host(of target: NotificationTarget) -> String {
        switch target.address {
        case .plain(let text): ServiceAddress(text)?.host ?? text
        case .environment(let name): "env:" + name
        case .file(let path): "file:" + path
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// What an application asks to be allowed.
package enum SignInScopes {
    /// What a person is asked for: the own files, a lasting sign-in, and who they are.
    ///
    /// `Files.ReadWrite.All` is more than listing and deleting need, and tenants with the default
    /// policy let no ordinary user grant it; restoring on personal accounts does need it.
    package static func delegated(restores: Bool, cloud: NationalCloud) -> [String] {
        let files = restores ? "Files.ReadWrite.All" : "Files.ReadWrite"
        return [files, "offline_access", "openid", "profile", "User.Read"]
            .map { qualified($0, cloud) }
    }

    /// What an application that acts by itself asks for: all that an administrator granted it.
    package static func application(cloud: NationalCloud) -> String {
        "https://\(cloud.graphHost)/.default"
    }

    /// What a renewal asks for: of what was requested, all that was granted.
    package static func renewal(requested: [String], granted: [String]) -> [String] {
        let allowed = Set(granted.map(short))
        var scopes = requested.filter { allowed.contains(short($0)) }
        // A service may grant by other names than those it was asked for.
        if !scopes.contains(where: { short($0).hasPrefix("files.") }) {
            scopes = granted.isEmpty ? requested : granted
        }
        scopes.removeAll { short($0) == "offline_access" }
        return scopes + ["offline_access"]
    }

    /// Whether `scopes` let files be deleted.
    package static func allowDeletion(_ scopes: [String]) -> Bool {
        scopes.map(short).contains { name in
            name.hasPrefix("files.readwrite") || name.hasPrefix("sites.readwrite")
                || name.hasPrefix("sites.fullcontrol") || name.hasPrefix("sites.manage")
        }
    }

    /// Whether `scopes` let deleted files of a personal account be restored.
    package static func allowRestore(_ scopes: [String]) -> Bool {
        scopes.map(short).contains("files.readwrite.all")
    }

    /// The name without the host of the service, in lower case.
    private static func short(_ scope: String) -> String {
        guard scope.contains("://") else { return scope.lowercased() }
        return (scope.split(separator: "/").last ?? "").lowercased()
    }

    /// Scopes without a host mean the global cloud; those of OpenID Connect belong to no service.
    private static func qualified(_ scope: String, _ cloud: NationalCloud) -> String {
        let isCommon = ["offline_access", "openid", "profile"].contains(scope)
        return cloud == .global || isCommon ? scope : "https://\(cloud.graphHost)/\(scope)"
    }
}

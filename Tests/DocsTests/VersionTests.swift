// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workflow

/// One version for the program, its changelog and its package.
@Suite("The version")
struct VersionTests {
    @Test("is the one that the changelog ends or begins a section with")
    func changelog() throws {
        let text = try Checkout.text("CHANGELOG.md")
        let isReleased = text.contains("\n## [\(Version.text)] - ")
        #expect(isReleased || text.contains("version, \(Version.text):"), "\(Version.text)")
    }

    @Test("is that of the package for Spark as well")
    func spark() throws {
        let text = try Checkout.text("spark/pyproject.toml")
        #expect(text.contains("\nversion = \"\(Version.text)\"\n"))
        let package = try Checkout.text("spark/src/cleanrules_spark/__init__.py")
        #expect(package.contains("\n__version__ = \"\(Version.text)\"\n"))
    }

    @Test("stands where script/deb and script/release read it")
    func package() throws {
        let source = try Checkout.text("Sources/Workflow/Host/Version.swift")
        let lines = source.split(separator: "\n").filter { line in
            line.contains("static let text = \"") && line.hasSuffix("\"")
        }
        #expect(lines.count == 1 && lines[0].contains("\"\(Version.text)\""))
        let pattern = #"s/.*static let text = "\(.*\)"$/\1/p"#
        for script in ["script/deb", "script/sbom", "script/release"] {
            #expect(try Checkout.text(script).contains(pattern), "\(script)")
        }
    }
}

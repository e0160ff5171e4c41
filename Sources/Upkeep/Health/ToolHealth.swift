// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import ReviewUI
internal import Text
internal import Wording
internal import Workflow

/// What makes the pictures of reviews. None of it is needed.
enum PicturesHealth {
    static var finding: Finding {
        guard let worker = PictureWorker.besideProgram(),
            let answer = HelperProgram.run(worker.path, ["--kinds"])
        else { return .none(.pictures, "none", .doctorPicturesNone) }
        if answer.isLate {
            return .attention(
                .pictures, "late",
                .doctorPicturesLate(
                    path: VisibleText.escaped(worker.path), n: Int(HelperProgram.secondsMax)),
                fix: .doctorFixType(text: ShellWord.quoted(worker.path) + " --kinds"))
        }
        if answer.status != 0 { return .none(.pictures, "none", .doctorPicturesNone) }
        let kinds = answer.text.split(separator: "\n").map { line in
            line.split(separator: " ", maxSplits: 1).map { String($0) }
        }.filter { $0.count == 2 }
        let missing = kinds.filter { $0[1] != "yes" }.map { $0[0] }
        let figures = ["kinds": Int64(kinds.count), "missing": Int64(missing.count)]
        if missing.isEmpty {
            return .well(.pictures, .doctorPictures(n: kinds.count), figures)
        }
        return .well(
            .pictures,
            .doctorPicturesSome(names: VisibleText.escaped(missing.joined(separator: ", "))),
            code: "some", figures)
    }
}

/// The versions of the libraries of the machine that the program uses.
enum LibrariesHealth {
    /// Each by its name; a library that does not tell is left out.
    static var versions: [(name: String, version: String)] {
        let found: [(String, String?)] = [
            ("glibc", say("gnu_get_libc_version")), ("sqlite", say("sqlite3_libversion")),
            ("libcurl", say("curl_version")), ("openssl", say("OpenSSL_version", 0)),
            ("zlib", say("zlibVersion")), ("libyaml", say("yaml_get_version_string")),
        ]
        return found.compactMap { name, version in version.map { (name, $0) } }
    }

    static var finding: Finding {
        let text = versions.map { name, version in
            // curl and OpenSSL say more than their version.
            let words = version.split(separator: " ")
            let number = words.first { $0.contains(where: \.isNumber) } ?? "?"
            let short = number.split(separator: "/").last ?? number
            return "\(name) \(short)"
        }.joined(separator: ", ")
        return .well(.libraries, .doctorLibraries(names: VisibleText.escaped(text)))
    }

    /// What the function `name`, which every program of these libraries may call, says.
    private static func say(_ name: String) -> String? {
        typealias Version = @convention(c) () -> UnsafePointer<CChar>?
        return symbol(name).flatMap { unsafeBitCast($0, to: Version.self)() }
            .map { String(cString: $0) }
    }

    private static func say(_ name: String, _ what: Int32) -> String? {
        typealias Version = @convention(c) (Int32) -> UnsafePointer<CChar>?
        return symbol(name).flatMap { unsafeBitCast($0, to: Version.self)(what) }
            .map { String(cString: $0) }
    }

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(nil, name) }
}

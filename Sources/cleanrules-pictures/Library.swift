// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages

/// A library of the machine, opened when it is needed: none has to be there, and none is loaded
/// for a picture that does without.
@safe
struct Library {
    private let handle: UnsafeMutableRawPointer
    private let name: String

    /// The first of the libraries `files` that is there; people know it by `name`.
    init(_ name: String, _ files: [String]) throws(NoPicture) {
        for file in files {
            if let handle = unsafe dlopen(file, RTLD_NOW | RTLD_LOCAL) {
                unsafe self.handle = handle
                self.name = name
                return
            }
        }
        throw .missing(name)
    }

    /// The function `symbol`, whose manual declares it as the type that is wanted.
    func function<Function>(_ symbol: String) throws(NoPicture) -> Function {
        guard let address = unsafe dlsym(handle, symbol) else {
            throw NoPicture(String(clause: "this machine's \(name) lacks \(symbol)"))
        }
        return unsafe unsafeBitCast(address, to: Function.self)
    }
}

/// Why there is no picture; one clause.
struct NoPicture: Error {
    var reason: String

    /// The given reason.
    init(_ reason: String) { self.reason = reason }

    /// The bytes are none that this program can make a picture of.
    static let unreadable = NoPicture(String(clause: "the file cannot be read"))
    /// Not all of it can be read.
    static let damaged = NoPicture(String(clause: "the picture is damaged"))
    /// There is more of it than this program takes on.
    static let tooLarge = NoPicture(String(clause: "the picture is too large"))
    /// The kernel takes no rights away.
    static let unconfined = NoPicture(
        String(clause: "this machine cannot confine the program that makes pictures"))
    /// It is a film, a document or none of these.
    static let unknown = NoPicture(
        String(clause: "it is no picture of a kind that is known"))
    /// A library is not installed.
    static func missing(_ library: String) -> NoPicture {
        NoPicture(String(clause: "this machine lacks \(library)"))
    }
}

// SPDX-License-Identifier: Apache-2.0

internal import Commands

/// Where the program begins. All that it does is in `Commands`, which tests can look into: a program
/// that brings the Swift libraries with it cannot be part of a bundle of tests.
@main
enum Program {
    static func main() async {
        await CleanRules.main()
    }
}

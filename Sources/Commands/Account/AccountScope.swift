// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import Text
internal import Wording
internal import ArgumentParser
internal import RuleEngine
internal import Workflow

/// Which drives a command about accounts means.
struct AccountScope {
    let rules: LoadedRules

    /// The drives of kind onedrive, or the one of them that is called `name`.
    func drives(_ name: String?) throws(Failure) -> [DriveDeclaration] {
        let drives = rules.file.drives.filter { $0.kind == .onedrive }
        let shown = VisibleText.escaped(rules.name)
        if drives.isEmpty {
            throw Failure(.invalidRules, .accountNone(path: shown))
        }
        guard let name else { return drives }
        if let drive = drives.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
            return [drive]
        }
        let names = Phrase.names(drives.map(\.name))
        throw Failure(
            .usage,
            .accountUnknown(path: shown, drive: VisibleText.escaped(name), names: names))
    }

    /// The one drive that is called `name`; without a name, the only one.
    func drive(_ name: String?) throws(Failure) -> DriveDeclaration {
        let drives = try drives(name)
        if drives.count == 1, let drive = drives.first { return drive }
        let names = Phrase.names(drives.map(\.name))
        throw Failure(.usage, .accountSeveral(names: names))
    }
}

/// Options that all commands about accounts take.
struct AccountOptions: ParsableArguments {
    @Option(name: .long, help: "The rules file. Default: here, or the configuration folder.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    /// The drives that the rules declare.
    func scope() throws(Failure) -> AccountScope {
        AccountScope(rules: try RulesLoader.load(try RulesLoader.find(rules, folder: nil)))
    }

    /// The option as it would be written again, with a blank before it.
    var again: String { rules.map { " --rules \(ShellWord.quoted($0))" } ?? "" }
}

// SPDX-License-Identifier: Apache-2.0

import RuleEngine

/// Where an item was found after its deletion.
struct Whereabouts {
    /// The trash; nil for the quarantine.
    var trash: TrashFolder?
    /// The path of the folder of the quarantine, below the root.
    var quarantinePath: [UInt8] = []
    /// The open folder that holds it.
    var folder: OpenFolder
    /// Its name there.
    var name: KernelName
    /// What it is.
    var state: EntryState

    /// What a deletion would have answered of an item that lay in folders of that `ancestry`.
    func receipt(_ ancestry: Ancestry) -> DeletionReceipt {
        let kind: DeletionToken.Kind = trash == nil ? .quarantine : .trash
        let path = trash?.path ?? quarantinePath
        let token = DeletionToken(
            kind, folder: path, name: name, state: state, ancestry: ancestry)
        let inQuarantine = PathBytes.joined(path, name.bytes)
        return DeletionReceipt(
            method: trash == nil ? .quarantine : .recycle,
            place: trash?.place ?? "/" + String(decoding: inQuarantine, as: UTF8.self),
            token: token.text)
    }
}

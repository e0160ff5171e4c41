// SPDX-License-Identifier: Apache-2.0

// A person's rules file stays a person's file. This module changes it by its bytes, at the marks that
// `YAMLBridge` has of every node, and takes nobody's word for it, not its own either:
//
// - `RuleEditor` makes one `RuleEdit`. What is spliced is found in `Splicing`, for blocks and brackets
//   apart; the same edit is made of what the file says, as a `PlainValue`. The bytes that come out are
//   read anew, must say just that, and must be rules without an error.
// - `RuleFormatter` changes blanks and empty lines only; what comes out says the same, with the same
//   comments.
// - `RuleLinter` and `CatalogLint` find what is valid and hardly meant, with splices that mend it.
// - `TextDiff` shows what became of the lines.
//
// It takes bytes and gives bytes. Who reads and writes files is `Workflow`.

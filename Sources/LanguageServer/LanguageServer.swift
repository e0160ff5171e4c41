// SPDX-License-Identifier: Apache-2.0

// What an editor asks about rules files while somebody types, in the Language Server Protocol 3.17.
// Messages come in as bytes and go out as bytes: nothing here reads a file, a clock or standard input.
//
// - `Wire` finds messages in a stream of bytes, and reads and writes their JSON; both have limits.
// - `Documents` are texts as the editor has them, whose places it counts in lines and units.
// - `LanguageSession` is what is said in turn: who asked, what is open, what is wrong with it.
// - `Names` finds where rules, definitions, drives, anchors and files are declared and used.
// - `Features` answer one question each.
//
// What is wrong with rules says `YAMLBridge`, what in them is hardly meant says `RuleEditing`, which
// also makes the changes. Files, drives and the catalog are the `LanguageHost`'s.

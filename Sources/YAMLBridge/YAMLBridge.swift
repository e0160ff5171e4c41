// SPDX-License-Identifier: Apache-2.0

// The bridge between rules files as bytes and rules as values; it reads no file itself.
//
// Syntax      bytes -> `SourceText` (lines, columns) -> libyaml's events -> `MarkedTree`, whose nodes
//             know the bytes they stand in, with every comment's place beside them.
// Decoding    `MarkedTree` -> `RuleFile`: every key, value and name is checked, all findings are
//             collected, included files are followed through a closure.
// Printing    findings -> text with the source line and a caret.
// Schema      the same keys as a JSON Schema for editors.
//
// Hostile input costs bounded time and memory: 1 MiB of bytes, 100 levels, 100,000 nodes with every
// alias counted as often as it is written out; shared subtrees are indices, never copies.

// SPDX-License-Identifier: Apache-2.0

// What a person decided says what the rules could have said. This module takes decided items with what
// each of them looked like, and gives proposals: rules, exceptions of rules, protections.
//
// - `DecidedItem` is an example: an item, what was decided, and when.
// - `Literal` is a readable condition of one key; `LiteralPool` has those that examples give rise to.
// - `CoverLearner` finds conjunctions of at most three of them, one after another, each for what those
//   before it leave over; it grows them on the earlier decisions, prunes them on later ones, and says
//   how often they are right on the latest, which had no part in either.
// - `RuleProposer` asks it what is worth asking: what the rules leave to a person, and what they say
//   that persons contradict. `Proposal` is what comes of it, as edits of a rules file.
//
// Nothing is learned from what nobody decided. It is a pure function: the same examples, in whatever
// order they come, give the same proposals. Time is a parameter, and nothing is read or written.

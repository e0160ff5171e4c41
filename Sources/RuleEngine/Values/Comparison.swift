// SPDX-License-Identifier: Apache-2.0

/// A test of a number or an age against one or two bounds.
public enum Comparison<Bound: Sendable & Hashable>: Sendable, Hashable {
    /// Strictly above the bound.
    case over(Bound)
    /// Strictly below the bound.
    case under(Bound)
    /// Between the bounds, both included.
    case between(Bound, Bound)
    /// Exactly the bound; never made for ages.
    case exactly(Bound)
}

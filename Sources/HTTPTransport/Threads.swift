// SPDX-License-Identifier: Apache-2.0

// Whoever uses this module finds `Lock` with it: one type for the whole program.
@_exported public import Threads

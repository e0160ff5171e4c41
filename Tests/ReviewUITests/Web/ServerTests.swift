// SPDX-License-Identifier: Apache-2.0

import Testing

/// One after the other: they use sockets, and some of them hundreds.
@Suite("The server of the page", .serialized)
struct ServerTests {}

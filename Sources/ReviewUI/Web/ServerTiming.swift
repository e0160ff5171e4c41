// SPDX-License-Identifier: Apache-2.0

/// How long things may take on a server, in seconds; tests have less patience.
struct ServerTiming: Sendable {
    /// How long a link is good.
    var link = 120.0
    /// How long the server stays without a client.
    var idle = 1800.0
    /// How long a client may take for one request, or for the next piece of an answer.
    var moving = 10.0
    /// How long a connection may wait for its next request.
    var waiting = 60.0
    /// How often listeners are told that the connection stands.
    var heartbeat = 15.0
    /// How often the state file is asked whether it changed.
    var poll = 0.5
    /// How long answers in the making may take when the server stops.
    var parting = 5.0
    /// The most connections at a time.
    var connections = 400
}

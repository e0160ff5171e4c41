// SPDX-License-Identifier: Apache-2.0

import HTTPTransport

extension HTTPExchanging {
    /// The response to `request`, or why there is none, as a value.
    func outcome(
        of request: HTTPRequest, receiver: HTTPReceiver? = nil
    ) async -> Result<HTTPResponse, HTTPError> {
        do {
            return .success(try await exchange(request, receiver: receiver))
        } catch {
            return .failure(error)
        }
    }
}

extension Traffic {
    /// The response to `request`, or why there is none, as a value.
    func outcome(
        of request: HTTPRequest, receiver: HTTPReceiver? = nil
    ) async -> Result<HTTPResponse, HTTPError> {
        do {
            return .success(try await send(request, cost: 1, count: 1, receiver: receiver))
        } catch {
            return .failure(error)
        }
    }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
    /// The response, if there is one.
    var response: HTTPResponse? {
        if case .success(let response) = self { response } else { nil }
    }

    /// The error, if there is one.
    var error: HTTPError? {
        if case .failure(let error) = self { error } else { nil }
    }
}

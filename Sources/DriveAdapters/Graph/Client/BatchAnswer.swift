// SPDX-License-Identifier: Apache-2.0

internal import HTTPTransport

/// What a batch says of one of its requests.
enum BatchAnswer: Sendable {
    /// Its response; not 429, which was waited for and asked again if the request is a GET.
    case response(GraphResponse)
    /// The service refused to handle it now, so it has had no effect.
    case throttled
    /// Nothing is known of it: the answer did not come, or was missing in the batch.
    case unknown(String)
}

/// The answers in the body of a batch.
struct BatchBody {
    /// The responses by the ids of their requests; nil for an id that stands twice.
    private(set) var responses: [String: GraphResponse?] = [:]

    /// What `body` says; nil if it is not the answer to a batch. Its responses were made on the
    /// `date` of the batch, where they do not say otherwise.
    init?(_ body: [UInt8], date: String? = nil) {
        var responses: [String: GraphResponse?] = [:]
        var hasResponses = false
        let isRead: Void? = unsafe JSONReader.value(of: body) { (reader, place) throws(JSONFault) in
            try unsafe reader.members(&place, depth: 0) { (key, reader, place) throws(JSONFault) in
                guard key == "responses", unsafe place[0] == UInt8(ascii: "[") else {
                    return try unsafe reader.skipValue(&place, depth: 1)
                }
                hasResponses = true
                try unsafe reader.elements(&place, depth: 1) { (reader, place) throws(JSONFault) in
                    guard let (id, found) = unsafe try BatchBody.entry(&reader, &place) else {
                        return
                    }
                    var response = found
                    if let date, response.header("Date") == nil {
                        response.headers.append(HTTPField("Date", date))
                    }
                    let key = id.lowercased()
                    if responses[key] == nil {
                        responses[key] = .some(response)
                    } else {
                        responses.updateValue(nil, forKey: key)
                    }
                }
            }
        }
        guard isRead != nil, hasResponses else { return nil }
        self.responses = responses
    }

    /// The response at `place`; nil if it does not say whose it is and what became of it.
    private static func entry(
        _ reader: inout JSONReader, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> (id: String, response: GraphResponse)? {
        guard unsafe place[0] == UInt8(ascii: "{") else {
            try unsafe reader.skipValue(&place, depth: 2)
            return nil
        }
        var id: String?
        var status: Int64?
        var response = GraphResponse(status: 0, headers: [], body: [])
        try unsafe reader.members(&place, depth: 2) { (key, reader, place) throws(JSONFault) in
            switch key {
            case "id":
                // Some services write numbers as numbers.
                if unsafe (0x30...0x39).contains(place[0]) {
                    id = try unsafe reader.numberIfAny(&place, depth: 3).map(String.init)
                } else {
                    id = try unsafe reader.textIfAny(&place, depth: 3)
                }
            case "status": status = try unsafe reader.numberIfAny(&place, depth: 3)
            case "headers" where unsafe place[0] == UInt8(ascii: "{"):
                response.headers = try unsafe headers(&reader, &place)
            case "body":
                let start = unsafe place
                try unsafe reader.skipValue(&place, depth: 3)
                let bytes = unsafe UnsafeBufferPointer(start: start, count: place - start)
                if unsafe !bytes.elementsEqual("null".utf8) { response.body = unsafe Array(bytes) }
            default: try unsafe reader.skipValue(&place, depth: 3)
            }
        }
        guard let id, let status, (100...599).contains(status) else { return nil }
        response.status = Int(status)
        return (id, response)
    }

    private static func headers(
        _ reader: inout JSONReader, _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) -> [HTTPField] {
        var fields: [HTTPField] = []
        try unsafe reader.members(&place, depth: 3) { (key, reader, place) throws(JSONFault) in
            let start = unsafe place
            let isNumber = unsafe (0x30...0x39).contains(start[0])
            if let value = try unsafe reader.textIfAny(&place, depth: 4) {
                fields.append(HTTPField(key, value))
            } else if isNumber {
                let text = unsafe UnsafeBufferPointer(start: start, count: place - start)
                unsafe fields.append(HTTPField(key, String(decoding: text, as: UTF8.self)))
            }
        }
        return fields
    }
}

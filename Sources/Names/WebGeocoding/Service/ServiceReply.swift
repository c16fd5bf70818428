import FoundationEssentials
import LKFormats
import LKGeocoding
import LKHTTP

/// A service's answer, interpreted: data, a rejection, or a response that does not come from the service.
struct ServiceReply {
    /// The status.
    let status: Int

    /// The document, if it is JSON.
    let document: JSONValue?

    /// The service's own error message, on one line.
    let message: String?

    private let damage: JSONFailure?
    private let isMarkup: Bool
    private let location: String?
    private let retryAfter: Duration?

    /// Creates a reply by interpreting a response.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - now: The time by the wall clock.
    init(_ response: HTTPResponse, now: Date) {
        status = response.status
        location = response.headers["Location"]
        retryAfter = response.headers["Retry-After"].flatMap {
            RetryAfter.duration($0, date: response.headers["Date"], now: now)
        }
        let start = response.body.prefix(512).drop { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 >= 0x80 }
        isMarkup = start.first == UInt8(ascii: "<")
        do throws(JSONFailure) {
            document = isMarkup ? nil : try JSONValue(parsing: response.body)
            damage = nil
        } catch {
            document = nil
            damage = error
        }
        message = document.map(Self.message) ?? Self.plainMessage(response.body, isMarkup: isMarkup)
    }

    /// The kind of failure for the breaker and for retries.
    var retry: RetrySchedule.Kind {
        switch status {
        case 429, 503: .overloaded(retryAfter: retryAfter)
        case 500, 502, 504: .broken
        default: .final
        }
    }

    /// Returns whether the service has blocked this program or machine.
    func isBlock(_ address: ServiceAddress) -> Bool { status == 403 && (isMarkup || address.isPublic) }

    /// Returns the error for the answer; `nil` when it is data.
    func failure(_ service: String, _ address: ServiceAddress) -> GeocodingError? {
        let server = "\(service) at \(address.text)"
        let words = message.map { ": \($0)" } ?? ""
        switch status {
        case 200..<300:
            return document == nil ? noData(server) : nil
        case 300..<400:
            return GeocodingError(
                .answerInvalid,
                "\(server) has moved\(location.map { " to \(JSONValue.string($0).text ?? "")" } ?? ""); "
                    + "give the server's new address")
        case 401, 407:
            return GeocodingError(
                .serviceRefused, "\(server) wants a user or a key (\(status))\(words)",
                advice: "put it into the server's address"
            )
        case 403 where isBlock(address):
            return GeocodingError(
                .serviceBlocked,
                "\(server) has blocked this program or this machine (403)\(words); "
                    + "see its usage policy, and use another server until it is settled")
        case 429:
            return GeocodingError(
                .serviceOverloaded,
                "\(server) gets too many requests from here (429)\(words)", advice: "try later, or ask less often")
        case 404:
            return GeocodingError(
                .serviceRefused, "\(server) knows nothing under this address (404)\(words)",
                advice: "check the server's path")
        case 500...:
            return GeocodingError(
                .serviceOverloaded, "\(server) is overloaded or out of order (\(status))\(words)", advice: "try later")
        default:
            return GeocodingError(
                .serviceRefused, "\(server) refuses the request (\(status))\(words)",
                advice: "check the server's address")
        }
    }

    private func noData(_ server: String) -> GeocodingError {
        if isMarkup {
            return GeocodingError(
                .answerInvalid,
                "\(server) sent a page in place of data\(message.map { " (\($0))" } ?? ""); open the address in a browser: "
                    + "a network that wants a login answers so, and a server of another kind")
        }
        return GeocodingError(
            .answerInvalid,
            "\(server) sent no JSON (\(damage.map { "\($0.reason), byte \($0.offset)" } ?? "empty")); "
                + "check that it is such a server")
    }

    /// Returns an error message in one of the usual forms: a string, an object with a message, a title.
    static func message(_ document: JSONValue) -> String? {
        let error = document["error"]
        let text = error?.text ?? error?["message"]?.text ?? document["message"]?.text ?? document["title"]?.text
        return text.map(shortened)
    }

    /// Returns the title or message of a page, or the beginning of a text.
    private static func plainMessage(_ body: Data, isMarkup: Bool) -> String? {
        let text = String(decoding: body.prefix(4096), as: UTF8.self)
        guard isMarkup else { return JSONValue.string(text).text.map(shortened) }
        for name in ["title", "TITLE", "message", "error", "h1"] {
            guard let start = text.firstRange(of: "<\(name)>"),
                let end = text[start.upperBound...].firstRange(of: "</\(name)>")
            else { continue }
            let words = text[start.upperBound..<end.lowerBound]
            if !words.contains("<"), let clean = JSONValue.string(String(words)).text { return shortened(clean) }
        }
        return nil
    }

    private static func shortened(_ text: String) -> String { text.count <= 200 ? text : text.prefix(199) + "…" }
}

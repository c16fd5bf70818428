import LKGeocoding
import LKHTTP

extension HTTPError {
    /// Returns the corresponding error of a geocoding service.
    ///
    /// - Parameters:
    ///   - service: The name of the service.
    ///   - address: Its address.
    /// - Returns: The error, with this one underlying.
    func geocodingError(_ service: String, _ address: ServiceAddress) -> GeocodingError {
        let server = "\(service) at \(address.text)"
        let words = reason.map { " (\($0))" } ?? ""
        let (code, message, advice): (GeocodingError.Code, String, String?) =
            switch self.code {
            case .canceled: (.canceled, "the request to \(server) was cancelled", nil)
            case .invalidURL, .invalidHeader:
                (.requestInvalid, "\(server) is not an address that can be asked", "check it")
            case .timedOut: (.timedOut, "\(server) did not answer in time", "try again, or allow more time")
            case .untrusted:
                (
                    .serviceUnreachable,
                    "the connection to \(server) is not safe\(words), so nothing was sent",
                    "check the machine's clock, its certificates and the server's"
                )
            case .malformed: (.answerInvalid, "\(server) does not answer as a web server", "check the address")
            case .tooLarge:
                (.answerInvalid, "\(server) sent more than any answer has", "check that it is such a server")
            case .redirectRefused:
                (
                    .answerInvalid,
                    "\(server) redirects to an address that is not followed", "give the server's new address"
                )
            case .unavailable: (.serviceUnreachable, "this machine cannot ask \(server): \(message)", nil)
            default:
                (
                    .serviceUnreachable,
                    "\(server) is out of reach\(words)",
                    "check the address, the network and, where there is one, the proxy"
                )
            }
        return GeocodingError(code, message, advice: advice, underlying: self)
    }

    /// What the error reveals about whether the service can be reached.
    var outcome: CircuitBreaker.Outcome {
        switch code {
        case .malformed, .tooLarge, .redirectRefused: .answered
        case .canceled, .invalidURL, .invalidHeader, .unavailable: .canceled
        default: .unreachable
        }
    }
}

import CLKCurl
import LKFormats

/// Converts a failed transfer of libcurl to an error.
struct TransferFailure {
    /// The meaning of libcurl's codes; all others are `unavailable`.
    static let codes: [UInt32: HTTPError.Code] = {
        let kinds: [(HTTPError.Code, [CURLcode])] = [
            (.invalidURL, [CURLE_URL_MALFORMAT]),
            (.hostUnknown, [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY]),
            (.unreachable, [CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_PROXY]),
            (.timedOut, [CURLE_OPERATION_TIMEDOUT]),
            (.closedEarly, [CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR]),
            (
                .malformed,
                [
                    // The unsupported protocol is HTTP/0.9, since redirects are handled here.
                    CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2,
                    CURLE_HTTP2_STREAM, CURLE_HTTP3, CURLE_WRITE_ERROR,
                ]
            ),
            (.tooLarge, [CURLE_FILESIZE_EXCEEDED]),
            (
                .untrusted,
                [
                    CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER,
                    CURLE_SSL_CERTPROBLEM, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
                    CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE,
                    CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
                    CURLE_SSL_CLIENTCERT, CURLE_QUIC_CONNECT_ERROR,
                ]
            ),
            (.redirectRefused, [CURLE_TOO_MANY_REDIRECTS]),
            (.canceled, [CURLE_ABORTED_BY_CALLBACK]),
        ]
        return Dictionary(uniqueKeysWithValues: kinds.flatMap { kind in kind.1.map { ($0.rawValue, kind.0) } })
    }()

    private let result: CURLcode
    private let address: WebAddress
    private let configuration: HTTPClient.Configuration
    private let refusal: Reception.Refusal?
    /// libcurl's error text.
    private let reason: String
    private let hasAnswer: Bool

    init(_ result: CURLcode, _ address: WebAddress, _ easy: EasyHandle, _ configuration: HTTPClient.Configuration) {
        self.init(
            result, address, configuration, refusal: easy.reception.refusal, reason: easy.failureReason,
            hasAnswer: easy.status != 0)
    }

    init(
        _ result: CURLcode, _ address: WebAddress, _ configuration: HTTPClient.Configuration,
        refusal: Reception.Refusal? = nil, reason: String = "", hasAnswer: Bool = false
    ) {
        self.result = result
        self.address = address
        self.configuration = configuration
        self.refusal = refusal
        self.reason = reason
        self.hasAnswer = hasAnswer
    }

    /// The error for the receiver.
    var error: HTTPError { HTTPError(code, message, reason: shownReason) }

    private var code: HTTPError.Code {
        // libcurl has one code for many receive errors, so its text is examined.
        if refusal != nil || isHeadLine { return .tooLarge }
        if reason.contains("thread failed") { return .unavailable }
        if result == CURLE_OPERATION_TIMEDOUT, reason.hasPrefix("Resolving time") { return .hostUnknown }
        if result == CURLE_RECV_ERROR {
            if reason.contains("CONNECT") { return .unreachable }
            if reason.contains("chunk") { return .malformed }
        }
        return Self.codes[result.rawValue] ?? .unavailable
    }

    /// A header line above libcurl's limit of 100 kB has the code "out of memory" and, from 8.6 on, 100 ("too
    /// large").
    private var isHeadLine: Bool { result.rawValue == 100 || result == CURLE_OUT_OF_MEMORY && hasAnswer }

    private var message: String {
        switch code {
        case .invalidURL: "\(address) is a URL that libcurl rejects; check its spelling"
        case .hostUnknown where result == CURLE_COULDNT_RESOLVE_PROXY:
            "the proxy for \(address) cannot be found; check http_proxy and https_proxy"
        case .hostUnknown: "the host of \(address) cannot be found; check its name and the network"
        case .unreachable: "cannot connect to \(address)\(words); check host, port, proxy and network"
        case .timedOut: timeMessage
        case .closedEarly:
            "the connection to \(address) was closed before the response was complete\(words); try again later"
        case .malformed: "the response from \(address) is not valid HTTP\(words); check that it is a web server"
        case .tooLarge where refusal == .head || isHeadLine:
            "the headers of \(address) are larger than \(Reception.maximumHead) bytes, or one is than 100 kB; "
                + "check that it is a web server"
        case .tooLarge:
            "the document at \(address) is larger than \(configuration.maximumSize) bytes; raise the limit if you need it"
        case .untrusted:
            "the server of \(address) is not trusted\(words); check its certificate"
                + (configuration.certificateAuthorities.map { " and the authorities in \($0)" } ?? "")
        case .canceled: HTTPError.canceled(address).message
        default: "\(address) cannot be fetched\(words); see whether memory, threads or file descriptors are exhausted"
        }
    }

    private var timeMessage: String {
        if reason.contains("too slow") {
            return "the server of \(address) paused for \(configuration.stallTimeout); try again later"
        }
        // libcurl's text before it was connected.
        if reason.hasPrefix("Connection time") || reason.hasPrefix("Failed to connect") {
            return
                "cannot connect to \(address) within \(configuration.connectTimeout); check host and network"
        }
        return "the response of \(address) was not complete within \(configuration.timeout); try again later"
    }

    private var words: String { shownReason.map { " (\($0))" } ?? "" }

    private var shownReason: String? {
        // A URL in libcurl's text may contain a proxy's password; names in certificates are chosen by the server.
        guard !reason.isEmpty, !reason.contains("://"), !reason.contains("@") else { return nil }
        return reason.displayable
    }
}

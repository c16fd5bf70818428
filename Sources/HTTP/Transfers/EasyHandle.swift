import CCurl

/// libcurl's handle for one transfer after the other, with what it receives.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    let reception = Reception()
    private let reason: UnsafeMutablePointer<CChar>
    private var headers: UnsafeMutablePointer<curl_slist>?

    /// `nil` without memory, or when libcurl lacks something that must not be missing.
    init?(_ configuration: HTTPClient.Configuration) {
        guard let pointer = ccurl_easy_open() else { return nil }
        self.pointer = pointer
        reason = .allocate(capacity: Int(CURL_ERROR_SIZE))
        reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        guard setUp(configuration) else { return nil }
    }

    deinit {
        ccurl_easy_close(pointer)
        ccurl_list_free(headers)
        reason.deallocate()
    }

    /// What libcurl says of a failure.
    var failureReason: String { String(cString: reason) }

    /// The status of the answer.
    var status: Int { ccurl_easy_status(pointer) }

    /// Where the answer redirects to; `nil` when it does not.
    var redirect: String? {
        guard [301, 302, 303, 307, 308].contains(status) else { return nil }
        return ccurl_easy_redirect(pointer).map { String(cString: $0) }
    }

    /// Gets ready for a transfer; `false` without memory.
    func prepare(_ address: WebAddress, headers: [HTTPHeader], timeout: Duration) -> Bool {
        reason[0] = 0
        ccurl_list_free(self.headers)
        self.headers = nil
        for header in headers {
            guard let list = ccurl_list_append(self.headers, header.line) else { return false }
            self.headers = list
        }
        return ccurl_easy_set_headers(pointer, self.headers) == CURLE_OK
            && set(CURLOPT_URL, address.text) && set(CURLOPT_USERNAME, address.credentials?.user)
            && set(CURLOPT_PASSWORD, address.credentials?.password)
            && set(CURLOPT_TIMEOUT_MS, timeout.milliseconds)
    }

    private func setUp(_ configuration: HTTPClient.Configuration) -> Bool {
        let context = Unmanaged.passUnretained(reception).toOpaque()
        let isSafe =
            ccurl_easy_set_receivers(pointer, Self.takeHead, Self.takeBody, context, reason) == CURLE_OK
            && ccurl_easy_allow_web_only(pointer) == CURLE_OK && set(CURLOPT_SSL_VERIFYPEER, 1)
            && set(CURLOPT_SSL_VERIFYHOST, 2) && set(CURLOPT_FOLLOWLOCATION, 0) && set(CURLOPT_NOSIGNAL, 1)
            && set(CURLOPT_USERAGENT, configuration.userAgent)
            && set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.milliseconds)
            && set(CURLOPT_LOW_SPEED_LIMIT, 1)
            && set(CURLOPT_LOW_SPEED_TIME, max(1, configuration.stallTimeout.milliseconds / 1000))
        guard isSafe else { return false }
        // What an older or smaller libcurl may lack.
        _ = set(CURLOPT_ACCEPT_ENCODING, "")
        _ = set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        _ = set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        _ = ccurl_easy_set_size(pointer, CURLOPT_MAXFILESIZE_LARGE, Int64(max(1, configuration.maximumSize)))
        // A name that is still being looked up would hold the thread at the end of its transfer (CURLOPT_QUICK_EXIT).
        _ = set(CURLoption(rawValue: 322), 1)
        if let path = configuration.certificateAuthorities {
            guard set(CURLOPT_CAINFO, path), set(CURLOPT_CAPATH, nil) else { return false }
        }
        if let proxy = configuration.proxy { return set(CURLOPT_PROXY, proxy) }
        return true
    }

    private func set(_ option: CURLoption, _ value: Int) -> Bool {
        ccurl_easy_set_number(pointer, option, value) == CURLE_OK
    }

    private func set(_ option: CURLoption, _ value: String?) -> Bool {
        ccurl_easy_set_text(pointer, option, value) == CURLE_OK
    }

    private static let takeHead: ccurl_receive = { bytes, _, count, context in
        guard let context else { return 0 }
        let reception = Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue()
        return reception.takeHead(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    private static let takeBody: ccurl_receive = { bytes, _, count, context in
        guard let context else { return 0 }
        let reception = Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue()
        // 0 of 0 taken is success for libcurl.
        return reception.takeBody(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }
}

extension Duration {
    /// In whole milliseconds, at least 1 (0 means "no limit" to libcurl) and at most 24 days.
    fileprivate var milliseconds: Int { Int(min(max(self / .milliseconds(1), 1), Double(Int32.max))) }
}

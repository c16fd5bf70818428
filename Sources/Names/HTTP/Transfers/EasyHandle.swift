import CLKCurl

/// A libcurl easy handle, used for one transfer after another.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    let reception = Reception()
    private let reason: UnsafeMutablePointer<CChar>
    private var headers: UnsafeMutablePointer<curl_slist>?

    /// Creates a handle; returns `nil` without memory, or when libcurl lacks a required option.
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

    /// libcurl's error text.
    var failureReason: String { String(cString: reason) }

    /// The status of the response.
    var status: Int { ccurl_easy_status(pointer) }

    /// Whether the response came over a shared connection (HTTP/2).
    var isMultiplexed: Bool { ccurl_easy_http_version(pointer) == Int(CURL_HTTP_VERSION_2_0) }

    /// The target of a redirect, if any.
    var redirect: String? {
        guard [301, 302, 303, 307, 308].contains(status) else { return nil }
        return ccurl_easy_redirect(pointer).map { String(cString: $0) }
    }

    /// Prepares a transfer; `false` without memory.
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
            ccurl_easy_set_receivers(pointer, Self.appendHeadLine, Self.appendBody, context, reason) == CURLE_OK
            && ccurl_easy_allow_web_only(pointer) == CURLE_OK && set(CURLOPT_SSL_VERIFYPEER, 1)
            && set(CURLOPT_SSL_VERIFYHOST, 2) && set(CURLOPT_FOLLOWLOCATION, 0) && set(CURLOPT_NOSIGNAL, 1)
            && set(CURLOPT_USERAGENT, configuration.userAgent)
            && set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.milliseconds)
            && set(CURLOPT_LOW_SPEED_LIMIT, 1)
            && set(CURLOPT_LOW_SPEED_TIME, max(1, configuration.stallTimeout.milliseconds / 1000))
        guard isSafe else { return false }
        // Options that an older or smaller libcurl may lack.
        _ = set(CURLOPT_ACCEPT_ENCODING, "")
        _ = set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        _ = set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        _ = ccurl_easy_set_size(pointer, CURLOPT_MAXFILESIZE_LARGE, Int64(max(1, configuration.maximumSize)))
        // Otherwise a pending name resolution would block the thread at the end of its transfer (CURLOPT_QUICK_EXIT).
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

    private static let appendHeadLine: ccurl_receive = { bytes, _, count, context in
        guard let context else { return 0 }
        let reception = Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue()
        return reception.appendHeadLine(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    private static let appendBody: ccurl_receive = { bytes, _, count, context in
        guard let context else { return 0 }
        let reception = Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue()
        // For libcurl, 0 of 0 bytes is success.
        return reception.appendBody(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }
}

extension Duration {
    /// In whole milliseconds, at least 1 (0 means "no limit" to libcurl) and at most 24 days.
    fileprivate var milliseconds: Int { Int(min(max(self / .milliseconds(1), 1), Double(Int32.max))) }
}

/// A libcurl multi handle, for concurrent transfers.
// Unchecked: holds a raw pointer; `wake` may be called from any thread until `close`, everything else from one
// thread.
struct MultiHandle: @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer

    /// Creates a handle; returns `nil` without memory or descriptors.
    init?(_ configuration: HTTPClient.Configuration) {
        guard let pointer = ccurl_multi_open() else { return nil }
        self.pointer = pointer
        let connections = max(1, configuration.maximumConnectionsPerHost)
        _ = ccurl_multi_set_number(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, connections)
        // The default depends on the number of transfers, and would close connections as they become fewer.
        _ = ccurl_multi_set_number(pointer, CURLMOPT_MAXCONNECTS, max(32, 2 * connections))
    }

    /// Closes all connections.
    func close() { ccurl_multi_close(pointer) }

    /// Wakes the waiting thread.
    func wake() { _ = ccurl_multi_wake(pointer) }

    /// Starts a transfer; returns whether that succeeded.
    func add(_ easy: EasyHandle) -> Bool { ccurl_multi_add(pointer, easy.pointer) == CURLM_OK }

    /// Ends a transfer, finished or not.
    func remove(_ easy: EasyHandle) { _ = ccurl_multi_remove(pointer, easy.pointer) }

    /// Performs all work possible without blocking.
    func perform() { _ = ccurl_multi_perform(pointer) }

    /// Waits until there is work or the timeout passes.
    func wait(milliseconds: Int32) { _ = ccurl_multi_wait(pointer, milliseconds) }

    /// Returns the handle of the next finished transfer, with its result.
    func nextFinished() -> (easy: UnsafeMutableRawPointer, result: CURLcode)? {
        var result = CURLE_OK
        return ccurl_multi_finished(pointer, &result).map { ($0, result) }
    }
}

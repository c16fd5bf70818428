import CCurl

/// libcurl's handle for transfers side by side.
// Unchecked because of the pointer: `wake` may be called from any thread until `close`, all else from the one thread.
struct MultiHandle: @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer

    /// `nil` without memory or descriptors.
    init?(_ configuration: HTTPClient.Configuration) {
        guard let pointer = ccurl_multi_open() else { return nil }
        self.pointer = pointer
        let connections = max(1, configuration.maximumConnectionsPerHost)
        _ = ccurl_multi_set_number(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, connections)
        // The default depends on how many transfers there are, and would close and open connections as these become fewer.
        _ = ccurl_multi_set_number(pointer, CURLMOPT_MAXCONNECTS, max(32, 2 * connections))
    }

    /// Closes all connections.
    func close() { ccurl_multi_close(pointer) }

    /// Ends the wait of the thread.
    func wake() { _ = ccurl_multi_wake(pointer) }

    /// Begins a transfer; whether that succeeded.
    func add(_ easy: EasyHandle) -> Bool { ccurl_multi_add(pointer, easy.pointer) == CURLM_OK }

    /// Ends a transfer, finished or not.
    func remove(_ easy: EasyHandle) { _ = ccurl_multi_remove(pointer, easy.pointer) }

    /// Does what can be done without waiting.
    func perform() { _ = ccurl_multi_perform(pointer) }

    /// Waits until there is something to do, and not longer than that.
    func wait(milliseconds: Int32) { _ = ccurl_multi_wait(pointer, milliseconds) }

    /// The handle of the next transfer that has finished, and how.
    func nextFinished() -> (easy: UnsafeMutableRawPointer, result: CURLcode)? {
        var result = CURLE_OK
        return ccurl_multi_finished(pointer, &result).map { ($0, result) }
    }
}

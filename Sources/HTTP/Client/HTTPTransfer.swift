/// A transfer under way.
public final class HTTPTransfer: Sendable {
    private let transfer: Transfer
    private let thread: TransferThread

    init(_ transfer: Transfer, _ thread: TransferThread) {
        self.transfer = transfer
        self.thread = thread
    }

    /// Ends the transfer and closes its connection; once this has returned none of its closures is called.
    ///
    /// A closure that is just running on the client's thread is waited for, unless it is that one which cancels. So do not hold
    /// a lock meanwhile that the closure takes. After the completion this does nothing.
    public func cancel() {
        _ = thread.cancel(transfer)
        thread.waitForClosures(of: transfer)
    }
}

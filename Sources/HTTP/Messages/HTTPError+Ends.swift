extension HTTPError {
    /// Whoever waits does not want the document any more.
    static func cancelled(_ address: WebAddress) -> Self {
        Self(.cancelled, "the transfer of \(address) was cancelled")
    }

    /// The client has been closed.
    static func closed(_ address: WebAddress) -> Self {
        Self(.cancelled, "the transfer of \(address) has ended, as its client was closed; use another client")
    }

    /// Something of this machine has come to its end; the reason says what to do.
    static func exhausted(_ address: WebAddress, _ reason: String) -> Self {
        Self(.unavailable, "\(address) cannot be fetched: \(reason)")
    }
}

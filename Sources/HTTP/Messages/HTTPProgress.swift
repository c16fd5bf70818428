/// How much of a document has come.
public struct HTTPProgress: Hashable, Sendable {
    /// Bytes of the document so far, decompressed.
    public var received: Int

    /// Bytes of the whole document; `nil` when the server does not say so, or sends it compressed.
    public var expected: Int?

    /// How much has come.
    public init(received: Int, expected: Int?) {
        self.received = received
        self.expected = expected
    }
}

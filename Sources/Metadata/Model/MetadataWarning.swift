/// Something in a file that could not be read, or contradicts itself; the rest is given all the same.
public struct MetadataWarning: Sendable, Hashable, Codable {
    /// What it is, as a sentence.
    public var message: String

    /// Where in the file, in bytes from its beginning.
    public var offset: Int?

    /// Makes a warning.
    ///
    /// - Parameters:
    ///   - message: What it is.
    ///   - offset: Where in the file.
    public init(_ message: String, offset: Int? = nil) {
        self.message = message
        self.offset = offset
    }
}

extension MetadataWarning: CustomStringConvertible {
    /// The message, and the place in the file.
    public var description: String { offset.map { "\(message) (at byte \($0))" } ?? message }
}

/// A text as nobody writes it, as the argument of a test.
///
/// The testing library would escape a whole string to name its case, and encode it to identify the case, which takes seconds
/// for megabytes; of this it takes the first characters and the length.
public struct HostileText: Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The text.
    public let text: String

    /// Makes an argument of a text.
    public init(_ text: String) { self.text = text }

    /// Makes an argument of a text in the source.
    public init(stringLiteral text: String) { self.init(text) }

    /// Its beginning, and how long it is.
    public var description: String { "\(String(text.prefix(40)).debugDescription), \(text.utf8.count) bytes" }
}

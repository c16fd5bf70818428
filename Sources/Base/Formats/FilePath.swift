package import FoundationEssentials

extension URL {
    /// The path of a file, for the system and for messages; a URL of anything else gives its text, which no file has.
    ///
    /// `path(percentEncoded: false)` would decode `%00` and `%2F` to characters that a name cannot have.
    package var filePath: String { isFileURL ? absoluteURL.path : absoluteString }
}

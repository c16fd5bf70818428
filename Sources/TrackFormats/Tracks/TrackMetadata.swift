public import FoundationEssentials

/// What a file, a track or a route says of itself.
public struct TrackMetadata: Hashable, Sendable {
    /// Its name.
    public var name: String?

    /// A description, in plain text.
    public var note: String?

    /// When it was made.
    public var time: Date?

    /// What the file has and this type does not.
    public var extensions: [TrackExtension]

    /// Prefixes of XML namespaces that are declared for the whole file, with their URIs.
    ///
    /// Only of a file's metadata. Written once at the head of a GPX file, they need not be repeated at each extension.
    public var namespaces: [String: String]

    /// Makes a description of which nothing but what is given is known.
    public init(name: String? = nil, note: String? = nil, time: Date? = nil) {
        self.name = name
        self.note = note
        self.time = time
        extensions = []
        namespaces = [:]
    }

    /// Whether nothing is known.
    public var isEmpty: Bool {
        name == nil && note == nil && time == nil && extensions.isEmpty && namespaces.isEmpty
    }
}

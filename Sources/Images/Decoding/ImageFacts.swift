import Metadata

extension ImageBytes {
    /// What the file says of its picture, beside the pixels; `nil` where nothing could be read.
    func metadata() -> PhotoMetadata? {
        if let path { return Self.metadata(of: path) }
        return try? MetadataReader().metadata(of: Array(buffer))
    }

    /// What a file says of its picture, of which only the header is read.
    static func metadata(of path: String) -> PhotoMetadata? { try? MetadataReader().metadata(of: path) }
}

import Metadata

extension ImageBytes {
    /// What the file says of its picture, beside the pixels; `nil` where nothing could be read.
    func metadata() -> PhotoMetadata? { nil }

    /// What a file says of its picture, of which only the header is read.
    static func metadata(of path: String) -> PhotoMetadata? { nil }
}

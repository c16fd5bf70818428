/// Reads the metadata of photos and videos, one file after the other.
///
/// The format is detected from the content. Only metadata is read, usually kilobytes. A reader keeps its buffer for the
/// next file, so make one per thread and use it for many files.
///
/// ```swift
/// let reader = MetadataReader()
/// for path in paths {
///     print(path, try reader.metadata(of: path).date?.wallTime ?? "undated")
/// }
/// ```
public final class MetadataReader {
    private let file = FileBytes()

    /// Makes a reader, for one thread at a time.
    public init() {}

    /// The metadata of the file at a path.
    ///
    /// - Parameter path: A regular file, also through symbolic links.
    /// - Returns: The metadata; damaged parts are missing from it and named in its warnings.
    /// - Throws: Any code of ``MetadataError``; of a file of a known format whose beginning can be read,
    ///   ``MetadataError/Code/malformed`` only when not even its structure is there.
    public func metadata(of path: String) throws(MetadataError) -> PhotoMetadata {
        try file.open(path)
        defer { file.close() }
        return try Self.metadata(in: file)
    }

    /// The metadata of a file whose name may not be valid UTF-8.
    ///
    /// - Parameter path: A regular file, also through symbolic links; ends with a zero byte.
    /// - Returns: As ``metadata(of:)-(String)``.
    /// - Throws: As ``metadata(of:)-(String)``.
    public func metadata(of path: UnsafePointer<CChar>) throws(MetadataError) -> PhotoMetadata {
        try file.open(path)
        defer { file.close() }
        return try Self.metadata(in: file)
    }

    /// The metadata of bytes in memory.
    ///
    /// - Parameter bytes: A whole file, or at least its beginning with all metadata.
    /// - Returns: As ``metadata(of:)-(String)``.
    /// - Throws: ``MetadataError/Code/empty``, ``MetadataError/Code/unknownFormat``, ``MetadataError/Code/malformed``.
    public func metadata(of bytes: [UInt8]) throws(MetadataError) -> PhotoMetadata {
        file.open(bytes: bytes)
        defer { file.close() }
        guard !bytes.isEmpty else { throw file.error(.empty, "are empty") }
        return try Self.metadata(in: file)
    }

    /// The metadata of a file that is already open.
    ///
    /// - Parameter file: The file.
    /// - Returns: As ``metadata(of:)-(String)``.
    /// - Throws: As ``metadata(of:)-(String)``.
    package static func metadata(in file: FileBytes) throws(MetadataError) -> PhotoMetadata {
        guard let (mark, format) = try ContainerFormat.find(in: file) else {
            throw file.error(
                .unknownFormat, "is not a photo or video of a known format; the content decides, not the name")
        }
        var findings = Findings(format: format)
        switch mark {
        case .jpeg: try JPEGContainer.read(file, into: &findings)
        case .png: try PNGContainer.read(file, into: &findings)
        case .webp: try WebPContainer.read(file, into: &findings)
        case .gif: try GIFContainer.read(file, into: &findings)
        case .tiff: try TIFFContainer.read(file, into: &findings)
        case .raf: try RAFContainer.read(file, into: &findings)
        case .heif, .mp4: try BoxFile.read(file, into: &findings)
        case .matroska: try MatroskaContainer.read(file, into: &findings)
        }
        return Reconciliation(findings: findings).metadata
    }
}

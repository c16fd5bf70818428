/// Reads what files say of themselves, one after the other.
///
/// A file's format is told by its content. Of each file only the parts are read that say something, kilobytes as a
/// rule. A reader keeps a buffer for the next file, so one is made for many files, on each thread of its own.
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

    /// What the file at a path says.
    ///
    /// - Parameter path: A regular file, also through symbolic links.
    /// - Returns: Its facts; parts that are damaged are missing from them, and among their warnings.
    /// - Throws: Any code of ``MetadataError``; of a file of a known format whose beginning can be read,
    ///   ``MetadataError/Code/malformed`` only when not even its structure is there.
    public func metadata(of path: String) throws(MetadataError) -> PhotoMetadata {
        try file.open(path)
        defer { file.close() }
        return try Self.metadata(in: file)
    }

    /// What a file says whose name may be no UTF-8.
    ///
    /// - Parameter path: A regular file, also through symbolic links; ends with a zero byte.
    /// - Returns: As ``metadata(of:)-(String)``.
    /// - Throws: As ``metadata(of:)-(String)``.
    public func metadata(of path: UnsafePointer<CChar>) throws(MetadataError) -> PhotoMetadata {
        try file.open(path)
        defer { file.close() }
        return try Self.metadata(in: file)
    }

    /// What bytes in memory say.
    ///
    /// - Parameter bytes: A whole file, or at least its beginning with all that says something.
    /// - Returns: As ``metadata(of:)-(String)``.
    /// - Throws: ``MetadataError/Code/empty``, ``MetadataError/Code/unknownFormat``, ``MetadataError/Code/malformed``.
    public func metadata(of bytes: [UInt8]) throws(MetadataError) -> PhotoMetadata {
        file.open(bytes: bytes)
        defer { file.close() }
        guard !bytes.isEmpty else { throw file.error(.empty, "have no content") }
        return try Self.metadata(in: file)
    }

    /// What a file says that is open already.
    ///
    /// - Parameter file: The file.
    /// - Returns: As ``metadata(of:)-(String)``.
    /// - Throws: As ``metadata(of:)-(String)``.
    package static func metadata(in file: FileBytes) throws(MetadataError) -> PhotoMetadata {
        guard let (mark, format) = try ContainerFormat.find(in: file) else {
            throw file.error(
                .unknownFormat, "is no photo or video of a format that is known; its content decides, not its name")
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

public import FoundationEssentials

extension PhotoMetadata {
    /// Reads the metadata of a photo or video.
    ///
    /// The format is detected from the content, and only metadata is read, usually kilobytes. A symbolic link is followed only
    /// if it belongs to the user, to root, or to the owner of what it leads to.
    ///
    /// - Parameter url: A regular file, possibly reached through symbolic links.
    /// - Throws: Any code of ``MetadataError``. Damaged parts are not an error, but are missing, and described in
    ///   ``warnings``.
    public init(contentsOf url: URL) throws(MetadataError) {
        let read = url.withUnsafeFileSystemRepresentation { path in
            Result { () throws(MetadataError) in
                guard let path else { return try MetadataReader().metadata(of: url.path) }
                return try MetadataReader().metadata(of: path)
            }
        }
        self = try read.get()
    }
}

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
package final class MetadataReader {
    private let file: FileBytes

    /// Creates a reader, for one thread at a time.
    package init() { file = FileBytes() }

    /// Creates a reader, for one thread at a time, that opens files from the descriptors of their folders.
    ///
    /// - Parameter keepsFolder: Whether to keep the folder of a file open for the next one: see
    ///   ``FileBytes/init(keepsFolder:)``.
    package init(keepsFolder: Bool) { file = FileBytes(keepsFolder: keepsFolder) }

    /// Returns the metadata of a file.
    ///
    /// A symbolic link is followed only if it belongs to the user, to root, or to the owner of what it leads to.
    ///
    /// - Parameter path: A regular file, possibly reached through symbolic links.
    /// - Returns: The metadata; damaged parts are missing and described in its warnings.
    /// - Throws: Any code of ``MetadataError``; of a file of a known format whose beginning can be read,
    ///   ``MetadataError/Code/malformed`` only when not even its structure is there.
    package func metadata(of path: String) throws(MetadataError) -> PhotoMetadata {
        try file.open(path)
        defer { file.close() }
        return try Self.metadata(in: file)
    }

    /// Returns the metadata of a file whose name may not be valid UTF-8.
    ///
    /// - Parameter path: A regular file, possibly reached through symbolic links; null-terminated.
    /// - Returns: The same as ``metadata(of:)-(String)``.
    /// - Throws: The errors of ``metadata(of:)-(String)``.
    package func metadata(of path: UnsafePointer<CChar>) throws(MetadataError) -> PhotoMetadata {
        try file.open(path)
        defer { file.close() }
        return try Self.metadata(in: file)
    }

    /// Returns the metadata of bytes in memory.
    ///
    /// - Parameter bytes: A whole file, or at least its beginning with all metadata.
    /// - Returns: The same as ``metadata(of:)-(String)``.
    /// - Throws: ``MetadataError/Code/empty``, ``MetadataError/Code/unknownFormat``, ``MetadataError/Code/malformed``.
    package func metadata(of bytes: [UInt8]) throws(MetadataError) -> PhotoMetadata {
        file.open(bytes: bytes)
        defer { file.close() }
        guard !bytes.isEmpty else { throw file.error(.empty, "are empty") }
        return try Self.metadata(in: file)
    }

    /// Returns the metadata of a file that is already open.
    ///
    /// - Parameter file: The file.
    /// - Returns: The same as ``metadata(of:)-(String)``.
    /// - Throws: The errors of ``metadata(of:)-(String)``.
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
        case .jxl: try JXLContainer.read(file, into: &findings)
        case .matroska: try MatroskaContainer.read(file, into: &findings)
        }
        return Reconciliation(findings: findings).metadata
    }
}

/// The kinds of containers, detected from their first bytes.
enum ContainerFormat {
    case jpeg, png, webp, gif, tiff, raf, heif, mp4, jxl, matroska

    /// Returns the container format and the photo format that the first bytes suggest; `nil` if they are unknown.
    static func find(in file: FileBytes) throws(MetadataError) -> (mark: ContainerFormat, format: PhotoFormat)? {
        guard let bytes = try file.bytes(at: 0, count: min(file.count, 32)), bytes.count >= 3 else { return nil }
        func has(_ text: StaticString, at offset: Int = 0) -> Bool {
            guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
            return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + text.utf8CodeUnitCount])
                .elementsEqual(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        }
        if bytes[0] == 0xFF, bytes[1] == 0xD8, bytes[2] == 0xFF { return (.jpeg, .jpeg) }
        if bytes[0] == 0xFF, bytes[1] == 0x0A, JXLHeader(Array(bytes)) != nil { return (.jxl, .jxl) }
        if has("JXL \r\n", at: 4), bytes.count > 11, bytes[10] == 0x87 { return (.jxl, .jxl) }
        if bytes[0] == 0x89, has("PNG\r\n\u{1A}\n", at: 1) { return (.png, .png) }
        if has("RIFF"), has("WEBP", at: 8) { return (.webp, .webp) }
        if has("GIF87a") || has("GIF89a") { return (.gif, .gif) }
        if has("FUJIFILMCCD-RAW") { return (.raf, .raw) }
        if bytes[0] == 0x1A, bytes[1] == 0x45, bytes[2] == 0xDF, bytes.count > 3, bytes[3] == 0xA3 {
            return (.matroska, .mkv)
        }
        if has("ftyp", at: 4) { return brand(bytes) }
        for kind: StaticString in ["moov", "mdat", "wide", "skip", "pnot"] where has(kind, at: 4) {
            return (.mp4, .mov)
        }
        if try TIFFBlock(in: file, at: 0, count: file.count) != nil { return (.tiff, .tiff) }
        return nil
    }

    /// Returns the formats that the brands of an ISO base media file suggest.
    private static func brand(_ bytes: UnsafeRawBufferPointer) -> (mark: ContainerFormat, format: PhotoFormat)? {
        guard bytes.count >= 12 else { return nil }
        var isGeneric = false
        // The major brand, and compatible ones within reach; a version is between them.
        for offset in stride(from: 8, to: min(bytes.count, 32) - 3, by: 4) where offset != 12 {
            let brand = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian
            switch brand {
            case 0x6865_6963, 0x6865_6978, 0x6865_7663, 0x6865_7678, 0x6865_696D, 0x6865_6973: return (.heif, .heic)
            case 0x6176_6966, 0x6176_6973: return (.heif, .avif)
            case 0x6D69_6631, 0x6D73_6631: isGeneric = true
            case 0x6372_7820: return (.mp4, .raw)  // Canon's CR3.
            case 0x7174_2020 where offset == 8: return (.mp4, .mov)
            default: break
            }
            if offset == 8, !isGeneric { return (.mp4, .mp4) }
        }
        return (.heif, .heic)
    }
}

import CLinux
import Glibc
import Metadata

/// Reads files by the kit's own reader.
struct FileMetadataReader: AssetReading {
    mutating func metadata(of file: RawPath, sidecars: [RawPath]) throws(MetadataError) -> PhotoMetadata {
        throw MetadataError(code: .unknownFormat, message: "\(file.text) is of no known format", path: file.text)
    }
}

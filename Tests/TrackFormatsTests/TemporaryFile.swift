import Foundation
import TestSupport

/// A file that lives as long as this object.
final class TemporaryFile {
    private let folder = TemporaryFolder()
    let path: String

    /// Writes the file, without waiting for the disk as `Data.write(to:)` does.
    init(_ bytes: some Sequence<UInt8>) throws {
        path = folder.file("track")
        try folder.write("track", Data(bytes))
    }
}

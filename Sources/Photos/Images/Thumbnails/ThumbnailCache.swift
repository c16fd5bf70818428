import FoundationEssentials
import Glibc
package import LKMetadata
import LKStorage
import Synchronization

/// The thumbnail cache that a user's programs share (freedesktop.org Thumbnail Managing Standard 0.9).
///
/// Each thumbnail is a PNG named by the MD5 checksum of the file's URI, and records the state of the file. File
/// managers show thumbnails made here, and theirs are used here.
package struct ThumbnailCache: Sendable {
    /// The cache's folder, such as `~/.cache/thumbnails`.
    package let folder: String

    /// Creates a cache, whose folder need not exist yet.
    ///
    /// - Parameter folder: Its absolute path.
    package init(folder: String) { self.folder = folder }

    /// Returns the current user's cache: `$XDG_CACHE_HOME/thumbnails`.
    ///
    /// - Returns: The cache.
    /// - Throws: ``ImageError/Code/notWritten`` when the user has no home folder.
    package static func user() throws(ImageError) -> ThumbnailCache {
        do throws(StorageError) {
            return ThumbnailCache(folder: try StandardFolder.cache.path() + "/thumbnails")
        } catch {
            throw ImageError(.notWritten, stating: error.message, advice: error.advice, underlying: error)
        }
    }

    /// Returns the cached thumbnail of a file in its current state.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - size: The size.
    /// - Returns: The thumbnail, or `nil`.
    package func thumbnail(of path: String, _ size: Size) -> PixelImage? {
        guard let file = ThumbnailedFile(path) else { return nil }
        return thumbnail(of: file, size, as: .fullResolution)
    }

    /// Returns the cached thumbnail, scaled down while decoding.
    func thumbnail(of file: ThumbnailedFile, _ size: Size, as option: ImageRequest.Size) -> PixelImage? {
        guard let bytes = current(file, in: size.rawValue),
            var decoder = try? PNGDecoder(bytes, limits: Self.limits),
            decoder.size.width <= size.side, decoder.size.height <= size.side,
            let pixels = try? decoder.decode(atLeast: option.target(for: decoder.size)), !pixels.isDamaged
        else { return nil }
        return try? pixels.image.downscaled(to: option.target(for: decoder.size))
    }

    /// Returns whether making a thumbnail of the file's current state has failed before.
    func hasFailed(_ file: ThumbnailedFile) -> Bool { current(file, in: Self.failures) != nil }

    /// Stores a thumbnail; errors are ignored.
    func store(_ image: PixelImage, of file: ThumbnailedFile, _ size: Size, fullSize: PixelSize) {
        let texts =
            file.texts + [
                ("Thumb::Image::Width", "\(fullSize.width)"), ("Thumb::Image::Height", "\(fullSize.height)"),
            ]
        // Not compressed: measured, compression saves a third of the file but takes five times as long to read.
        let compression = size == .xxLarge ? 1 : 0
        if let data = try? image.pngData(compression: compression, texts: texts, exif: []) {
            write(data, to: size.rawValue, file.name)
        }
    }

    /// Records that no thumbnail can be made.
    func storeFailure(of file: ThumbnailedFile) {
        let dot = try? PixelImage(size: PixelSize(width: 1, height: 1)) {
            $0.initializeMemory(as: UInt8.self, repeating: 0)
        }
        if let data = try? dot?.pngData(compression: 1, texts: file.texts, exif: []) {
            write(data, to: Self.failures, file.name)
        }
    }

    private static let writes = Atomic<UInt64>(0)
    private static let failures = "fail/locationkit-1"
    private static let limits: ImagePipeline.Limits = {
        var limits = ImagePipeline.Limits()
        limits.fileSize = 16 << 20
        return limits
    }()

    private func current(_ file: ThumbnailedFile, in subfolder: String) -> ImageBytes? {
        let path = "\(folder)/\(subfolder)/\(file.name)"
        guard let bytes = try? ImageBytes.file(path, maximumSize: Self.limits.fileSize) else { return nil }
        let texts = PNGTexts(bytes.buffer).values
        guard texts["Thumb::URI"] == file.uri, texts["Thumb::MTime"].flatMap({ Int($0) }) == file.time else {
            return nil
        }
        // Optional; it distinguishes files that were changed twice within a second.
        if let size = texts["Thumb::Size"], Int(size) != file.size { return nil }
        return bytes
    }

    private func write(_ data: Data, to subfolder: String, _ name: String) {
        let path = "\(folder)/\(subfolder)"
        guard let folder = try? Folder.open(path, creating: true) else { return }
        let number = Self.writes.add(1, ordering: .relaxed).newValue
        // Not synced: a lost thumbnail can be made again, and a torn file is detected.
        folder.replaceCached(name, with: data, through: ".\(name).\(getpid())-\(number)")
    }
}

/// The text chunks of a PNG, which describe a thumbnail's file.
struct PNGTexts {
    private(set) var values: [String: String] = [:]

    /// Reads the text chunks; the decoder verifies checksums.
    init(_ bytes: UnsafeRawBufferPointer) {
        var chunks = PNGChunks(of: bytes)
        while let chunk = chunks.next(), chunk.payload + chunk.count <= bytes.count {
            let content = bytes[chunk.payload..<chunk.payload + chunk.count]
            if chunk.kind == PNGChunk.text, let zero = content.firstIndex(of: 0) {
                // Latin-1; the keys and values used here are ASCII.
                let key = String(decoding: content[..<zero], as: UTF8.self)
                values[key] = String(decoding: content[(zero + 1)...], as: UTF8.self)
            }
        }
    }
}

extension ThumbnailCache {
    /// The sizes of the specification.
    package enum Size: String, Sendable, CaseIterable {
        /// At most 128 x 128 pixels.
        case normal = "normal"
        /// At most 256 x 256.
        case large = "large"
        /// At most 512 x 512.
        case xLarge = "x-large"
        /// At most 1024 x 1024.
        case xxLarge = "xx-large"

        /// The longest side, in pixels.
        package var side: Int {
            switch self {
            case .normal: 128
            case .large: 256
            case .xLarge: 512
            case .xxLarge: 1024
            }
        }

        /// The box that thumbnails fit into.
        package var box: PixelSize { PixelSize(width: side, height: side) }

        /// Creates the smallest size for a side in pixels; returns `nil` above the largest.
        init?(atLeast side: Int) {
            guard let size = Self.allCases.first(where: { $0.side >= side }) else { return nil }
            self = size
        }
    }
}

public import Foundation
public import Metadata
public import Photos

/// What a photo says before it is geotagged, and the state of the file that said it.
///
/// ```swift
/// let reader = MetadataReader()
/// let photo = try PhotoFacts(asset, reader: reader)
/// print(geotagger.planned(photo))
/// ```
public struct PhotoFacts: Sendable, Hashable {
    /// The file.
    public var url: URL

    /// When it was taken, by the camera's clock.
    public var date: PhotoDate?

    /// Where it was taken, as far as it says so already.
    public var location: PhotoLocation?

    /// What took it.
    public var camera: Camera?

    /// The state of the file; a plan that was made of these facts holds as long as it is the same.
    public var stamp: PhotoStamp

    /// Puts facts together.
    public init(url: URL, date: PhotoDate?, location: PhotoLocation?, camera: Camera?, stamp: PhotoStamp) {
        self.url = url
        self.date = date
        self.location = location
        self.camera = camera
        self.stamp = stamp
    }

    /// Reads what a file says.
    ///
    /// - Parameters:
    ///   - url: A photo or video, also through symbolic links.
    ///   - reader: What reads it, on this thread.
    /// - Throws: ``TaggingError/Code/unreadable``; ``TaggingError/Code/changed`` when another program keeps writing to it.
    public init(contentsOf url: URL, reader: MetadataReader) throws(TaggingError) {
        for _ in 0..<3 {
            let stamp = try PhotoStamp(of: url)
            let metadata: PhotoMetadata
            do throws(MetadataError) {
                metadata = try Self.read(url, reader).get()
            } catch {
                throw TaggingError(code: .unreadable, message: error.message, path: url.path)
            }
            guard try PhotoStamp(of: url) == stamp else { continue }
            self.init(url: url, date: metadata.date, location: metadata.location, camera: metadata.camera, stamp: stamp)
            return
        }
        throw TaggingError(
            code: .changed, message: "\(url.path) is being written by another program; try again.", path: url.path)
    }

    /// Reads what the file of an asset says; what the library knows from a sidecar completes it.
    ///
    /// - Parameters:
    ///   - asset: The asset; its companions are not read.
    ///   - reader: What reads it, on this thread.
    /// - Throws: As ``init(contentsOf:reader:)``.
    public init(_ asset: PhotoAsset, reader: MetadataReader) throws(TaggingError) {
        try self.init(contentsOf: asset.url, reader: reader)
        date = date ?? asset.date
        location = location ?? asset.location
        camera = camera ?? asset.camera
    }

    /// What a library knows of an asset, without reading its file again.
    ///
    /// Good for ``Geotagger/learn(_:)``. Its ``stamp`` is that of no file, so that nothing can be written by a plan of it.
    ///
    /// - Parameter asset: The asset.
    public init(known asset: PhotoAsset) {
        self.init(
            url: asset.url, date: asset.date, location: asset.location, camera: asset.camera,
            stamp: PhotoStamp(device: 0, inode: 0, size: -1, modified: 0, changed: 0))
    }

    private static func read(_ url: URL, _ reader: MetadataReader) -> Result<PhotoMetadata, MetadataError> {
        url.withUnsafeFileSystemRepresentation { name in
            Result { () throws(MetadataError) in
                guard let name else { return try reader.metadata(of: url.path) }
                return try reader.metadata(of: name)
            }
        }
    }
}

public import FoundationEssentials
import Glibc
import LKFormats
public import LKMetadata
import LKStorage

/// An image file.
///
/// Each request checks the file again, so a changed file yields its new image.
public final class FileImageSource: ImageSource {
    /// The file.
    public var url: URL { URL(filePath: path) }

    /// The file's path.
    package let path: String
    private let pipeline: ImagePipeline
    private let requests = ImageRequests()

    /// Creates a source for a file that a library has found.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - pipeline: Reads and decodes it.
    package init(path: String, pipeline: ImagePipeline = .shared) {
        self.path = path
        self.pipeline = pipeline
    }

    /// Creates a source for a file, which need not exist yet.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - pipeline: Reads and decodes it.
    public convenience init(_ url: URL, pipeline: ImagePipeline = .shared) {
        self.init(path: url.filePath, pipeline: pipeline)
    }

    /// Requests an image; see ``ImageSource/requestImage(options:resultHandler:)``.
    @discardableResult public func requestImage(
        options: ImageRequest.Options, resultHandler: @escaping @Sendable (ImageRequest.Result) -> Void
    ) -> ImageRequest.ID {
        let content = FileContent(path: path, maximumSize: pipeline.configuration.limits.fileSize)
        return requests.start(pipeline, content, options, resultHandler)
    }

    /// Cancels a request; its handler is not called after this returns.
    public func cancelRequest(_ id: ImageRequest.ID) { requests.cancel(id) }

    /// Changes the priority of a request.
    public func setPriority(_ priority: ImageRequest.Priority, ofRequest id: ImageRequest.ID) {
        requests.setPriority(priority, of: id)
    }

    /// Returns the upright size of the whole image, from the file's header.
    public func imageSize() async throws(ImageError) -> PixelSize {
        let (path, limits) = (path, pipeline.configuration.limits)
        return try await pipeline.blocking { () throws(ImageError) in
            try ImageDecoder(limits: limits).size(of: path)
        }
    }

    /// Returns the unchanged bytes of the file.
    public func fullResolutionImageData() async throws(ImageError) -> Data {
        let (path, maximumSize) = (path, pipeline.configuration.limits.fileSize)
        return try await pipeline.blocking { () throws(ImageError) in
            try ImageBytes.file(path, maximumSize: maximumSize, isAnyKind: true).withBytes { Data($0) }
        }
    }

    /// Returns whether the other source has the same path.
    public func isEqual(to other: any ImageSource) -> Bool { (other as? FileImageSource)?.path == path }
}

/// The bytes of a file.
struct FileContent: ImageContent {
    let path: String
    let maximumSize: Int

    func key() throws(ImageError) -> ContentKey {
        // Reading an inaccessible file yields the error.
        guard let status = try? TrustedPath.status(of: path) else { return ContentKey(name: path) }
        let stamp = FileStamp(status)
        return ContentKey(
            name: path,
            state: [
                Int(bitPattern: UInt(stamp.device)), Int(bitPattern: UInt(stamp.inode)), Int(stamp.size),
                Int(stamp.modified), Int(stamp.changed),
            ])
    }

    var loading: ContentLoading {
        let (path, maximumSize) = (path, maximumSize)
        return .blocking { () throws(ImageError) in try ImageBytes.file(path, maximumSize: maximumSize) }
    }
}

import Storage
public import FoundationEssentials
import Glibc
public import Metadata

/// The picture in a file.
///
/// The file is looked at anew with each request, so one that was changed gives its new picture.
public final class FileImageSource: ImageSource {
    /// The file.
    public let path: String

    private let pipeline: ImagePipeline
    private let requests = ImageRequests()

    /// Names a file, which need not be there yet.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - pipeline: What reads and decodes it.
    public init(path: String, pipeline: ImagePipeline = .shared) {
        self.path = path
        self.pipeline = pipeline
    }

    /// Names a file by its URL.
    ///
    /// - Parameters:
    ///   - url: A file URL.
    ///   - pipeline: What reads and decodes it.
    public convenience init(url: URL, pipeline: ImagePipeline = .shared) {
        self.init(path: url.path(percentEncoded: false), pipeline: pipeline)
    }

    /// Asks for a picture, as ``ImageSource/requestImage(options:resultHandler:)`` says.
    @discardableResult public func requestImage(
        options: ImageRequestOptions, resultHandler: @escaping @Sendable (ImageRequestResult) -> Void
    ) -> ImageRequestID {
        let content = FileContent(path: path, limit: pipeline.configuration.limits.fileSize)
        return requests.start(pipeline, content, options, resultHandler)
    }

    /// Gives a request up; once this has returned, its handler is not called any more.
    public func cancelRequest(_ id: ImageRequestID) { requests.cancel(id) }

    /// Changes how soon a request is wanted.
    public func setPriority(_ priority: ImagePriority, ofRequest id: ImageRequestID) {
        requests.setPriority(priority, of: id)
    }

    /// The whole picture's size, upright, by the file's header.
    public func imageSize() async throws(ImageError) -> PixelSize {
        let (path, limits) = (path, pipeline.configuration.limits)
        return try await pipeline.blocking { () throws(ImageError) in
            try ImageDecoder(limits: limits).size(of: path)
        }
    }

    /// The file as it is, byte by byte.
    public func fullResolutionImageData() async throws(ImageError) -> Data {
        let (path, limit) = (path, pipeline.configuration.limits.fileSize)
        return try await pipeline.blocking { () throws(ImageError) in
            try ImageBytes.file(path, limit: limit, isAnyKind: true).withBytes { Data($0) }
        }
    }

    /// Whether the other one names the same path.
    public func isEqual(to other: any ImageSource) -> Bool { (other as? FileImageSource)?.path == path }
}

/// The bytes of a file.
struct FileContent: ImageContent {
    let path: String
    let limit: Int

    func key() throws(ImageError) -> ContentKey {
        var status = stat()
        // A file that cannot be looked at is read, for the error.
        guard stat(path, &status) == 0 else { return ContentKey(name: path) }
        let stamp = FileStamp(status)
        return ContentKey(
            name: path,
            state: [
                Int(bitPattern: UInt(stamp.device)), Int(bitPattern: UInt(stamp.inode)), Int(stamp.size),
                Int(stamp.modified), Int(stamp.changed),
            ])
    }

    var loading: ContentLoading {
        let (path, limit) = (path, limit)
        return .blocking { () throws(ImageError) in try ImageBytes.file(path, limit: limit) }
    }
}

public import FoundationEssentials
public import LKMetadata
import Synchronization

/// A cropped and rotated part of another source's image.
///
/// Nothing is written: each request crops the original at the size it needs. Cropping again starts from the original,
/// so no quality is lost. The position and times of the photo are kept.
public final class CroppedImageSource: ImageSource {
    /// The uncropped image.
    public let original: any ImageSource

    /// The part.
    public let parameters: CropParameters

    /// The largest size at which the original is requested.
    public let canvas: ImageRequest.Size

    private let pipeline: ImagePipeline
    private let runs = Mutex<[ImageRequest.ID: Run]>([:])

    private struct Run {
        var gate: HandlerGate
        var task: Task<Void, Never>?
    }

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - original: The uncropped image.
    ///   - parameters: The part.
    ///   - canvas: The largest size at which the original is requested; within 1280 x 960 by default.
    ///   - pipeline: Does the work.
    public init(
        original: any ImageSource, parameters: CropParameters,
        canvas: ImageRequest.Size = .fitSize(PixelSize(width: 1280, height: 960)), pipeline: ImagePipeline = .shared
    ) {
        self.original = original
        self.parameters = parameters
        self.canvas = canvas
        self.pipeline = pipeline
    }

    /// Requests an image; see ``ImageSource/requestImage(options:resultHandler:)``.
    @discardableResult public func requestImage(
        options: ImageRequest.Options, resultHandler: @escaping @Sendable (ImageRequest.Result) -> Void
    ) -> ImageRequest.ID {
        let id = ImageRequest.ID()
        let gate = HandlerGate()
        runs.withLock { $0[id] = Run(gate: gate) }
        let deliver: @Sendable (ImageRequest.Result) -> Void = { @Sendable [self] result in
            pipeline.deliver { @Sendable [self] in
                gate.call(isLast: !result.isDegraded) { resultHandler(result) }
                if !result.isDegraded { runs.withLock { $0[id] = nil } }
            }
        }
        let task = Task.detached { @Sendable [self] in
            do throws(ImageError) {
                try await run(id, options, deliver)
            } catch {
                deliver(ImageRequest.Result(image: nil, requestID: id, error: error))
            }
        }
        runs.withLock { $0[id]?.task = task }
        if gate.isOver { task.cancel() }
        return id
    }

    /// Cancels a request; its handler is not called after this returns.
    public func cancelRequest(_ id: ImageRequest.ID) {
        guard let run = runs.withLock({ $0.removeValue(forKey: id) }) else { return }
        run.gate.close()
        run.task?.cancel()
        run.gate.waitForOthers()
    }

    /// Does nothing: the original is requested with the priority of the options.
    public func setPriority(_ priority: ImageRequest.Priority, ofRequest id: ImageRequest.ID) {}

    /// Returns the upright size of the part.
    public func imageSize() async throws(ImageError) -> PixelSize {
        CropGeometry(parameters, in: canvas.target(for: try await original.imageSize())).size
    }

    /// Returns a JPEG of the part, with the EXIF of the original.
    public func fullResolutionImageData() async throws(ImageError) -> Data {
        let image = try await image()
        let data = try await original.fullResolutionImageData()
        return try await pipeline.blocking { () throws(ImageError) in
            var exif = EXIFCopy(try ImageBytes(data, name: "the image").exifBlock() ?? [])
            exif?.describe(image.size)
            let block = exif?.bytes ?? []
            let kept = block.count <= JPEGAssembly.maximumEXIFSize ? block : EXIFExcerpt(block)?.bytes ?? []
            return try image.jpegData(quality: 90, exif: kept)
        }
    }

    /// Returns whether the other source shows the same part of the same image.
    public func isEqual(to other: any ImageSource) -> Bool {
        guard let other = other as? CroppedImageSource else { return false }
        return other.parameters == parameters && other.canvas == canvas && other.original.isEqual(to: original)
    }

    private func run(
        _ id: ImageRequest.ID, _ options: ImageRequest.Options, _ deliver: @Sendable (ImageRequest.Result) -> Void
    ) async throws(ImageError) {
        let (parameters, whole) = (parameters, canvas.target(for: try await original.imageSize()))
        let part = CropGeometry(parameters, in: whole).size
        let target = options.size.scaledTarget(for: part)
        var inner = options
        // Large enough for the part, but not larger than the canvas.
        inner.size = .fillSize(
            PixelSize(
                width: min(whole.width, (whole.width * target.width + part.width - 1) / part.width),
                height: min(whole.height, (whole.height * target.height + part.height - 1) / part.height)))
        inner.onDownloadStart = options.onDownloadStart.map { start in { @Sendable _ in start(id) } }
        inner.onDownloadFinish = options.onDownloadFinish.map { finish in { @Sendable _ in finish(id) } }
        var isGiven = false
        for await result in original.results(options: inner) {
            var result = result
            result.requestID = id
            if let image = result.image {
                let cropped = try await pipeline.blocking { () throws(ImageError) in
                    try image.cropped(parameters).downscaled(to: target).cropped(for: options.size)
                }
                result.image = cropped
                result.metadata = result.metadata.map { Self.describing(cropped.size, $0) }
            }
            isGiven = isGiven || !result.isDegraded
            deliver(result)
        }
        if !isGiven { throw .canceled }
    }

    private static func describing(_ size: PixelSize, _ metadata: PhotoMetadata) -> PhotoMetadata {
        var metadata = metadata
        metadata.storedSize = size
        metadata.orientation = .up
        metadata.thumbnail = nil
        return metadata
    }
}

public import FoundationEssentials
public import Images
public import Metadata

/// The picture of a photo in a library; of a pair that of the file that is shown.
///
/// ```swift
/// let source = asset.imageSource()
/// let image = try await source.image(options: ImageRequestOptions(size: .fitSize(box)))
/// ```
///
/// Raw files show the preview that the camera made; videos a frame, where a program for that is installed
/// (`ImageError.Code.unavailable` otherwise).
public final class AssetImageSource: ImageSource {
    /// The photo, in the state in which it was given.
    public let asset: PhotoAsset

    private let file: FileImageSource

    /// Names a photo.
    ///
    /// - Parameters:
    ///   - asset: The photo.
    ///   - pipeline: What reads and decodes its file.
    public init(asset: PhotoAsset, pipeline: ImagePipeline = .shared) {
        self.asset = asset
        file = FileImageSource(path: asset.path, pipeline: pipeline)
    }

    /// Asks for the picture, as `ImageSource.requestImage(options:resultHandler:)` says.
    @discardableResult public func requestImage(
        options: ImageRequestOptions, resultHandler: @escaping @Sendable (ImageRequestResult) -> Void
    ) -> ImageRequestID {
        file.requestImage(options: options) { @Sendable [asset] result in
            var result = result
            // The library knows more than the file: sidecars, and what became of it.
            if let error = result.error { result.error = asset.explained(error) }
            resultHandler(result)
        }
    }

    /// Gives a request up; once this has returned, its handler is not called any more.
    public func cancelRequest(_ id: ImageRequestID) { file.cancelRequest(id) }

    /// Changes how soon a request is wanted.
    public func setPriority(_ priority: ImagePriority, ofRequest id: ImageRequestID) {
        file.setPriority(priority, ofRequest: id)
    }

    /// The size that the library knows, upright, without a look at the file.
    public func imageSize() async throws(ImageError) -> PixelSize {
        if let size = asset.size { return size }
        do throws(ImageError) { return try await file.imageSize() } catch { throw asset.explained(error) }
    }

    /// The file as it is, byte by byte.
    public func fullResolutionImageData() async throws(ImageError) -> Data {
        do throws(ImageError) {
            return try await file.fullResolutionImageData()
        } catch {
            throw asset.explained(error)
        }
    }

    /// Whether the other one is the same state of the same photo.
    public func isEqual(to other: any ImageSource) -> Bool { (other as? AssetImageSource)?.asset == asset }
}

extension PhotoAsset {
    /// The picture, in any size.
    ///
    /// - Parameter pipeline: What reads and decodes the file.
    /// - Returns: A source of its own; work for equal pictures is done once all the same.
    public func imageSource(pipeline: ImagePipeline = .shared) -> AssetImageSource {
        AssetImageSource(asset: self, pipeline: pipeline)
    }

    fileprivate func explained(_ error: ImageError) -> ImageError {
        if error.code == .missing, isDeleted { return ImageError(.missing, "\(path) was deleted") }
        if error.code == .missing, record.path.exactText == nil {
            return ImageError(.unsupported, "\(path) has a name that is no UTF-8, which no picture can have; rename it")
        }
        return error
    }
}

package import FoundationEssentials
public import LKImages
package import LKMetadata

/// The image of a photo in a library; for several files, that of the file that is shown.
///
/// ```swift
/// let source = asset.imageSource()
/// let image = try await source.image(options: ImageRequest.Options(size: .fitSize(box)))
/// ```
///
/// A raw file yields the camera's embedded preview, a video a frame if ffmpeg or a similar program is installed
/// (`ImageError.Code.unavailable` otherwise).
package final class AssetImageSource: ImageSource {
    /// The photo, in the state that was passed.
    package let asset: PhotoAsset

    private let file: FileImageSource

    /// Creates a source for a photo.
    ///
    /// - Parameters:
    ///   - asset: The photo.
    ///   - pipeline: Reads and decodes the file.
    package init(asset: PhotoAsset, pipeline: ImagePipeline = .shared) {
        self.asset = asset
        file = FileImageSource(path: asset.path, pipeline: pipeline)
    }

    /// Requests the image; see `ImageSource.requestImage(options:resultHandler:)`.
    @discardableResult package func requestImage(
        options: ImageRequest.Options, resultHandler: @escaping @Sendable (ImageRequest.Result) -> Void
    ) -> ImageRequest.ID {
        file.requestImage(options: options) { @Sendable [asset] result in
            var result = result
            // The library knows whether the file was deleted.
            if let error = result.error { result.error = asset.explained(error) }
            resultHandler(result)
        }
    }

    /// Cancels a request; its handler is not called after this returns.
    package func cancelRequest(_ id: ImageRequest.ID) { file.cancelRequest(id) }

    /// Changes the priority of a request.
    package func setPriority(_ priority: ImageRequest.Priority, ofRequest id: ImageRequest.ID) {
        file.setPriority(priority, ofRequest: id)
    }

    /// Returns the upright size, from the library if known, otherwise from the file.
    package func imageSize() async throws(ImageError) -> PixelSize {
        if let size = asset.size { return size }
        do throws(ImageError) { return try await file.imageSize() } catch { throw asset.explained(error) }
    }

    /// Returns the unchanged bytes of the file.
    package func fullResolutionImageData() async throws(ImageError) -> Data {
        do throws(ImageError) {
            return try await file.fullResolutionImageData()
        } catch {
            throw asset.explained(error)
        }
    }

    /// Returns whether the other source shows the same state of the same photo.
    package func isEqual(to other: any ImageSource) -> Bool { (other as? AssetImageSource)?.asset == asset }
}

extension PhotoAsset {
    /// Returns a source for the photo's image in any size.
    ///
    /// - Parameter pipeline: Reads and decodes the file.
    /// - Returns: A new source; equal requests are still coalesced.
    public func imageSource(pipeline: ImagePipeline = .shared) -> any ImageSource {
        AssetImageSource(asset: self, pipeline: pipeline)
    }

    fileprivate func explained(_ error: ImageError) -> ImageError {
        if error.code == .missing, isDeleted { return ImageError(.missing, "\(path) was deleted") }
        if error.code == .missing, record.path.exactText == nil {
            return ImageError(
                .unsupported, "\(path) has a name that is not valid UTF-8, so its image cannot be read",
                advice: "rename it")
        }
        return error
    }
}

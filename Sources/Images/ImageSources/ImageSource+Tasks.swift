public import FoundationEssentials
public import Metadata
import Synchronization

extension ImageSource {
    /// The picture, once and as it was asked for.
    ///
    /// Cancelling the task gives the request up.
    ///
    /// - Parameter options: Which picture; it is delivered once, whatever they say of that.
    /// - Returns: The picture, upright.
    /// - Throws: `ImageError` of any code.
    public func image(options: ImageRequestOptions = ImageRequestOptions()) async throws(ImageError) -> PixelImage {
        var options = options
        options.deliveryMode = .best
        for await result in results(options: options) {
            if let image = result.image { return image }
            if let error = result.error { throw error }
        }
        throw .cancelled
    }

    /// The results of a request as they come; the last one ends the sequence.
    ///
    /// Whoever stops waiting, or is cancelled, gives the request up.
    ///
    /// - Parameter options: Which picture, and how.
    /// - Returns: The results.
    public func results(options: ImageRequestOptions) -> AsyncStream<ImageRequestResult> {
        AsyncStream { continuation in
            let id = requestImage(options: options) { @Sendable result in
                continuation.yield(result)
                if !result.isDegraded { continuation.finish() }
            }
            continuation.onTermination = { @Sendable [self] reason in
                guard case .cancelled = reason else { return }
                // Elsewhere, since the runtime holds locks meanwhile that a running handler may wait for.
                Task { @Sendable in cancelRequest(id) }
            }
        }
    }

    /// The whole picture's size, upright.
    ///
    /// - Parameter completion: Gets the size or why it is not known, on any thread.
    public func imageSize(completion: @escaping @Sendable (Result<PixelSize, ImageError>) -> Void) {
        Task { @Sendable in
            do throws(ImageError) { completion(.success(try await imageSize())) } catch { completion(.failure(error)) }
        }
    }

    /// The file as it is, byte by byte.
    ///
    /// - Parameter completion: Gets the bytes or why there are none, on any thread.
    public func fullResolutionImageData(completion: @escaping @Sendable (Result<Data, ImageError>) -> Void) {
        Task { @Sendable in
            do throws(ImageError) {
                completion(.success(try await fullResolutionImageData()))
            } catch {
                completion(.failure(error))
            }
        }
    }
}

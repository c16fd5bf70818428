public import FoundationEssentials
public import LKMetadata
import Synchronization

/// A source of an image in any size: a file, a web resource, a part of another image.
///
/// ```swift
/// let source = FileImageSource(URL(filePath: "IMG_0001.JPG"))
/// let id = source.requestImage(options: ImageRequest.Options(size: .fitSize(box), deliveryMode: .progressive)) { result in
///     show(result.image, isFinal: !result.isDegraded)
/// }
/// ```
///
/// In async code use ``image(options:)`` or ``results(options:)``.
public protocol ImageSource: AnyObject, Sendable {
    /// Requests an image.
    ///
    /// The handler is called at least once unless the request is cancelled, and never once ``cancelRequest(_:)`` has
    /// returned. With ``ImageRequest/DeliveryMode/best`` it is called exactly once; progressively, possibly several times, all
    /// but the last with ``ImageRequest/Result/isDegraded``. A failure is delivered as a result, too.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - resultHandler: Receives the results one at a time, on a thread of the pipeline unless its configuration
    ///     says otherwise; possibly before this returns.
    /// - Returns: An identifier that cancels the request and is in each result.
    @discardableResult func requestImage(
        options: ImageRequest.Options, resultHandler: @escaping @Sendable (ImageRequest.Result) -> Void
    ) -> ImageRequest.ID

    /// Cancels a request; its handler is not called after this returns.
    ///
    /// Waits for a handler that is running on another thread, so do not hold a lock that the handler needs.
    ///
    /// - Parameter id: The request; finished ones, and those of other sources, are ignored.
    func cancelRequest(_ id: ImageRequest.ID)

    /// Changes the priority of a request.
    ///
    /// - Parameters:
    ///   - priority: The priority among waiting requests.
    ///   - id: The request.
    func setPriority(_ priority: ImageRequest.Priority, ofRequest id: ImageRequest.ID)

    /// Returns the upright size of the whole image, from the file's header if possible.
    ///
    /// - Returns: Width and height in pixels.
    /// - Throws: `ImageError` of any code.
    func imageSize() async throws(ImageError) -> PixelSize

    /// Returns the unchanged bytes of the file; for an image that is not a file, an encoded one.
    ///
    /// - Returns: The bytes, in the file's format.
    /// - Throws: `ImageError` of any code.
    func fullResolutionImageData() async throws(ImageError) -> Data

    /// Returns whether another source provides the same image.
    func isEqual(to other: any ImageSource) -> Bool
}

/// Returns whether two sources provide the same image, or both are `nil`.
public func == (lhs: (any ImageSource)?, rhs: (any ImageSource)?) -> Bool {
    switch (lhs, rhs) {
    case (nil, nil): true
    case (let lhs?, let rhs?): lhs.isEqual(to: rhs)
    default: false
    }
}

/// Returns whether two sources provide different images, or only one is `nil`.
public func != (lhs: (any ImageSource)?, rhs: (any ImageSource)?) -> Bool { !(lhs == rhs) }

extension ImageSource {
    /// Requests the image and waits for it.
    ///
    /// Cancelling the task cancels the request.
    ///
    /// - Parameter options: The options; the delivery mode is ignored.
    /// - Returns: The upright image.
    /// - Throws: `ImageError` of any code.
    public func image(options: ImageRequest.Options = ImageRequest.Options()) async throws(ImageError) -> PixelImage {
        var options = options
        options.deliveryMode = .best
        for await result in results(options: options) {
            if let image = result.image { return image }
            if let error = result.error { throw error }
        }
        throw .canceled
    }

    /// Returns the results of a request as they arrive; the last one ends the sequence.
    ///
    /// Leaving the sequence or cancelling its task cancels the request.
    ///
    /// - Parameter options: The options.
    /// - Returns: The results.
    public func results(options: ImageRequest.Options) -> AsyncStream<ImageRequest.Result> {
        AsyncStream { continuation in
            let id = requestImage(options: options) { @Sendable result in
                continuation.yield(result)
                if !result.isDegraded { continuation.finish() }
            }
            continuation.onTermination = { @Sendable [self] reason in
                guard case .cancelled = reason else { return }
                // In another task, because the runtime holds locks here that a running handler may wait for.
                Task { @Sendable in cancelRequest(id) }
            }
        }
    }

    /// Reports the upright size of the whole image.
    ///
    /// - Parameter completion: Receives the size or an error, on any thread.
    public func imageSize(completion: @escaping @Sendable (Result<PixelSize, ImageError>) -> Void) {
        Task { @Sendable in
            do throws(ImageError) { completion(.success(try await imageSize())) } catch { completion(.failure(error)) }
        }
    }

    /// Reports the unchanged bytes of the file.
    ///
    /// - Parameter completion: Receives the bytes or an error, on any thread.
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

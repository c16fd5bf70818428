public import FoundationEssentials
public import Metadata
import Synchronization

/// Something a picture can be had of, in any size: a file, a document of the web, a part of another picture.
///
/// ```swift
/// let source = FileImageSource(path: "IMG_0001.JPG")
/// let id = source.requestImage(options: ImageRequestOptions(size: .fitSize(box), deliveryMode: .progressive)) { result in
///     show(result.image, isFinal: !result.isDegraded)
/// }
/// ```
///
/// Tasks ask ``image(options:)`` instead, or ``results(options:)``.
public protocol ImageSource: AnyObject, Sendable {
    /// Asks for a picture.
    ///
    /// The handler is called at least once unless the request is cancelled, and never once ``cancelRequest(_:)`` has
    /// returned. With ``ImageDeliveryMode/best`` it is called exactly once; progressively, possibly several times, all but
    /// the last with ``ImageRequestResult/isDegraded``. That there is no picture is a result too.
    ///
    /// - Parameters:
    ///   - options: Which picture, and how.
    ///   - resultHandler: Gets the results, one after the other, on a thread of the pipeline unless its configuration
    ///     says another; possibly before this returns.
    /// - Returns: What cancels the request, and is in each result.
    @discardableResult func requestImage(
        options: ImageRequestOptions, resultHandler: @escaping @Sendable (ImageRequestResult) -> Void
    ) -> ImageRequestID

    /// Gives a request up; once this has returned, its handler is not called any more.
    ///
    /// A handler that is just running on another thread is waited for, so do not hold a lock meanwhile that it takes.
    ///
    /// - Parameter id: The request; one that is over, or of another source, is passed over.
    func cancelRequest(_ id: ImageRequestID)

    /// Changes how soon a request is wanted.
    ///
    /// - Parameters:
    ///   - priority: How soon, compared with others that wait.
    ///   - id: The request.
    func setPriority(_ priority: ImagePriority, ofRequest id: ImageRequestID)

    /// The whole picture's size, upright, by the file's header where it says so.
    ///
    /// - Returns: Width and height in pixels.
    /// - Throws: `ImageError` of any code.
    func imageSize() async throws(ImageError) -> PixelSize

    /// The file as it is, byte by byte; of a picture that is no file, a file made of it.
    ///
    /// - Returns: The bytes of JPEG, PNG or whatever it is.
    /// - Throws: `ImageError` of any code.
    func fullResolutionImageData() async throws(ImageError) -> Data

    /// Whether another source gives the same picture.
    func isEqual(to other: any ImageSource) -> Bool
}

/// Whether two sources give the same picture, or neither is there.
public func == (lhs: (any ImageSource)?, rhs: (any ImageSource)?) -> Bool {
    switch (lhs, rhs) {
    case (nil, nil): true
    case (let lhs?, let rhs?): lhs.isEqual(to: rhs)
    default: false
    }
}

/// Whether two sources give different pictures, or only one is there.
public func != (lhs: (any ImageSource)?, rhs: (any ImageSource)?) -> Bool { !(lhs == rhs) }

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
    /// The request is given up when the sequence is left, or its task cancelled.
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

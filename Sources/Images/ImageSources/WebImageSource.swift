public import FoundationEssentials
public import HTTP
public import Metadata

/// An image at a URL.
///
/// Concurrent requests for one URL share a download; it ends when the last one is cancelled.
public final class WebImageSource: ImageSource {
    /// The image's URL.
    public let url: URL

    private let content: WebContent
    private let pipeline: ImagePipeline
    private let requests = ImageRequests()

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - url: The URL, `http` or `https`.
    ///   - client: Downloads it; images above its `maximumSize` are refused.
    ///   - pipeline: Decodes it.
    public init(url: URL, client: HTTPClient, pipeline: ImagePipeline = .shared) {
        self.url = url
        content = WebContent(url: url, client: client)
        self.pipeline = pipeline
    }

    /// Requests an image; see ``ImageSource/requestImage(options:resultHandler:)``.
    @discardableResult public func requestImage(
        options: ImageRequestOptions, resultHandler: @escaping @Sendable (ImageRequestResult) -> Void
    ) -> ImageRequestID {
        requests.start(pipeline, content, options, resultHandler)
    }

    /// Cancels a request; its handler is not called after this returns.
    public func cancelRequest(_ id: ImageRequestID) { requests.cancel(id) }

    /// Changes the priority of a request.
    public func setPriority(_ priority: ImagePriority, ofRequest id: ImageRequestID) {
        requests.setPriority(priority, of: id)
    }

    /// The upright size of the whole image; downloads only the beginning if the server supports ranges.
    public func imageSize() async throws(ImageError) -> PixelSize {
        let limits = pipeline.configuration.limits
        if let head = try? await bytes(.init(url, headers: [HTTPHeader("Range", "bytes=0-65535")])),
            let size = try? await pipeline.blocking({ () throws(ImageError) in
                try ImageDecoder(limits: limits).size(of: head)
            })
        {
            return size
        }
        if Task.isCancelled { throw .cancelled }
        let value = try await pipeline.value(of: .load(content.key()), content)
        guard let bytes = value.bytes else { throw .cancelled }
        return try await pipeline.blocking { () throws(ImageError) in try ImageDecoder(limits: limits).size(of: bytes) }
    }

    /// The unchanged bytes of the file.
    public func fullResolutionImageData() async throws(ImageError) -> Data {
        guard let bytes = try await pipeline.value(of: .load(content.key()), content).bytes else { throw .cancelled }
        return bytes.withBytes { Data($0) }
    }

    /// Whether the other source has the same URL.
    public func isEqual(to other: any ImageSource) -> Bool { (other as? WebImageSource)?.url == url }

    private func bytes(_ request: HTTPRequest) async throws(ImageError) -> ImageBytes {
        let url = url
        let response: Result<HTTPResponse, HTTPError>
        do throws(HTTPError) {
            response = .success(try await content.client.response(to: request))
        } catch {
            response = .failure(error)
        }
        return try WebContent.bytes(of: response, url).get()
    }
}

/// The bytes of a web resource.
struct WebContent: ImageContent {
    let url: URL
    let client: HTTPClient

    // Clients may differ in what they are allowed.
    func key() -> ContentKey {
        ContentKey(name: url.absoluteString, state: [ObjectIdentifier(client).hashValue])
    }

    var loading: ContentLoading {
        let (url, client) = (url, client)
        return .download { began, completion in
            do throws(HTTPError) {
                let progress: @Sendable (HTTPProgress) -> Void = { @Sendable progress in
                    if progress.received > 0 { began() }
                }
                let transfer = try client.start(HTTPRequest(url), progress: progress) { @Sendable result in
                    completion(Self.bytes(of: result, url))
                }
                return { @Sendable in transfer.cancel() }
            } catch {
                completion(Self.bytes(of: .failure(error), url))
                return { @Sendable in }
            }
        }
    }

    static func bytes(of result: Result<HTTPResponse, HTTPError>, _ url: URL) -> Result<ImageBytes, ImageError> {
        switch result {
        case .failure(let error): .failure(ImageError(.notDownloaded, error.message))
        case .success(let response) where !(200...299 ~= response.status):
            .failure(
                ImageError(
                    .notDownloaded, "\(url.absoluteString) answers with status \(response.status) and no image"))
        case .success(let response):
            Result { () throws(ImageError) in try ImageBytes(response.body, name: url.absoluteString) }
        }
    }
}

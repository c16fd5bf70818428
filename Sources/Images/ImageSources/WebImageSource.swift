public import FoundationEssentials
public import HTTP
public import Metadata

/// The picture of a web address.
///
/// Equal addresses are downloaded once for all who ask meanwhile; the last to cancel ends the transfer.
public final class WebImageSource: ImageSource {
    /// The picture's address.
    public let url: URL

    private let content: WebContent
    private let pipeline: ImagePipeline
    private let requests = ImageRequests()

    /// Names a picture.
    ///
    /// - Parameters:
    ///   - url: Its address, `http` or `https`.
    ///   - client: What downloads it; pictures above its `maximumSize` are refused.
    ///   - pipeline: What decodes it.
    public init(url: URL, client: HTTPClient, pipeline: ImagePipeline = .shared) {
        self.url = url
        content = WebContent(url: url, client: client)
        self.pipeline = pipeline
    }

    /// Asks for a picture, as ``ImageSource/requestImage(options:resultHandler:)`` says.
    @discardableResult public func requestImage(
        options: ImageRequestOptions, resultHandler: @escaping @Sendable (ImageRequestResult) -> Void
    ) -> ImageRequestID {
        requests.start(pipeline, content, options, resultHandler)
    }

    /// Gives a request up; once this has returned, its handler is not called any more.
    public func cancelRequest(_ id: ImageRequestID) { requests.cancel(id) }

    /// Changes how soon a request is wanted.
    public func setPriority(_ priority: ImagePriority, ofRequest id: ImageRequestID) {
        requests.setPriority(priority, of: id)
    }

    /// The whole picture's size, upright, of which only the beginning is downloaded where the server can do that.
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

    /// The file as it is, byte by byte.
    public func fullResolutionImageData() async throws(ImageError) -> Data {
        guard let bytes = try await pipeline.value(of: .load(content.key()), content).bytes else { throw .cancelled }
        return bytes.withBytes { Data($0) }
    }

    /// Whether the other one names the same address.
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

/// The bytes of a document on the web.
struct WebContent: ImageContent {
    let url: URL
    let client: HTTPClient

    // One client may be allowed what another is not.
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
                    .notDownloaded, "\(url.absoluteString) answers with status \(response.status) and no picture"))
        case .success(let response):
            Result { () throws(ImageError) in try ImageBytes(response.body, name: url.absoluteString) }
        }
    }
}

public import FoundationEssentials
package import LKHTTP
public import LKMetadata
import Synchronization

/// An image at a URL.
///
/// It is downloaded once for all sizes, its dimensions and its data: requests share a running download, which ends when the
/// last of them is cancelled, and the pipeline keeps the file (``ImagePipeline/Configuration/downloadCacheSize``).
/// ``ImagePipeline/removeAllCachedImages()`` makes the next request download it again.
public final class WebImageSource: ImageSource {
    /// The image's URL.
    public let url: URL

    private let content: WebContent
    private let pipeline: ImagePipeline
    private let requests = ImageRequests()

    /// One client a user agent: sources that share it share connections and downloads.
    private static let clients = Mutex<[String: HTTPClient]>([:])

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - url: The URL, `http` or `https`.
    ///   - userAgent: The name under which the program asks, such as `FieldLog/2.1`.
    ///   - pipeline: Decodes it.
    public convenience init(url: URL, userAgent: String, pipeline: ImagePipeline = .shared) {
        let client = Self.clients.withLock { clients in
            let client = clients[userAgent] ?? HTTPClient(userAgent: userAgent)
            clients[userAgent] = client
            return client
        }
        self.init(url: url, client: client, pipeline: pipeline)
    }

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - url: The URL, `http` or `https`.
    ///   - client: Downloads it; images above its `maximumSize` are refused.
    ///   - pipeline: Decodes it.
    package init(url: URL, client: HTTPClient, pipeline: ImagePipeline = .shared) {
        self.url = url
        content = WebContent(url: url, client: client)
        self.pipeline = pipeline
    }

    /// Requests an image; see ``ImageSource/requestImage(options:resultHandler:)``.
    @discardableResult public func requestImage(
        options: ImageRequest.Options, resultHandler: @escaping @Sendable (ImageRequest.Result) -> Void
    ) -> ImageRequest.ID {
        requests.start(pipeline, content, options, resultHandler)
    }

    /// Cancels a request; its handler is not called after this returns.
    public func cancelRequest(_ id: ImageRequest.ID) { requests.cancel(id) }

    /// Changes the priority of a request.
    public func setPriority(_ priority: ImageRequest.Priority, ofRequest id: ImageRequest.ID) {
        requests.setPriority(priority, of: id)
    }

    /// Returns the upright size of the whole image.
    ///
    /// Unless the file is in memory or being downloaded, only its first 64 KiB are requested; a file that is not larger, or a
    /// server that sends it all, is kept for later requests.
    public func imageSize() async throws(ImageError) -> PixelSize {
        let key = content.key()
        if !pipeline.change({ $0.hasFile(of: key) }) {
            let beginning = WebBeginning(content: content, pipeline: pipeline)
            if let size = try? await size(in: beginning.key(), beginning) { return size }
            if Task.isCancelled { throw .canceled }
        }
        do throws(ImageError) { return try await size(in: key, content) } catch {
            pipeline.change { $0.reject(key, after: error) }
            throw error
        }
    }

    /// Returns the unchanged bytes of the file.
    public func fullResolutionImageData() async throws(ImageError) -> Data {
        guard let bytes = try await pipeline.value(of: .load(content.key()), content).bytes else { throw .canceled }
        return bytes.withBytes { Data($0) }
    }

    /// Returns whether the other source has the same URL.
    public func isEqual(to other: any ImageSource) -> Bool { (other as? WebImageSource)?.url == url }

    private func size(in key: ContentKey, _ content: any ImageContent) async throws(ImageError) -> PixelSize {
        guard let bytes = try await pipeline.value(of: .load(key), content).bytes else { throw .canceled }
        let limits = pipeline.configuration.limits
        return try await pipeline.blocking { () throws(ImageError) in try ImageDecoder(limits: limits).size(of: bytes) }
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

    var loading: ContentLoading { loading(HTTPRequest(url)) { @Sendable _, _ in } }

    /// Loads the body of the response to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - receive: Called with the response and its body before the download completes.
    /// - Returns: The download.
    func loading(
        _ request: HTTPRequest, receive: @escaping @Sendable (HTTPResponse, ImageBytes) -> Void
    ) -> ContentLoading {
        let (url, client) = (url, client)
        return .download { began, completion in
            do throws(HTTPError) {
                let progress: @Sendable (HTTPProgress) -> Void = { @Sendable progress in
                    if progress.received > 0 { began() }
                }
                let transfer = try client.start(request, progress: progress) { @Sendable result in
                    let bytes = Self.bytes(of: result, url)
                    if case (.success(let response), .success(let bytes)) = (result, bytes) { receive(response, bytes) }
                    completion(bytes)
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
        case .failure(let error): .failure(ImageError(.notDownloaded, error.message, underlying: error))
        case .success(let response) where !(200...299 ~= response.status):
            .failure(
                ImageError(
                    .notDownloaded, "\(url.absoluteString) answers with status \(response.status) and no image"))
        case .success(let response):
            Result { () throws(ImageError) in try ImageBytes(response.body, name: url.absoluteString) }
        }
    }
}

/// The beginning of a web resource, for its header; kept as the whole if it is.
private struct WebBeginning: ImageContent {
    let content: WebContent
    let pipeline: ImagePipeline

    private static let byteCount = 64 << 10

    func key() -> ContentKey {
        var key = content.key()
        key.state.append(Self.byteCount)
        return key
    }

    var loading: ContentLoading {
        let (key, pipeline) = (content.key(), pipeline)
        let range = HTTPHeader("Range", "bytes=0-\(Self.byteCount - 1)")
        return content.loading(HTTPRequest(content.url, headers: [range])) { @Sendable response, bytes in
            if Self.isWhole(response) { pipeline.change { $0.files.insert(bytes, for: key) } }
        }
    }

    /// Returns whether a response has the whole resource: it is not partial, or its range covers everything, as in
    /// `Content-Range: bytes 0-1233/1234`.
    private static func isWhole(_ response: HTTPResponse) -> Bool {
        guard response.status == 206 else { return true }
        guard let range = response.headers["Content-Range"] else { return false }
        let numbers = range.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
        return numbers.count == 3 && numbers[0] == 0 && numbers[1] == numbers[2] - 1
            && numbers[2] == response.body.count
    }
}

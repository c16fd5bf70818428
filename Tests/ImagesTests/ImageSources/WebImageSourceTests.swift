import Foundation
import LKHTTP
import LKMetadata
import Synchronization
import TestSupport
import Testing

@testable import LKImages

@Suite struct WebImageSourceTests {
    @Test("A web image is downloaded once for all sizes and sources, and again once the cache is emptied")
    func pictureIsDownloadedOnceForAll() async throws {
        let data = try TestPicture.jpeg(TestPicture.gradient(400, 300), orientation: 6)
        let server = try await TestWebServer(["/a.jpg": TestWebAnswer(body: data)])
        let client = HTTPClient(userAgent: "ImagesTests (test@example.org)")
        let pipeline = ImagePipeline()
        let source = WebImageSource(url: server.url("/a.jpg"), client: client, pipeline: pipeline)
        #expect(try await source.imageSize() == PixelSize(width: 300, height: 400))
        #expect(try await source.fullResolutionImageData() == data)
        let log = EventLog<String>()
        var options = ImageRequest.Options(
            size: .fitSize(PixelSize(width: 30, height: 40)), onDownloadStart: { @Sendable _ in log.append("start") },
            onDownloadFinish: { @Sendable _ in log.append("finish") })
        #expect(try await source.image(options: options).size == PixelSize(width: 30, height: 40))
        options.size = .fullResolution
        #expect(try await source.image(options: options).size == PixelSize(width: 300, height: 400))
        options.size = .cropSize(PixelSize(width: 20, height: 20))
        #expect(try await source.image(options: options).size == PixelSize(width: 20, height: 20))
        // Nor by another source of the address.
        let other = WebImageSource(url: server.url("/a.jpg"), client: client, pipeline: pipeline)
        #expect(try await other.imageSize() == PixelSize(width: 300, height: 400))
        #expect(log.events.isEmpty)
        #expect(server.requests.count == 1)
        pipeline.removeAllCachedImages()
        #expect(pipeline.downloadedByteCount == 0)
        #expect(try await source.image(options: options).size == PixelSize(width: 20, height: 20))
        #expect(log.events == ["start", "finish"])
        #expect(server.requests.count == 2)
    }

    @Test("Requests of several sizes, of the dimensions and of the data share a running download")
    func runningDownloadIsShared() async throws {
        let data = try TestPicture.jpeg(TestPicture.gradient(400, 300))
        let server = try await TestWebServer(["/a.jpg": TestWebAnswer(body: data, .held)])
        let pipeline = Self.pipeline { $0.downloadCacheSize = 0 }
        let source = WebImageSource(url: server.url("/a.jpg"), client: Self.client, pipeline: pipeline)
        let first = Task { try await source.image(options: Self.fit(40)) }
        _ = try await server.request("/a.jpg")
        let others = [
            Task { try await source.image(options: Self.fit(80)).size },
            Task { try await source.image().size },
            Task { try await source.imageSize() },
        ]
        let file = Task { try await source.fullResolutionImageData() }
        // The load is joined by the data and the dimensions, and by the decoding of three sizes.
        while pipeline.change({ $0.units.values.map(\.subscribers.count).max() }) != 5 { await Task.yield() }
        server.release()
        #expect(try await first.value.size == PixelSize(width: 40, height: 30))
        var sizes: [PixelSize] = []
        for task in others { sizes.append(try await task.value) }
        #expect(sizes.map(\.width) == [80, 400, 400])
        #expect(try await file.value == data)
        #expect(server.requests.count == 1)
    }

    @Test("The dimensions need only the beginning of a file, which is requested once")
    func beginning() async throws {
        let data = try TestPicture.jpeg(TestPicture.gradient(400, 300), orientation: 6)
        let server = try await TestWebServer()
        let part = TestWebAnswer(
            status: 206, headers: ["Content-Range": "bytes 0-4999/\(data.count)"], body: data.prefix(5000))
        try server.answer("/a.jpg", part, TestWebAnswer(body: data))
        let source = WebImageSource(url: server.url("/a.jpg"), client: Self.client, pipeline: ImagePipeline())
        for _ in 0..<2 { #expect(try await source.imageSize() == PixelSize(width: 300, height: 400)) }
        #expect(server.requests.map { $0["Range"] } == ["bytes=0-65535"])
        #expect(try await source.image().size == PixelSize(width: 300, height: 400))
        #expect(try await source.fullResolutionImageData() == data)
        #expect(server.requests.map { $0["Range"] } == ["bytes=0-65535", nil])
    }

    @Test("A part that the server calls the whole is kept, and one of other lengths is not")
    func wholeInOnePart() async throws {
        let data = try TestPicture.jpeg(TestPicture.gradient(40, 30))
        let server = try await TestWebServer()
        for (path, range, requests) in [
            ("/whole", "bytes 0-\(data.count - 1)/\(data.count)", 1),
            ("/longer", "bytes 0-\(data.count - 1)/99999999", 2),
            ("/unknown", "bytes 0-\(data.count - 1)/*", 2), ("/wrong", "bytes 0-9/10", 2), ("/none", "", 2),
            ("/huge", "bytes 0-9999999999999999999999/99999999999999999999999", 2),
        ] {
            let part = TestWebAnswer(status: 206, headers: ["Content-Range": range], body: data)
            try server.answer(path, part, TestWebAnswer(body: data))
            let source = WebImageSource(url: server.url(path), client: Self.client, pipeline: ImagePipeline())
            #expect(try await source.imageSize() == PixelSize(width: 40, height: 30))
            #expect(try await source.fullResolutionImageData() == data)
            #expect(server.requests.count { $0.target == path } == requests, "\(path)")
        }
    }

    @Test("Downloads are kept up to the limit, and downloaded again beyond it")
    func limitOfDownloads() async throws {
        let data = try TestPicture.jpeg(TestPicture.gradient(400, 300))
        let server = try await TestWebServer(["*": TestWebAnswer(body: data)])
        let pipeline = Self.pipeline {
            $0.downloadCacheSize = data.count * 5 / 2
            $0.cacheSize = 0
        }
        func show(_ path: String) async throws {
            let source = WebImageSource(url: server.url(path), client: Self.client, pipeline: pipeline)
            for side in [30, 60] { _ = try await source.image(options: Self.fit(side)) }
        }
        for path in ["/a", "/b", "/a", "/c", "/a", "/b"] { try await show(path) }
        #expect(server.requests.map(\.target) == ["/a", "/b", "/c", "/b"])
        #expect(pipeline.downloadedByteCount == data.count * 2)
        #expect(pipeline.cachedByteCount == 0)
    }

    @Test("Progressive delivery begins with a smaller copy, and ends with the size that was requested")
    func smallerCopyMeanwhile() async throws {
        let data = try TestPicture.jpeg(TestPicture.gradient(400, 300), thumbnail: TestPicture.gradient(16, 12))
        let server = try await TestWebServer(["/a.jpg": TestWebAnswer(body: data)])
        let pipeline = Self.pipeline { $0.downloadCacheSize = 0 }
        let source = WebImageSource(url: server.url("/a.jpg"), client: Self.client, pipeline: pipeline)
        _ = try await source.image(options: Self.fit(40))
        try server.answer("/a.jpg", TestWebAnswer(body: data, .held))
        var results: [ImageRequest.Result] = []
        var options = Self.fit(200)
        options.deliveryMode = .progressive
        for await result in source.results(options: options) {
            // The copy comes before the download, and the embedded thumbnail, which is smaller, not at all.
            if results.isEmpty { server.release() }
            results.append(result)
        }
        #expect(results.map(\.image?.size.width) == [40, 200])
        #expect(results.map(\.isDegraded) == [true, false])
        #expect(server.requests.count == 2)
        // A size in the cache is the only result.
        var count = 0
        for await result in source.results(options: options) { count += result.isDegraded ? 10 : 1 }
        #expect(count == 1 && server.requests.count == 2)
    }

    @Test("A larger copy in the cache is scaled instead of a download")
    func largerCopyIsScaled() async throws {
        let data = try TestPicture.jpeg(TestPicture.gradient(400, 300), orientation: 6)
        let server = try await TestWebServer(["/a.jpg": TestWebAnswer(body: data)])
        let pipeline = Self.pipeline { $0.downloadCacheSize = 0 }
        let source = WebImageSource(url: server.url("/a.jpg"), client: Self.client, pipeline: pipeline)
        var options = ImageRequest.Options()
        _ = try await source.image()
        for (size, target) in [
            (ImageRequest.Size.fitSize(PixelSize(width: 99, height: 40)), PixelSize(width: 30, height: 40)),
            (.fillSize(PixelSize(width: 99, height: 40)), PixelSize(width: 99, height: 132)),
            (.cropSize(PixelSize(width: 99, height: 40)), PixelSize(width: 99, height: 40)),
        ] {
            (options.size, options.needsMetadata) = (size, true)
            var last: ImageRequest.Result?
            for await result in source.results(options: options) { last = result }
            #expect(last?.image?.size == target && last?.metadata?.location != nil)
        }
        #expect(server.requests.count == 1)
    }

    @Test("An answer that is not an image is not kept")
    func answerWithoutImage() async throws {
        let data = try TestPicture.jpeg(TestPicture.gradient(40, 30))
        let server = try await TestWebServer()
        try server.answer("/a.jpg", .text("come back later"), TestWebAnswer(body: data))
        let source = WebImageSource(url: server.url("/a.jpg"), client: Self.client, pipeline: ImagePipeline())
        await #expect(throws: ImageError.self) { try await source.image() }
        #expect(try await source.image().size.width == 40)
        try server.answer("/b.jpg", .text("come back later"), .text("or later"), TestWebAnswer(body: data))
        let other = WebImageSource(url: server.url("/b.jpg"), client: Self.client, pipeline: ImagePipeline())
        await #expect(throws: ImageError.self) { try await other.imageSize() }
        await #expect(throws: ImageError.self) { try await other.imageSize() }
        #expect(try await other.imageSize().width == 40)
    }

    @Test("Completion handlers receive dimensions, data and errors")
    func completionHandlers() async throws {
        let data = try TestPicture.jpeg(TestPicture.gradient(40, 30))
        let server = try await TestWebServer(["/a.jpg": TestWebAnswer(body: data)])
        let (source, missing) = (
            WebImageSource(url: server.url("/a.jpg"), client: Self.client, pipeline: ImagePipeline()),
            WebImageSource(url: server.url("/b.jpg"), client: Self.client, pipeline: ImagePipeline())
        )
        func size(_ source: WebImageSource) async -> Result<PixelSize, ImageError> {
            await withCheckedContinuation { done in source.imageSize { @Sendable in done.resume(returning: $0) } }
        }
        func file(_ source: WebImageSource) async -> Result<Data, ImageError> {
            await withCheckedContinuation { done in
                source.fullResolutionImageData { @Sendable in done.resume(returning: $0) }
            }
        }
        #expect(await size(source) == .success(PixelSize(width: 40, height: 30)))
        #expect(await file(source) == .success(data))
        let (noSize, noFile) = (await size(missing), await file(missing))
        #expect(throws: ImageError.self) { try noSize.get() }
        #expect(throws: ImageError.self) { try noFile.get() }
        #expect(server.requests.count { $0.target == "/a.jpg" } == 1)
    }

    private static let client = HTTPClient(userAgent: "ImagesTests (test@example.org)")

    private static func fit(_ side: Int) -> ImageRequest.Options {
        ImageRequest.Options(size: .fitSize(PixelSize(width: side, height: side)))
    }

    private static func pipeline(_ body: (inout ImagePipeline.Configuration) -> Void) -> ImagePipeline {
        var configuration = ImagePipeline.Configuration()
        body(&configuration)
        return ImagePipeline(configuration: configuration)
    }

    @Test("An HTTP error status is an error that names the status")
    func refusalOfTheServerIsAnError() async throws {
        let server = try await TestWebServer([:])
        let client = HTTPClient(userAgent: "ImagesTests (test@example.org)")
        let source = WebImageSource(url: server.url("/none.jpg"), client: client, pipeline: ImagePipeline())
        do {
            _ = try await source.image()
            Issue.record("no error")
        } catch {
            #expect(error.code == .notDownloaded && error.message.contains("404"))
        }
    }

    @Test("Canceling the task ends the download and leaves no work")
    func cancelledTaskEndsTheTransfer() async throws {
        let server = try await TestWebServer([
            "/a.jpg": TestWebAnswer(body: Data(repeating: 1, count: 9), .held)
        ])
        let client = HTTPClient(userAgent: "ImagesTests (test@example.org)")
        let pipeline = ImagePipeline()
        let source = WebImageSource(url: server.url("/a.jpg"), client: client, pipeline: pipeline)
        let task = Task { try await source.fullResolutionImageData() }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        let result = await task.result
        #expect(throws: ImageError.self) { try result.get() }
        #expect(pipeline.unitCount == 0)
    }
}

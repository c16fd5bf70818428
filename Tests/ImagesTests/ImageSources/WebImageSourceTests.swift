import Foundation
import HTTP
import Metadata
import Synchronization
import TestSupport
import Testing

@testable import Images

@Suite struct WebImageSourceTests {
    @Test func pictureIsDownloadedOnceForAll() async throws {
        let data = try TestPicture.jpeg(TestPicture.gradient(400, 300), orientation: 6)
        let server = try await TestWebServer(["/a.jpg": TestWebAnswer(body: data)])
        let client = HTTPClient(userAgent: "ImagesTests (test@example.org)")
        let pipeline = ImagePipeline()
        let source = WebImageSource(url: server.url("/a.jpg"), client: client, pipeline: pipeline)
        #expect(try await source.imageSize() == PixelSize(width: 300, height: 400))
        #expect(try await source.fullResolutionImageData() == data)
        let log = EventLog<String>()
        let options = ImageRequestOptions(
            size: .fitSize(PixelSize(width: 30, height: 40)), onDownloadStart: { @Sendable _ in log.append("start") },
            onDownloadFinish: { @Sendable _ in log.append("finish") })
        #expect(try await source.image(options: options).size == PixelSize(width: 30, height: 40))
        #expect(log.events == ["start", "finish"])
    }

    @Test func refusalOfTheServerIsAnError() async throws {
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

    @Test func cancelledTaskEndsTheTransfer() async throws {
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

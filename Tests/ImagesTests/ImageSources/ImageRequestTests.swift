import Foundation
import LKMetadata
import Synchronization
import TestSupport
import Testing

@testable import LKImages

/// What the protocol promises, where it is hard to keep: downloads, failures, cancellation at any moment.
@Suite struct ImageRequestTests {
    enum Event: Sendable, Equatable {
        case start
        case finish
        case result(isDegraded: Bool, hasImage: Bool)
    }

    private let pipeline = ImagePipeline()
    private let requests = ImageRequests()
    private let log = EventLog<Event>()

    private func ask(_ content: StubContent, _ mode: ImageRequest.DeliveryMode = .best) -> ImageRequest.ID {
        let log = log
        let options = ImageRequest.Options(
            deliveryMode: mode, onDownloadStart: { @Sendable _ in log.append(.start) },
            onDownloadFinish: { @Sendable _ in log.append(.finish) })
        return requests.start(pipeline, content, options) { @Sendable result in
            log.append(.result(isDegraded: result.isDegraded, hasImage: result.image != nil))
        }
    }

    private func settle() async {
        // What was delivered before this is done before it.
        await withCheckedContinuation { continuation in pipeline.deliver { @Sendable in continuation.resume() } }
    }

    @Test("A download calls its start handler once, then finish, then the result")
    func startAndFinishArePairedWhenAllGoesWell() async throws {
        let content = StubContent()
        _ = ask(content)
        #expect(content.started.wait())
        content.begin()
        content.begin()
        content.finish(0, .success(try TestPicture.gradient(9, 9).jpegData()))
        _ = try await log.first { if case .result = $0 { true } else { nil } }
        await settle()
        #expect(log.events == [.start, .finish, .result(isDegraded: false, hasImage: true)])
    }

    @Test("A download that fails after its start calls the finish handler, then the error")
    func finishFollowsStartAlsoOnFailure() async throws {
        let content = StubContent()
        _ = ask(content, .progressive)
        #expect(content.started.wait())
        content.begin()
        content.finish(0, .failure(ImageError(.notDownloaded, "no")))
        _ = try await log.first { if case .result(false, false) = $0 { true } else { nil } }
        await settle()
        #expect(log.events == [.start, .finish, .result(isDegraded: false, hasImage: false)])
    }

    @Test("A download that never began calls neither start nor finish")
    func withoutStartThereIsNoFinish() async throws {
        let content = StubContent()
        _ = ask(content)
        #expect(content.started.wait())
        content.finish(0, .success(try TestPicture.gradient(9, 9).jpegData()))
        _ = try await log.first { if case .result = $0 { true } else { nil } }
        await settle()
        #expect(log.events == [.result(isDegraded: false, hasImage: true)])
    }

    @Test("Canceling twice stops the transfer, calls finish once and leaves no work")
    func cancellingStopsTheTransferAndFinishesOnce() async throws {
        let content = StubContent()
        let id = ask(content)
        #expect(content.started.wait())
        content.begin()
        _ = try await log.first { $0 == .start ? true : nil }
        requests.cancel(id)
        requests.cancel(id)
        #expect(content.canceled.wait())
        // As a transfer that had already ended.
        content.finish(0, .success(try TestPicture.gradient(9, 9).jpegData()))
        await settle()
        #expect(log.events == [.start, .finish])
        #expect(pipeline.unitCount == 0)
    }

    @Test("Equal requests share one download, which continues until the last is canceled")
    func equalWorkIsDoneOnceAndEndsWithItsLastSubscriber() async throws {
        let content = StubContent()
        let first = ask(content)
        let second = ask(content)
        #expect(content.started.wait())
        // Two stages, joined by both: the second request is in when its errand is done.
        try await pipeline.blocking { () throws(ImageError) in }
        requests.cancel(first)
        #expect(content.cancellations == 0)
        content.finish(0, .success(try TestPicture.gradient(9, 9).jpegData()))
        _ = try await log.first { if case .result = $0 { true } else { nil } }
        await settle()
        #expect(log.events == [.result(isDegraded: false, hasImage: true)])
        #expect(content.starts == 1)
        requests.cancel(second)
    }

    @Test("A request made after canceling an equal one starts a new download")
    func workBegunAgainAfterCancellingIsNewWork() async throws {
        let content = StubContent()
        let id = ask(content)
        #expect(content.started.wait())
        requests.cancel(id)
        #expect(content.canceled.wait())
        _ = ask(content)
        #expect(content.started.wait(times: 2))
        content.finish(content.starts - 1, .success(try TestPicture.gradient(9, 9).jpegData()))
        _ = try await log.first { if case .result(false, true) = $0 { true } else { nil } }
    }

    /// A thousand requests, cancelled from another thread at whatever moment.
    @Test("Requests canceled at random moments deliver nothing afterward")
    func nothingIsCalledAfterCancelling() async throws {
        let data = try TestPicture.jpeg(TestPicture.gradient(64, 64), thumbnail: TestPicture.gradient(16, 16))
        let folder = TemporaryFolder()
        let path = folder.file("a.jpg")
        try data.write(to: URL(filePath: path))
        let source = FileImageSource(path: path, pipeline: pipeline)
        let late = Mutex(0)
        let called = Mutex(0)
        for round in 0..<1000 {
            if round % 3 == 0 { pipeline.removeAllCachedImages() }
            let box = CancelBox()
            let id = source.requestImage(options: ImageRequest.Options(deliveryMode: .progressive)) { @Sendable _ in
                called.withLock { $0 += 1 }
                if box.isCancelled { late.withLock { $0 += 1 } }
            }
            // From no wait at all to longer than a picture takes.
            for _ in 0..<round % 50 { await Task.yield() }
            source.cancelRequest(id)
            box.cancel()
        }
        await settle()
        #expect(late.withLock { $0 } == 0)
        // Two threads that finish what they have begun.
        while pipeline.unitCount > 0 { await Task.yield() }
    }

    @Test("A handler can cancel its own request, and is called just once")
    func handlerMayCancelItsOwnRequest() async throws {
        let folder = TemporaryFolder()
        let path = folder.file("a.jpg")
        try TestPicture.jpeg(TestPicture.gradient(64, 64), thumbnail: TestPicture.gradient(16, 16))
            .write(to: URL(filePath: path))
        let source = FileImageSource(path: path, pipeline: pipeline)
        let log = log
        source.requestImage(options: ImageRequest.Options(deliveryMode: .progressive)) { @Sendable result in
            source.cancelRequest(result.requestID)
            log.append(.result(isDegraded: result.isDegraded, hasImage: result.image != nil))
        }
        _ = try await log.first { if case .result = $0 { true } else { nil } }
        await settle()
        #expect(log.events.count == 1)
    }
}

/// Whether a request was cancelled.
private final class CancelBox: Sendable {
    private let state = Mutex(false)

    var isCancelled: Bool { state.withLock { $0 } }
    func cancel() { state.withLock { $0 = true } }
}

import Metadata
import Testing

@testable import Images

@Suite struct PipelineStateTests {
    private static let read: ContentLoading = .blocking { () throws(ImageError) in
        throw ImageError(.missing, "not read here")
    }

    private func ask(
        _ state: inout PipelineState, _ name: String, _ priority: ImagePriority, _ side: Int = 1
    ) -> UInt64 {
        let id = state.nextID()
        let size = ImageSizeOption.fitSize(PixelSize(width: side, height: side))
        state.subscribe(
            id, to: .decode(ContentKey(name: name), .size(size)), loading: Self.read, process: nil,
            StageUnit.Subscriber(priority: priority, receiver: .caller({ @Sendable _ in })))
        return id
    }

    private func next(_ state: inout PipelineState) -> String? {
        guard case .job(let id, _, _)? = state.nextWork() else { return nil }
        return state.units[id]?.key.content.name
    }

    @Test func whatIsMostWantedComesFirst() {
        var state = PipelineState(ImagePipeline.Configuration())
        _ = ask(&state, "low", .low)
        _ = ask(&state, "first", .normal)
        let raised = ask(&state, "raised", .veryLow)
        _ = ask(&state, "second", .normal)
        state.setPriority(.veryHigh, of: raised)
        #expect((0..<4).map { _ in next(&state) } == ["raised", "first", "second", "low"])
        #expect(next(&state) == nil)
    }

    @Test func priorityIsTheHighestOfThoseWhoWait() {
        var state = PipelineState(ImagePipeline.Configuration())
        _ = ask(&state, "a", .normal)
        let high = ask(&state, "b", .high)
        _ = ask(&state, "b", .low, 2)
        state.unsubscribe(high)
        #expect((0..<2).map { _ in next(&state) } == ["a", "b"])
    }

    @Test func oneLoadServesAllSizes() {
        var state = PipelineState(ImagePipeline.Configuration())
        let ids = (1...3).map { ask(&state, "a", .normal, $0) }
        #expect(state.units.count == 4)
        for id in ids.dropLast() { state.unsubscribe(id) }
        #expect(state.units.count == 2)
        state.unsubscribe(ids[2])
        #expect(state.units.isEmpty && state.queue.isEmpty)
    }

    @Test func filesAreNotReadFarAhead() throws {
        var configuration = ImagePipeline.Configuration()
        configuration.waitingBytes = 10
        var state = PipelineState(configuration)
        _ = ask(&state, "a", .normal)
        _ = ask(&state, "b", .veryHigh)
        guard case .job(let load, let job, _)? = state.nextWork() else {
            Issue.record("nothing to do")
            return
        }
        state.end(load, job, .success(.bytes(try ImageBytes([UInt8](repeating: 0, count: 11), name: "b"))))
        guard case .job(let decode, let decoding, _)? = state.nextWork(), case .decode = decoding else {
            Issue.record("no decoding")
            return
        }
        // While 11 bytes are decoded no other file is read.
        #expect(next(&state) == nil)
        state.end(decode, decoding, .success(.image(nil)))
        #expect(next(&state) == "a")
    }

    @Test func cacheForgetsWhatWasNotUsedForLongest() throws {
        var cache = ImageCache(limit: 4 * 4 * 3)
        func key(_ name: String) -> StageKey { .decode(ContentKey(name: name), .embedded) }
        let image = try TestPicture.gradient(2, 2)
        let decoded = DecodedImage(image: image, fullSize: image.size)
        for name in ["a", "b", "c"] { cache.insert(decoded, for: key(name)) }
        for _ in 0..<1000 { #expect(cache[key("a")] != nil) }
        cache.insert(decoded, for: key("d"))
        #expect(cache[key("b")] == nil)
        #expect(cache[key("a")] != nil && cache[key("c")] != nil && cache[key("d")] != nil)
        #expect(cache.cost == 48)
        cache.limit = 16
        #expect(cache.cost == 16 && cache[key("d")] != nil)
        let large = try TestPicture.gradient(4, 4)
        cache.insert(DecodedImage(image: large, fullSize: large.size), for: key("large"))
        #expect(cache[key("large")] == nil && cache.cost == 16)
    }
}

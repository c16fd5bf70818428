import LKMetadata
import Testing

@testable import LKImages

@Suite struct PipelineStateTests {
    private static let read: ContentLoading = .blocking { () throws(ImageError) in
        throw ImageError(.missing, "not read here")
    }

    private func ask(
        _ state: inout PipelineState, _ name: String, _ priority: ImageRequest.Priority, _ side: Int = 1,
        loading: ContentLoading = read
    ) -> UInt64 {
        let id = state.nextID()
        let size = ImageRequest.Size.fitSize(PixelSize(width: side, height: side))
        state.subscribe(
            id, to: .decode(ContentKey(name: name), .size(size)), loading: loading, process: nil,
            StageUnit.Subscriber(priority: priority, receiver: .caller({ @Sendable _ in })))
        return id
    }

    private func next(_ state: inout PipelineState, isEnding: Bool = false) -> String? {
        guard case .job(let id, let job, _)? = state.nextWork() else { return nil }
        let name = state.units[id]?.key.content.name
        if isEnding { state.end(id, job, .success(.image(nil))) }
        return name
    }

    @Test("Jobs run by priority, then in order of request, and a raised job moves ahead")
    func whatIsMostWantedComesFirst() {
        var state = PipelineState(ImagePipeline.Configuration())
        _ = ask(&state, "low", .low)
        _ = ask(&state, "first", .normal)
        let raised = ask(&state, "raised", .veryLow)
        _ = ask(&state, "second", .normal)
        state.setPriority(.veryHigh, of: raised)
        #expect((0..<4).map { _ in next(&state) } == ["raised", "first", "second", "low"])
        #expect(next(&state) == nil)
    }

    @Test("A shared job has the highest priority among its remaining requests")
    func priorityIsTheHighestOfThoseWhoWait() {
        var state = PipelineState(ImagePipeline.Configuration())
        _ = ask(&state, "a", .normal)
        let high = ask(&state, "b", .high)
        _ = ask(&state, "b", .low, 2)
        state.unsubscribe(high)
        #expect((0..<2).map { _ in next(&state) } == ["a", "b"])
    }

    @Test("Requests for several sizes share one load, which ends with the last of them")
    func oneLoadServesAllSizes() {
        var state = PipelineState(ImagePipeline.Configuration())
        let ids = (1...3).map { ask(&state, "a", .normal, $0) }
        #expect(state.units.count == 4)
        for id in ids.dropLast() { state.unsubscribe(id) }
        #expect(state.units.count == 2)
        state.unsubscribe(ids[2])
        #expect(state.units.isEmpty && state.queue.isEmpty)
    }

    @Test("Another size of an image that is being decoded needs no download, even if no downloads are kept")
    func fileInUse() throws {
        var configuration = ImagePipeline.Configuration()
        configuration.downloadCacheSize = 0
        var state = PipelineState(configuration)
        let download = ContentLoading.download { @Sendable _, _ in { @Sendable in } }
        _ = ask(&state, "a", .normal, loading: download)
        guard case .startDownload(let unit, _)? = state.actions.first else {
            Issue.record("no download")
            return
        }
        state.endDownload(unit)
        state.finish(unit, .success(.bytes(try ImageBytes([1, 2, 3] as [UInt8], name: "a"))))
        state.actions = []
        _ = ask(&state, "a", .normal, 2, loading: download)
        #expect(state.downloads.isEmpty && state.queue.count == 2)
        while let name = next(&state, isEnding: true) { #expect(name == "a") }
        // Nothing holds the bytes any more.
        _ = ask(&state, "a", .normal, 3, loading: download)
        #expect(state.downloads.count == 1)
    }

    @Test("Downloads not used for longest are evicted first, and one above the limit is not kept")
    func downloadCacheLimit() throws {
        var cache = DownloadCache(maximumSize: 9)
        func insert(_ name: String, _ count: Int) throws {
            cache.insert(
                try ImageBytes([UInt8](repeating: 0, count: count), name: name), for: ContentKey(name: name))
        }
        for name in ["a", "b", "c"] { try insert(name, 3) }
        #expect(cache[ContentKey(name: "a")] != nil)
        try insert("d", 3)
        #expect(cache[ContentKey(name: "b")] == nil && cache.cost == 9)
        try insert("large", 10)
        #expect(cache[ContentKey(name: "large")] == nil && cache[ContentKey(name: "a")] != nil)
        try insert("a", 1)
        #expect(cache.cost == 7)
        cache.removeAll()
        #expect(cache[ContentKey(name: "a")] == nil && cache.cost == 0)
    }

    @Test("The copy in place of another size is the smallest with enough pixels, else the largest; never a cropped one")
    func copyOfAnotherSize() throws {
        var cache = ImageCache(maximumSize: 1 << 20)
        let content = ContentKey(name: "a")
        func insert(_ size: ImageRequest.Size, _ side: Int) throws {
            cache.insert(
                DecodedImage(
                    image: try TestPicture.gradient(side, side), fullSize: PixelSize(width: 100, height: 100)),
                for: .decode(content, .size(size)))
        }
        func box(_ side: Int) -> PixelSize { PixelSize(width: side, height: side) }
        func side(for wanted: Int) -> Int? {
            cache.copy(of: content, for: .fitSize(box(wanted)))?.image.image.size.width
        }
        try insert(.cropSize(box(60)), 60)
        #expect(side(for: 50) == nil)
        try insert(.fitSize(box(10)), 10)
        try insert(.fillSize(box(40)), 40)
        try insert(.fitSize(box(20)), 20)
        #expect(side(for: 50) == 40 && side(for: 15) == 20 && side(for: 40) == 40)
        #expect(cache.copy(of: content, for: .fullResolution)?.isLargeEnough == false)
        cache.maximumSize = 10 * 10 * 4
        #expect(side(for: 50) == nil)
    }

    @Test("No further file is read while the bytes waiting to be decoded exceed the limit")
    func filesAreNotReadFarAhead() throws {
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

    @Test("The image cache evicts the least recently used images first, and skips those over its limit")
    func cacheForgetsWhatWasNotUsedForLongest() throws {
        var cache = ImageCache(maximumSize: 4 * 4 * 3)
        func key(_ name: String) -> StageKey { .decode(ContentKey(name: name), .embedded) }
        let image = try TestPicture.gradient(2, 2)
        let decoded = DecodedImage(image: image, fullSize: image.size)
        for name in ["a", "b", "c"] { cache.insert(decoded, for: key(name)) }
        for _ in 0..<1000 { #expect(cache[key("a")] != nil) }
        cache.insert(decoded, for: key("d"))
        #expect(cache[key("b")] == nil)
        #expect(cache[key("a")] != nil && cache[key("c")] != nil && cache[key("d")] != nil)
        #expect(cache.cost == 48)
        cache.maximumSize = 16
        #expect(cache.cost == 16 && cache[key("d")] != nil)
        let large = try TestPicture.gradient(4, 4)
        cache.insert(DecodedImage(image: large, fullSize: large.size), for: key("large"))
        #expect(cache[key("large")] == nil && cache.cost == 16)
    }
}

import LKGeo
import Synchronization
import TestSupport
import Testing

@testable import LKGeocoding

@Suite("Geocoder: waiting") struct WaitingTests {
    private let here = Coordinate.point(35.68123, 139.76123)
    private let clock = ManualTimekeeper()
    private let held = HeldTasks()

    private func geocoder(_ providers: any GeocodingProvider...) -> Geocoder {
        var configuration = Geocoder.Configuration(providers)
        configuration.cache = nil
        return Geocoder(configuration: configuration, timekeeper: clock)
    }

    private func web() -> ScriptedProvider { ScriptedProvider("web", held: held) { [.sample($0, "web")] } }

    private func start(_ geocoder: Geocoder, _ point: Coordinate) -> Task<
        Result<[Placemark], GeocodingError>, Never
    > {
        Task {
            do throws(GeocodingError) { return .success(try await geocoder.reverseGeocode(point)) } catch {
                return .failure(error)
            }
        }
    }

    /// Gives way until something is so; the tests' limit is what ends it.
    private func until(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }

    private func waiting(_ geocoder: Geocoder, _ count: Int) async {
        await until { geocoder.providers[0].coalescer.waiting == count }
    }

    /// Waits until so many wait, and the clock knows when the first of them has waited long enough.
    private func waitingWithDeadline(_ geocoder: Geocoder, _ count: Int) async {
        await waiting(geocoder, count)
        await until { clock.waiting > 0 }
    }

    private func idle(_ geocoder: Geocoder) async {
        await until { geocoder.providers[0].coalescer.underWay == 0 }
    }

    @Test(
        "Points of a cell at the same time are one question, each answered for its own point", .timeLimit(.minutes(5)))
    func joining() async throws {
        let web = web()
        let geocoder = geocoder(web)
        let near = Coordinate.point(35.68124, 139.76124)
        let tasks = [start(geocoder, here), start(geocoder, near), start(geocoder, .point(35.7, 139.76))]
        await waiting(geocoder, 3)
        #expect(await web.asked.reached(2))
        held.letGo()
        for (task, point) in zip(tasks, [here, near, .point(35.7, 139.76)]) {
            #expect(try await task.value.get().map(\.coordinate) == [point])
        }
        #expect(web.counts.asked == 2)
        await idle(geocoder)
    }

    @Test("A cancelled caller returns at once, and the work continues for the others", .timeLimit(.minutes(5)))
    func leaving() async throws {
        let web = web()
        let geocoder = geocoder(web)
        let tasks = [start(geocoder, here), start(geocoder, here)]
        await waiting(geocoder, 2)
        tasks[0].cancel()
        #expect(await code { try await tasks[0].value.get() } == .canceled)
        held.letGo()
        #expect(try await tasks[1].value.get().count == 1)
        #expect(web.counts.canceled == 0)
    }

    @Test(
        "The last to leave cancels the work, and the next question waits until that has ended", .timeLimit(.minutes(5)))
    func lastLeaving() async throws {
        let web = web()
        let geocoder = geocoder(web)
        let first = start(geocoder, here)
        #expect(await web.asked.reached())
        first.cancel()
        #expect(await code { try await first.value.get() } == .canceled)
        let second = start(geocoder, here)
        await waiting(geocoder, 1)
        #expect(geocoder.providers[0].coalescer.underWay == 2 && web.counts.asked == 1)
        held.letGo()
        #expect(try await second.value.get().count == 1)
        #expect(web.counts.canceled == 1 && web.counts.asked == 2 && web.counts.doubled == 0)
        await idle(geocoder)
    }

    @Test("A task that is cancelled before it asks reaches no provider") func cancelledBefore() async {
        let web = web()
        let geocoder = geocoder(web)
        let here = here
        let task = Task { () -> GeocodingError.Code? in
            withUnsafeCurrentTask { $0?.cancel() }
            return await code { try await geocoder.reverseGeocode(here) }
        }
        #expect(await task.value == .canceled)
        #expect(web.counts.asked == 0)
    }

    @Test(
        "A provider that never returns is cancelled when the time is over, and timedOut comes at once",
        .timeLimit(.minutes(5)))
    func timeout() async throws {
        let web = web()
        let geocoder = geocoder(web)
        let early = start(geocoder, here)
        await waitingWithDeadline(geocoder, 1)
        clock.advance(by: .seconds(6))
        let late = start(geocoder, here)
        await waiting(geocoder, 2)
        clock.advance(by: .seconds(4))
        #expect(await code { try await early.value.get() } == .timedOut)
        #expect(geocoder.providers[0].coalescer.waiting == 1)
        clock.advance(by: .milliseconds(5999))
        #expect(geocoder.providers[0].coalescer.waiting == 1)
        clock.advance(by: .milliseconds(1))
        #expect(await code { try await late.value.get() } == .timedOut)
        #expect(geocoder.providers[0].coalescer.underWay == 1)
        held.letGo()
        #expect(await web.ended.reached())
        #expect(web.counts.canceled == 1)
        await idle(geocoder)
    }

    @Test("What is known when the time is over is the answer", .timeLimit(.minutes(5))) func partial() async throws {
        let world = ImmediateScript { [.sample($0, "world", .locality)] }
        let geocoder = geocoder(world, web())
        let here = here
        let task = Task { try await geocoder.answer(here) }
        await until { geocoder.providers[1].coalescer.waiting == 1 && clock.waiting > 0 }
        clock.advance(by: .seconds(10))
        let answer = try await task.value
        #expect(answer.placemarks.map(\.provider) == ["world"])
        #expect(answer.failures.map(\.error.code) == [.timedOut])
        held.letGo()
    }

    @Test("A handler is called once, on another thread, with the address", .timeLimit(.minutes(5))) func handler() async
    {
        let geocoder = geocoder(web())
        held.letGo()
        let called = Gate()
        let count = Mutex(0)
        for _ in 0..<3 {
            geocoder.reverseGeocode(here) { placemarks, text, dictionary, error in
                #expect(placemarks.count == 1 && text != nil && dictionary?[.name] == "web house" && error == nil)
                count.withLock { $0 += 1 }
                called.open()
            }
        }
        #expect(await called.reached(3))
        #expect(count.withLock { $0 } == 3)
        let failed = Gate()
        Geocoder([]).reverseGeocode(here) { placemarks, text, dictionary, error in
            #expect(placemarks.isEmpty && text == nil && dictionary == nil && error?.code == .requestInvalid)
            failed.open()
        }
        #expect(await failed.reached())
    }

    @Test("After cancel no handler is called, and the work is cancelled", .timeLimit(.minutes(5))) func noHandler()
        async
    {
        let web = web()
        let geocoder = geocoder(web)
        let request = geocoder.reverseGeocode(here) { _, _, _, _ in Issue.record("it was cancelled") }
        #expect(await web.asked.reached())
        request.cancel()
        request.cancel()
        await waiting(geocoder, 0)
        held.letGo()
        await idle(geocoder)
        // Handlers come in order, so a later one has overtaken nothing.
        let called = Gate()
        geocoder.reverseGeocode(here) { _, _, _, _ in called.open() }
        #expect(await called.reached())
        #expect(web.counts.canceled == 1)
    }

    @Test("A batch is in order, asks equal points once, and continues after a failure", .timeLimit(.minutes(5)))
    func batch() async throws {
        let bad = Coordinate.point(1, 1)
        let web = ScriptedProvider("web") { point throws(GeocodingError) in
            if point == bad { throw GeocodingError(.serviceOverloaded, "busy") }
            return [.sample(point, "web")]
        }
        let geocoder = geocoder(web)
        var points = (0..<20).map { Coordinate.point(Double($0) + 10, 5) }
        points.insert(bad, at: 3)
        points += points
        var (indices, failed): ([Int], [Int]) = ([], [])
        for await (index, result) in geocoder.reverseGeocode(points, maximumConcurrentRequests: 30) {
            indices.append(index)
            switch result {
            case .success(let placemarks): #expect(placemarks.map(\.coordinate) == [points[index]])
            case .failure(let error):
                #expect(error.code == .serviceOverloaded)
                failed.append(index)
            }
        }
        #expect(indices == Array(0..<42) && failed == [3, 24])
        #expect(web.counts.asked == 21)
    }

    @Test("A batch has as many under way as allowed, and none once it is let go", .timeLimit(.minutes(5)))
    func batchLimit() async throws {
        let web = web()
        let geocoder = geocoder(web)
        let points = (0..<50).map { Coordinate.point(Double($0), 5) }
        let task = Task { () -> Int in
            var count = 0
            for await _ in geocoder.reverseGeocode(points, maximumConcurrentRequests: 3) { count += 1 }
            return count
        }
        #expect(await web.asked.reached(3))
        #expect(web.counts.underWay == 3)
        task.cancel()
        #expect(await task.value == 0)
        await waiting(geocoder, 0)
        held.letGo()
        await idle(geocoder)
        #expect(web.counts.asked == 3 && web.counts.canceled == 3)
    }

    @Test("Many tasks that join, leave and run out of time get one outcome each", .timeLimit(.minutes(10)))
    func stress() async throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20 {
            let held = HeldTasks()
            let web = ScriptedProvider("web", held: held) { [.sample($0, "web")] }
            let geocoder = geocoder(web)
            var tasks: [Task<Result<[Placemark], GeocodingError>, Never>] = []
            for _ in 0..<200 {
                let point = Coordinate.point(Double(Int.random(in: 0..<6, using: &generator)), 0)
                tasks.append(start(geocoder, point))
                switch Int.random(in: 0..<10, using: &generator) {
                case 0...3: tasks.randomElement(using: &generator)?.cancel()
                case 4...5: held.letGo(forGood: false)
                case 6: clock.advance(by: .seconds(4))
                case 7: await Task.yield()
                default: break
                }
            }
            held.letGo()
            var outcomes: [String: Int] = [:]
            for task in tasks {
                switch await task.value {
                case .success: outcomes["answered", default: 0] += 1
                case .failure(let error): outcomes[error.code.description, default: 0] += 1
                }
            }
            let count = outcomes.values.reduce(0, +)
            #expect(count == 200)
            #expect(Set(outcomes.keys).isSubset(of: ["answered", "cancelled", "timedOut"]))
            await idle(geocoder)
            #expect(geocoder.providers[0].coalescer.waiting == 0)
            #expect(web.counts.doubled == 0 && web.counts.underWay == 0)
        }
    }
}

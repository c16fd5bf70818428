import Foundation
import LKGeo
import LKStorage
import Synchronization
import TestSupport
import Testing

@testable import LKGeocoding

@Suite("GeocodingCache") struct GeocodingCacheTests {
    private let folder = TemporaryFolder()
    private let here = Coordinate.point(35.68123, 139.76123)
    private var path: String { folder.file("caches/addresses.sqlite") }

    private final class Problems: Sendable {
        let all = Mutex<[String]>([])
        var texts: [String] { all.withLock { $0 } }
    }

    private func cache(_ problems: Problems = Problems(), now: Int64 = 1_800_000_000, limit: Int = 64 << 20)
        -> GeocodingCache
    {
        var configuration = GeocodingCache.Configuration(file: URL(filePath: path))
        configuration.maximumFileSize = limit
        configuration.onProblem = { text in problems.all.withLock { $0.append(text) } }
        return GeocodingCache(configuration: configuration) { now }
    }

    private func geocoder(_ cache: GeocodingCache, _ provider: any GeocodingProvider) -> Geocoder {
        var configuration = Geocoder.Configuration([provider])
        configuration.cache = cache
        return Geocoder(configuration: configuration, timekeeper: ManualTimekeeper())
    }

    private func web(_ name: String = "web", isEmpty: Bool = false) -> ScriptedProvider {
        ScriptedProvider(name, attribution: "© \(name)") { point in
            var placemark = Placemark.sample(point, name)
            placemark.place = .init(name: name, distance: 500, coordinate: .point(35.68, 139.76))
            return isEmpty ? [] : [placemark]
        }
    }

    @Test("A cell is asked once, in memory and by another process, with the words and the own point") func once()
        async throws
    {
        let web = web()
        let cache = cache()
        let first = try await geocoder(cache, web).answer(here)
        #expect(!first.isFromCache)
        let near = Coordinate.point(35.68124, 139.76124)
        for cache in [cache, self.cache()] {
            let answer = try await geocoder(cache, web).answer(near)
            #expect(answer.isFromCache)
            #expect(answer.placemarks.map(\.coordinate) == [near] && answer.placemarks[0].attribution == "© web")
            #expect(answer.placemarks[0].place?.distance == near.distance(to: .point(35.68, 139.76)))
        }
        #expect(web.counts.asked == 1 && cache.problem == nil)
        _ = try await geocoder(cache, web).answer(here, languages: [.english])
        _ = try await geocoder(cache, web).answer(.point(35.682, 139.761))
        #expect(web.counts.asked == 3)
        let other = self.web("other")
        _ = try await geocoder(cache, other).answer(here)
        #expect(other.counts.asked == 1)
    }

    @Test("Once the file is open its answers need no other thread, unless it is locked, damaged or removed")
    func glance() async throws {
        let question = GeocodingQuestion(provider: "web", languages: [.english], subject: .point(here))
        await cache().keep([.sample(here, "web")], for: question)

        let cache = cache()
        #expect(cache.known(question) == nil)
        let other = GeocodingQuestion(provider: "other", languages: [], subject: .point(here))
        #expect(await cache.stored(other) == nil)
        do {
            let writer = try Database(path, .readWrite)
            try writer.execute("BEGIN EXCLUSIVE; UPDATE address SET answer = x'00'")
            // In a write-ahead log what is not yet written is not seen.
            #expect(cache.known(question)?.placemarks.map(\.provider) == ["web"])
            try writer.execute("COMMIT")
        }
        #expect(cache.known(question) != nil, "it is in memory")
        let later = self.cache()
        #expect(await later.stored(other) == nil)
        #expect(later.known(question) == nil, "it is damaged")

        await later.keep([.sample(here, "web")], for: question)
        let last = self.cache()
        #expect(await last.stored(other) == nil)
        try FileManager.default.removeItem(atPath: path)
        #expect(last.known(question) == nil, "it is gone")
    }

    @Test("Searches are kept too, whatever their case and spaces, with their own coordinates") func searches()
        async throws
    {
        let web = web()
        #expect(try await geocoder(cache(), web).search("Tokyo  Station").map(\.placemark.coordinate) == [.origin])
        #expect(try await geocoder(cache(), web).search(" tokyo station").map(\.placemark.coordinate) == [.origin])
        #expect(web.counts.asked == 1)
        _ = try await geocoder(cache(), web).search("Tokyo Station", limit: 3)
        #expect(web.counts.asked == 2)
    }

    @Test("Errors are not kept, and what this machine says is not") func uncached() async throws {
        let away = ScriptedProvider("away") { _ throws(GeocodingError) in
            throw GeocodingError(.serviceUnreachable, "away")
        }
        let cache = cache()
        for _ in 0..<2 {
            #expect(await code { try await geocoder(cache, away).reverseGeocode(here) } == .serviceUnreachable)
        }
        #expect(away.counts.asked == 2)
        let world = ScriptedProvider("world", isOffline: true) { [.sample($0, "world")] }
        for _ in 0..<2 { _ = try await geocoder(cache, world).reverseGeocode(here) }
        #expect(world.counts.asked == 2)
    }

    @Test("An answer is good for 90 days and an empty one for 7, in memory and in the file", arguments: [false, true])
    func ages(isEmpty: Bool) async throws {
        let web = web(isEmpty: isEmpty)
        let start: Int64 = 1_800_000_000
        let lifetime: Int64 = (isEmpty ? 7 : 90) * 86_400
        _ = try await geocoder(cache(now: start), web).reverseGeocode(here)
        _ = try await geocoder(cache(now: start + lifetime), web).reverseGeocode(here)
        #expect(web.counts.asked == 1)
        _ = try await geocoder(cache(now: start - 7200), web).reverseGeocode(here)
        #expect(web.counts.asked == 2)
        _ = try await geocoder(cache(now: start + lifetime + 1), web).reverseGeocode(here)
        #expect(web.counts.asked == 3)

        let clock = Clock(start)
        var configuration = GeocodingCache.Configuration()
        configuration.place = .memory
        let memory = GeocodingCache(configuration: configuration) { clock.now.withLock { $0 } }
        let geocoder = geocoder(memory, web)
        _ = try await geocoder.reverseGeocode(here)
        clock.now.withLock { $0 += lifetime }
        #expect(try await geocoder.answer(here).isFromCache)
        clock.now.withLock { $0 += 1 }
        #expect(try await !geocoder.answer(here).isFromCache)
    }

    private final class Clock: Sendable {
        let now: Mutex<Int64>
        init(_ now: Int64) { self.now = Mutex(now) }
    }

    @Test("A damaged file is set aside, reported once, and replaced") func damaged() async throws {
        let web = web()
        // Not one that a cache has made: the last to close it may write what is right over the damage.
        let parent = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try Data(repeating: 0x55, count: 5000).write(to: URL(filePath: path))
        let problems = Problems()
        let cache = cache(problems)
        _ = try await geocoder(cache, web).reverseGeocode(here)
        #expect(web.counts.asked == 1)
        #expect(problems.texts.count == 1 && problems.texts.first?.contains("\(path).damaged") == true)
        #expect(cache.problem != nil && cache.problem == problems.texts.first)
        #expect(try await geocoder(self.cache(), web).answer(here).isFromCache)
    }

    @Test("A file that is damaged while it is open never keeps anybody from an answer") func damagedLater() async throws
    {
        let web = web()
        let cache = cache()
        for step in 0..<200 { _ = try await geocoder(cache, web).reverseGeocode(.point(Double(step) / 10, 1)) }
        try Database(path, .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.write(contentsOf: Data(repeating: 0x55, count: 200_000))
        try file.close()
        for step in 0..<200 {
            let point = Coordinate.point(Double(step) / 10, 2)
            #expect(try await geocoder(cache, web).reverseGeocode(point).map(\.coordinate) == [point])
            #expect(try await geocoder(cache, web).answer(point).isFromCache)
        }
        // Whoever finds the damage first sets the file aside, and the next answer is kept in a new one.
        for _ in 0..<2 { _ = try await geocoder(self.cache(), web).reverseGeocode(here) }
        #expect(try await geocoder(self.cache(), web).answer(here).isFromCache)
    }

    @Test("A newer file and another program's are left as they are, and memory serves") func foreign() async throws {
        let web = web()
        _ = try await geocoder(cache(), web).reverseGeocode(here)
        let statements = ["PRAGMA user_version=9", "PRAGMA user_version=1; PRAGMA application_id=77"]
        for statement in statements {
            try Database(path, .readWrite).execute(statement)
            let problems = Problems()
            let cache = cache(problems)
            for _ in 0..<2 {
                _ = try await geocoder(cache, web).reverseGeocode(here)
                #expect(try await geocoder(cache, web).answer(here).isFromCache)
                _ = try await geocoder(cache, web).reverseGeocode(.point(7, 7))
            }
            #expect(problems.texts.count == 1 && problems.texts.first?.contains(path) == true, "\(problems.texts)")
            #expect(try Database(path, .readOnly).integer("SELECT count(*) FROM address") == 1)
        }
        #expect(folder.names == ["caches"])
    }

    @Test("A row that is not an answer is asked for again") func damagedRow() async throws {
        let web = web()
        _ = try await geocoder(cache(), web).reverseGeocode(here)
        try Database(path, .readWrite).execute("UPDATE address SET answer = x'0102030405060708'")
        #expect(try await !geocoder(cache(), web).answer(here).isFromCache)
        #expect(try await geocoder(cache(), web).answer(here).isFromCache)
    }

    @Test("The file can be deleted at any time, and an unavailable folder is reported once") func deleted()
        async throws
    {
        let web = web()
        let cache = cache()
        _ = try await geocoder(cache, web).reverseGeocode(here)
        try FileManager.default.removeItem(atPath: folder.file("caches"))
        _ = try await geocoder(cache, web).reverseGeocode(.point(1, 1))
        #expect(try await geocoder(self.cache(), web).answer(.point(1, 1)).isFromCache)
        #expect(cache.problem == nil)
        try FileManager.default.removeItem(atPath: folder.file("caches"))
        try Data().write(to: URL(filePath: folder.file("caches")))
        let problems = Problems()
        let blocked = self.cache(problems)
        for _ in 0..<2 { _ = try await geocoder(blocked, web).reverseGeocode(here) }
        #expect(web.counts.asked == 3 && problems.texts.count == 1)
    }

    @Test("The file stays within its limit, and what was used last stays") func limit() async throws {
        let cache = cache(limit: 100_000)
        let keys = (0..<1500).map {
            GeocodingQuestion(provider: "web", languages: [], subject: .point(.point(Double($0) / 100, 0)))
        }
        for key in keys { await cache.keep([.sample(.origin, "web")], for: key) }
        let database = try Database(path, .readOnly)
        let count = try #require(try database.integer("SELECT count(*) FROM address"))
        #expect(count > 100 && count < 1500)
        let pages = try #require(try database.integer("PRAGMA page_count"))
        #expect(pages * 4096 < 200_000)
        let fresh = self.cache(limit: 100_000)
        #expect(await fresh.stored(keys[1499]) != nil)
        try await fresh.removeAll()
        #expect(await fresh.stored(keys[1499]) == nil)
    }

    @Test("Two caches on one file at the same time lose nothing") func together() async throws {
        let caches = [cache(), cache()]
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for step in 0..<50 {
                        let key = GeocodingQuestion(
                            provider: "web", languages: [], subject: .point(.point(Double(task), Double(step))))
                        await caches[task % 2].keep([.sample(.origin, "web")], for: key)
                    }
                }
            }
        }
        #expect(try Database(path, .readOnly).integer("SELECT count(*) FROM address") == 400)
        #expect(caches.allSatisfy { $0.problem == nil })
    }
}

import Foundation
import LKGazetteer
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import Synchronization

/// What a geocoder adds to its providers: answers from the cache in memory and on disk, alone and beside the embedded world.
struct GeocoderBenchmark {
    var count = 20_000

    /// - Throws: `BenchmarkError` when something is not answered from where it should be.
    func run() throws(BenchmarkError) -> [Measurement] {
        let outcome = Outcome()
        let isOver = DispatchSemaphore(value: 0)
        let count = count
        Task {
            do { outcome.set(.success(try await Self.measure(count))) } catch {
                outcome.set(.failure(BenchmarkError("\(error)")))
            }
            isOver.signal()
        }
        isOver.wait()
        return try outcome.get()
    }

    private static func measure(_ count: Int) async throws -> [Measurement] {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let file = folder.path + "/addresses.sqlite"
        let points = points(count)
        let web = InventedService()
        let filled = geocoder([web], file)
        for point in points { _ = try await filled.answer(point, languages: [.english]) }

        // The last of them are in memory.
        let recent = Array(points.suffix(2000))
        let memory = try await times(filled, recent)
        let disk = try await times(geocoder([web], file), points)
        let world = OfflineProvider(world: try World.open(environment: ProcessInfo.processInfo.environment))
        let both = geocoder([world, web], file)
        for point in recent { _ = try await both.answer(point, languages: [.english]) }
        let beside = try await times(both, recent)
        let alone = try await times(geocoder([world], file), recent, isCached: false)
        return [
            line("geocoder.cache.memory", memory, goal: 5, "answer known in memory"),
            line("geocoder.cache.disk", disk, goal: 100, "answer known in the file alone"),
            line("geocoder.cache.beside", beside, goal: nil, "the same in memory, with the world's answer and check"),
            line("geocoder.world", alone, goal: nil, "the world alone, nothing cached"),
        ]
    }

    private static func geocoder(_ providers: [any GeocodingProvider], _ file: String) -> Geocoder {
        var configuration = Geocoder.Configuration(providers)
        configuration.cache = GeocodingCache(configuration: GeocodingCache.Configuration(file: URL(filePath: file)))
        return Geocoder(configuration: configuration)
    }

    private static func points(_ count: Int) -> [Coordinate] {
        var random = SplitMix64(state: 3)
        return (0..<count).compactMap { _ in
            Coordinate(
                latitude: Double.random(in: 35...36, using: &random),
                longitude: Double.random(in: 139...140, using: &random))
        }
    }

    private static func times(
        _ geocoder: Geocoder, _ points: [Coordinate], isCached: Bool = true
    ) async throws -> [Double] {
        var times: [Double] = []
        times.reserveCapacity(points.count)
        for point in points {
            let start = Clocks.monotonic
            let answer = try await geocoder.answer(point, languages: [.english])
            times.append(Double(Clocks.monotonic - start) / 1000)
            guard answer.isFromCache == isCached else { throw BenchmarkError("\(point) was not in the cache") }
        }
        return times
    }

    private static func line(_ name: String, _ times: [Double], goal: Double?, _ note: String) -> Measurement {
        let samples = Samples(times)
        let high = ResultTable.number(samples.quantile(0.99))
        let measurement = Measurement(name, unit: "µs", ours: samples.median, note: "\(note); 99 % within \(high) µs")
        guard let goal else { return measurement }
        return measurement.goal("at most \(Int(goal)) µs", isMet: samples.median <= goal)
    }
}

/// Answers as a service on the web would, at once.
struct InventedService: GeocodingProvider {
    var name: String { "invented" }
    var attribution: String? { "© Invented contributors, licence of 42 letters" }
    var isOffline: Bool { false }

    func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark] {
        var placemark = Placemark(coordinate: coordinate, provider: name)
        placemark.name = "1-9-1 Marunouchi"
        placemark.thoroughfare = "Marunouchi Nakadori"
        placemark.subThoroughfare = "9-1"
        placemark.subLocality = "Marunouchi"
        placemark.locality = "Chiyoda"
        placemark.administrativeArea = "Tokyo"
        placemark.postalCode = "100-0005"
        placemark.isoCountryCode = "JP"
        placemark.country = "Japan"
        placemark.precision = .house
        placemark.language = languages.first
        placemark.place = Placemark.Place(name: "1-9-1 Marunouchi", distance: 12, coordinate: coordinate)
        return [placemark]
    }
}

/// What a task has measured, for the thread that waits for it.
final class Outcome: Sendable {
    private let result = Mutex(Result<[Measurement], BenchmarkError>.failure(BenchmarkError("nothing was measured")))

    func set(_ result: Result<[Measurement], BenchmarkError>) { self.result.withLock { $0 = result } }

    /// - Throws: What went wrong.
    func get() throws(BenchmarkError) -> [Measurement] { try result.withLock { $0 }.get() }
}

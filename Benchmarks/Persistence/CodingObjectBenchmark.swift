import Foundation
import LKPersistence

/// An object that finds its ten properties by itself, against a structure whose code the compiler writes.
struct CodingObjectBenchmark {
    /// Objects encoded and decoded at once.
    var count = 2000
    var rounds = 9

    private final class Object: CodingObject {
        @Coded var a = 1
        @Coded var b = 2.5
        @Coded var c = "three"
        @Coded var d: String?
        @Coded var e = true
        @Coded var f = [1.5, 2.5]
        @Coded var g = Date(timeIntervalSinceReferenceDate: 7)
        @Coded var h = 8
        @Coded var i = "nine"
        @Coded var j = 10.5
    }

    private struct Structure: Codable {
        var a = 1
        var b = 2.5
        var c = "three"
        var d: String?
        var e = true
        var f = [1.5, 2.5]
        var g = Date(timeIntervalSinceReferenceDate: 7)
        var h = 8
        var i = "nine"
        var j = 10.5
    }

    func run() throws(BenchmarkError) -> [Measurement] {
        do {
            let objects = (0..<count).map { _ in Object() }
            let structures = (0..<count).map { _ in Structure() }
            let bytes = (try JSONEncoder().encode(objects), try JSONEncoder().encode(structures))
            var (encode, encodePeer, decode, decodePeer): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
            for _ in 0..<rounds {
                encode.append(try microseconds { _ = try JSONEncoder().encode(objects) })
                encodePeer.append(try microseconds { _ = try JSONEncoder().encode(structures) })
                decode.append(try microseconds { _ = try JSONDecoder().decode([Object].self, from: bytes.0) })
                decodePeer.append(try microseconds { _ = try JSONDecoder().decode([Structure].self, from: bytes.1) })
            }
            let note = "ten properties, JSON, per object; medians of \(rounds) rounds of \(count)"
            return [
                Measurement("object encode", unit: "µs", ours: Samples(encode).median, note: note)
                    .against("structure", Samples(encodePeer).median),
                Measurement("object decode", unit: "µs", ours: Samples(decode).median, note: note)
                    .against("structure", Samples(decodePeer).median),
            ]
        } catch { throw BenchmarkError("\(error)") }
    }

    private func microseconds(_ body: () throws -> Void) rethrows -> Double {
        let begin = Clocks.processor
        try body()
        return Double(Clocks.processor - begin) / 1000 / Double(count)
    }
}

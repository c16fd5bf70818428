import Foundation
import LKGazetteer
import LKGeo

/// Everything that is measured of the gazetteer, in one table with the peers' figures of the same run.
///
/// Where a peer is not installed its figure is that of `Docs/Design/Measuring.md`, and called quoted.
struct GazetteerBenchmark {
    /// What to measure.
    enum Part: String, CaseIterable { case exact, borders, rule, belonging, rates, search, call, start, file }

    /// The tool, built in release.
    let tool: String
    var count = 1_000_000

    /// - Throws: `BenchmarkError` when the gazetteer cannot be opened; a part that fails is reported and skipped.
    func run(_ parts: [Part] = Part.allCases) throws(BenchmarkError) -> [Measurement] {
        let world: World
        do { world = try World.open(environment: ProcessInfo.processInfo.environment) } catch {
            throw BenchmarkError("\(error)")
        }
        let peers = try PythonPeers()
        let places = try PlacePoints(world)
        let points = places.scattered(count)
        var lines = [MachineLoad.measurement("gazetteer.load.before")]
        for part in parts {
            do throws(BenchmarkError) {
                lines += try measure(part, world, peers, places, points)
            } catch {
                BenchmarkCommand.say("gazetteer, \(part.rawValue): \(error.message)")
            }
        }
        return lines + [MachineLoad.measurement("gazetteer.load.after")]
    }

    private func measure(
        _ part: Part, _ world: World, _ peers: PythonPeers, _ places: PlacePoints, _ points: [Coordinate]
    ) throws(BenchmarkError) -> [Measurement] {
        switch part {
        case .exact: try ExactnessBenchmark(world: world).run(points)
        case .borders: try BorderBenchmark(world: world, peers: peers).run()
        case .rule: try SettlementRule(world: world, points: places, peers: peers).run()
        case .belonging: try BelongingBenchmark(world: world, points: places, peers: peers).run()
        case .rates: try PlacesBenchmark(world: world, points: points).run(peers)
        case .search: try SearchBenchmark(world: world).run()
        case .call: try CallBenchmark(world: world).run(points, peers)
        case .start: try ColdStartBenchmark(tool: tool).run(peers)
        case .file: try ReverseFileBenchmark(tool: tool).run()
        }
    }
}

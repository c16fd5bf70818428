import LKFormats
import LKGeo
import TestSupport
import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder

/// The tree against looking at every settlement.
@Suite("SettlementSearch")
struct SettlementSearchTests {
    private func records(_ entries: [SettlementTree.Entry]) -> World? {
        let tree = SettlementTree(entries)
        var positions = RecordWriter()
        for entry in tree.entries {
            for axis in 0..<3 { positions.append(entry.position[axis]) }
            positions.append(entry.reach)
            positions.append(entry.country)
        }
        let places = [UInt8](repeating: 0, count: 16 * entries.count)
        let borders: Set<GazetteerSection> = [.regions, .cells, .borderEdges]
        var sections = GazetteerSection.allCases.filter { !borders.contains($0) }.map { ($0, [UInt8]()) }
        for index in sections.indices {
            switch sections[index].0 {
            case .positions: sections[index].1 = positions.bytes
            case .places: sections[index].1 = places
            case .nodes: sections[index].1 = tree.nodes
            // Each country is one division.
            case .divisions: sections[index].1 = (0..<4).flatMap { [UInt8($0)] + [UInt8](repeating: 0, count: 11) }
            default: break
            }
        }
        return try? World(bytes: SectionFile.bytes(sections.map { (section: $0.0, bytes: $0.1) }))
    }

    /// Of several catchments that hold the point the one counts whose settlement is nearest for its reach.
    private func relativeDistance(_ settlement: SettlementSearch.Match) -> Double {
        settlement.distance / max(settlement.reach, Catchment.minimumReach)
    }

    private func isQuarter(
        _ other: SettlementSearch.Match, of city: SettlementSearch.Match, _ search: SettlementSearch, isNearest: Bool
    ) -> Bool {
        let between = search.vector(at: city.index).squaredDistance(to: search.vector(at: other.index))
        return city.reach >= Catchment.minimumReachWithQuarters && other.reach < city.reach
            && (isNearest
                ? other.distance <= other.reach + Catchment.quarterMargin
                : other.distance
                    <= min(other.reach + Catchment.centralQuarterMargin, Catchment.maximumCentralQuarterDistance))
            && SurfaceVector.groundDistance(squared: between) <= city.reach
    }

    @Test("Finds the same settlements as looking at each", arguments: [0, 1, 2, 16, 17, 33, 3_000])
    func oracle(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        func point(clustered: Bool) -> Coordinate? {
            let latitude =
                clustered
                ? Double.random(in: 40...42, using: &generator) : Double.random(in: -90...90, using: &generator)
            let longitude =
                clustered
                ? Double.random(in: 179...181, using: &generator) : Double.random(in: -180...180, using: &generator)
            return Coordinate(latitude: latitude, longitude: longitude)
        }
        var entries: [SettlementTree.Entry] = []
        for source in 0..<count {
            let place = try #require(point(clustered: source % 3 > 0))
            entries.append(
                SettlementTree.Entry(
                    source: source, position: SurfaceVector(place).rounded,
                    reach: UInt16.random(in: 0...12_000, using: &generator), country: UInt16(source % 4)))
            // Settlements on one spot: the tie goes to the first in the file.
            if source % 50 == 49 { entries[source].position = entries[source - 1].position }
        }
        let world = try #require(records(entries))
        let search = world.search
        for query in 0..<Fixtures.rounds(1_500) {
            let spot = SurfaceVector(try #require(point(clustered: query % 3 > 0)))
            try Descent.with { here in
                search.descend(to: spot, &here)
                let all = (0..<count).map { index in
                    let offset = world.layout.positions.offset + 16 * index
                    let there = SurfaceVector(
                        x: Double(world.bytes.int32(offset)), y: Double(world.bytes.int32(offset + 4)),
                        z: Double(world.bytes.int32(offset + 8)))
                    return search.match(index, squared: spot.squaredDistance(to: there))
                }
                let limit = query % 2 == 0 ? World.maximumDistance : 30_000_000
                let nearest = all.filter { $0.distance <= limit }.min {
                    ($0.distance, $0.index) < ($1.distance, $1.index)
                }
                let found = search.nearest(to: here, within: limit)
                #expect(found?.index == nearest?.index)
                guard let found else { return }
                let local = all.filter { $0.division == found.division }
                let city = local.filter { relativeDistance($0) <= Catchment.share }
                    .min { (relativeDistance($0), $0.index) < (relativeDistance($1), $1.index) }
                let deepest = local.min { ($0.score, $0.index) < ($1.score, $1.index) }
                let belonging = try #require(search.belonging(to: here, within: limit))
                let settlement = belonging.settlement
                #expect(settlement.index == (city ?? deepest)?.index)
                #expect(belonging.nearest.index == found.index)
                let area = Area(country: found.division, division: found.division)
                #expect(search.belonging(to: here, within: limit, in: area)?.settlement.index == settlement.index)
                let other = local.filter { $0.index != settlement.index }
                    .min { ($0.distance, $0.index) < ($1.distance, $1.index) }
                let quarter = search.quarter(at: here, of: belonging)
                #expect(
                    quarter?.index
                        == other.flatMap {
                            isQuarter($0, of: settlement, search, isNearest: found.index != settlement.index)
                                ? $0.index : nil
                        })
            }
        }
    }

    @Test("Measures along a great circle")
    func distance() throws {
        let north = SurfaceVector(try #require(Coordinate(latitude: 90, longitude: 0)))
        let south = SurfaceVector(try #require(Coordinate(latitude: -90, longitude: 0)))
        let equator = SurfaceVector(try #require(Coordinate(latitude: 0, longitude: -180)))
        let quarter = GazetteerFormat.earthRadius * .pi / 2
        #expect(abs(SurfaceVector.groundDistance(squared: north.squaredDistance(to: equator)) - quarter) < 0.01)
        #expect(abs(SurfaceVector.groundDistance(squared: north.squaredDistance(to: south)) - 2 * quarter) < 0.01)
    }
}

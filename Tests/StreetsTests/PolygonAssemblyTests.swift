import Foundation
import TestSupport
import Testing

@testable import LKStreets
@testable import LocationKitStreetImport

@Suite("Assembly of polygons") struct PolygonAssemblyTests {
    typealias Corner = (x: Int32, y: Int32)

    private func line(_ id: Int64, _ corners: [Corner]) -> PolygonAssembly.Line {
        .init(id: id, points: corners.map { OSMPoint(latitude: $0.y, longitude: $0.x) })
    }

    private func square(_ id: Int64, _ x: Int32, _ y: Int32, _ size: Int32) -> PolygonAssembly.Line {
        line(id, [(x, y), (x + size, y), (x + size, y + size), (x, y + size), (x, y)])
    }

    /// The kinds and corners of the rings, each beginning with its westernmost corner.
    private func rings(_ lines: [PolygonAssembly.Line]) throws -> [String] {
        try #require(PolygonAssembly(lines).rings).map { ring in
            let corners = ring.points.map { "\($0.longitude),\($0.latitude)" }
            return (ring.isInner ? "hole " : "") + corners.joined(separator: " ")
        }
    }

    @Test("Lines are joined whatever their directions and order are, and rings follow the one that they are holes of")
    func order() throws {
        let lines = [
            square(1, 2, 2, 2), line(2, [(10, 10), (0, 10), (0, 0)]), square(3, 20, 0, 5),
            line(4, [(10, 10), (10, 0), (0, 0)]), square(5, 6, 6, 3), square(6, 7, 7, 1),
        ]
        #expect(
            try rings(lines) == [
                "0,0 10,0 10,10 0,10 0,0", "hole 2,2 2,4 4,4 4,2 2,2", "hole 6,6 6,9 9,9 9,6 6,6",
                "7,7 8,7 8,8 7,8 7,7",
                "20,0 25,0 25,5 20,5 20,0",
            ])
    }

    @Test("Rings that share a corner are rings of their own, and a side that two areas share is no border")
    func contact() throws {
        #expect(try rings([square(1, 0, 0, 2), square(2, 2, 2, 2)]) == ["0,0 2,0 2,2 0,2 0,0", "2,2 4,2 4,4 2,4 2,2"])
        #expect(try rings([square(1, 0, 0, 2), square(2, 2, 0, 2)]) == ["0,0 2,0 4,0 4,2 2,2 0,2 0,0"])
        let touching = [square(1, 0, 0, 9), line(2, [(0, 0), (2, 1), (1, 2), (0, 0)])]
        #expect(try rings(touching) == ["0,0 9,0 9,9 0,9 0,0", "hole 0,0 1,2 2,1 0,0"])
    }

    @Test("Lines that are open, cross, overlap or end within another are not polygons")
    func broken() {
        let wrong: [[PolygonAssembly.Line]] = [
            [], [line(1, [(0, 0)])], [line(1, [(0, 0), (5, 0), (5, 5)])],
            [line(1, [(0, 0), (5, 5), (5, 0), (0, 5), (0, 0)])],
            [square(1, 0, 0, 4), square(2, 2, 2, 4)], [square(1, 0, 0, 4), square(2, 4, 1, 2)],
            [square(1, 0, 0, 4), line(2, [(4, 2), (6, 1), (6, 3), (4, 2)])], [square(1, 0, 0, 4), square(2, 0, 0, 4)],
            [line(1, [(0, 0), (5, 0), (0, 0)])], [line(1, [(3, 0), (3, 4), (3, 2), (5, 2), (3, 0)])],
        ]
        for lines in wrong { #expect(PolygonAssembly(lines).rings == nil) }
        #expect(PolygonAssembly([square(1, 0, 0, 4), square(1, 50, 0, 4)]).rings?.count == 1)
    }

    @Test("The whole world and its antipodes do not overflow")
    func world() throws {
        let (x, y): (Int32, Int32) = (1_800_000_000, 900_000_000)
        let world = line(1, [(-x, -y), (x, -y), (x, y), (-x, y), (-x, -y)])
        #expect(try rings([world, line(2, [(-x, -y), (x - 1, y - 2), (x - 2, y - 1), (-x, -y)])]).count == 2)
        #expect(PolygonAssembly([world, line(2, [(-x, -y), (x, y), (-x, 0), (-x, -y)])]).rings == nil)
    }

    @Test("Random squares leave the area that an odd number of them covers")
    func coverage() throws {
        var random = SeededGenerator(seed: 42)
        var assembled = 0
        for _ in 0..<3_000 {
            let squares = (1...Int.random(in: 1...5, using: &random)).map { id in
                (
                    id, Int32.random(in: 0...5, using: &random), Int32.random(in: 0...5, using: &random),
                    Int32.random(in: 1...4, using: &random)
                )
            }
            // With a corner at each unit, sides that overlap share their parts.
            let lines = squares.map { id, x, y, size in
                let sides: [Corner] = (0..<size).map { (x + $0, y) } + (0..<size).map { (x + size, y + $0) }
                let back: [Corner] =
                    (0..<size).map { (x + size - $0, y + size) } + (0..<size).map { (x, y + size - $0) }
                return line(Int64(id), sides + back + [(x, y)])
            }
            guard let rings = PolygonAssembly(lines).rings else { continue }
            assembled += 1
            let covered = (0..<100).count { cell in
                let (cx, cy) = (Int32(cell % 10), Int32(cell / 10))
                return !squares.count { _, x, y, size in (x..<x + size).contains(cx) && (y..<y + size).contains(cy) }
                    .isMultiple(of: 2)
            }
            let area = rings.reduce(0) { sum, ring in
                let doubled = zip(ring.points, ring.points.dropFirst()).reduce(0) {
                    $0 + Int($1.0.longitude) * Int($1.1.latitude) - Int($1.1.longitude) * Int($1.0.latitude)
                }
                #expect((doubled < 0) == ring.isInner)
                return sum + doubled / 2
            }
            #expect(area == covered)
        }
        #expect(assembled > 500)
    }

    /// Lines that are hard to assemble, with about this number of points.
    enum Hard: String, CaseIterable {
        case sharedNode, nested, longSides, manyWays

        func lines(_ count: Int) -> [PolygonAssembly.Line] {
            func line(_ id: Int, _ corners: [(Double, Double)]) -> PolygonAssembly.Line {
                .init(id: Int64(id), points: corners.map { OSMPoint(latitude: Int32($0.1), longitude: Int32($0.0)) })
            }
            switch self {
            case .sharedNode:
                return (0..<count / 3).map { index in
                    let (a, b) = (Double(index), Double(index) + 0.5)
                    let step = 6 * Double.pi / Double(count)
                    return line(
                        index,
                        [
                            (0, 0), (1e9 * cos(a * step), 8e8 * sin(a * step)),
                            (1e9 * cos(b * step), 8e8 * sin(b * step)), (0, 0),
                        ])
                }
            case .nested:
                return (1...count / 4).map { index in
                    let x = 10 * Double(index)
                    return line(index, [(-x, -x), (x, -x), (x, x), (-x, x), (-x, -x)])
                }
            case .longSides:
                return (0..<count / 4).map { index in
                    let y = 10 * Double(index)
                    return line(index, [(0, y), (1e9, y), (1e9, y + 5), (0, y + 5), (0, y)])
                }
            case .manyWays:
                // Ten places in a circle, each joined to the next by many lines beside each other.
                let lines = count / 30
                return (0..<10).flatMap { place in
                    (0..<lines - lines % 2).map { number in
                        func point(_ turn: Double, _ radius: Double) -> (Double, Double) {
                            let angle = 2 * Double.pi * turn / 10
                            return (radius * cos(angle), radius * sin(angle))
                        }
                        let radius = 5e8 + 1e8 * Double(number) / Double(lines)
                        let (from, to) = (point(Double(place), 5e8), point(Double(place + 1), 5e8))
                        return line(place * lines + number, [from, point(Double(place) + 0.5, radius), to])
                    }
                }
            }
        }
    }

    @Test("The steps for hard lines grow little faster than the lines", arguments: Hard.allCases)
    func steps(hard: Hard) throws {
        let small = PolygonAssembly(hard.lines(6_000))
        let large = PolygonAssembly(hard.lines(24_000))
        #expect(try #require(large.rings).count > 3 * #require(small.rings).count)
        #expect(large.steps < 6 * small.steps && large.steps < 24_000 * 200)
    }
}

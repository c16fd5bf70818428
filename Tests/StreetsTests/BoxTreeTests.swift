import TestSupport
import Testing

@testable import LKStreets

@Suite struct BoxTreeTests {
    private static func point(_ generator: inout SeededGenerator) -> OSMPoint {
        OSMPoint(
            latitude: .random(in: 470_000_000...471_000_000, using: &generator),
            longitude: .random(in: 95_000_000...96_000_000, using: &generator))
    }

    private static func boxes(_ count: Int, _ generator: inout SeededGenerator) -> [GridBox] {
        (0..<count).map { _ in
            let corner = point(&generator)
            return GridBox(
                south: corner.latitude, west: corner.longitude,
                north: corner.latitude + .random(in: 0...20_000, using: &generator),
                east: corner.longitude + .random(in: 0...20_000, using: &generator))
        }
    }

    private func withTree<Result>(_ boxes: [GridBox], _ body: (BoxTree) throws -> Result) throws -> Result {
        let bytes = BoxTree.bytes(of: boxes)
        #expect(bytes.count == BoxTree.size(of: boxes.count))
        return try bytes.withUnsafeBytes { try body(try #require(BoxTree($0, count: boxes.count))) }
    }

    @Test(
        "Items are found by their rectangle and in the order of distance, as by looking at all",
        arguments: [0, 1, 2, 15, 16, 17, 255, 256, 257, 3000])
    func oracle(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let boxes = Self.boxes(count, &generator)
        try withTree(boxes) { tree in
            for _ in 0..<50 {
                let point = Self.point(&generator)
                var containing: [Int] = []
                tree.forEach(containing: point) { containing.append($0) }
                #expect(containing.sorted() == boxes.indices.filter { boxes[$0].contains(point) })

                let plane = LocalPlane(point)
                var found: [(Double, Int)] = []
                tree.nearest(to: point, within: 2000, distance: { plane.distance(to: boxes[$0]) }) {
                    found.append(($1, $0))
                    return true
                }
                let all = boxes.indices.map { (plane.distance(to: boxes[$0]), $0) }
                let near = all.filter { $0.0 <= 2000 }.sorted { $0 < $1 }
                #expect(found.map(\.0) == found.map(\.0).sorted())
                found.sort { $0 < $1 }
                #expect(found.map(\.0) == near.map(\.0))
                #expect(found.map(\.1) == near.map(\.1))
            }
        }
    }

    @Test("Items are found around a rectangle as by looking at all", arguments: [0, 1, 17, 3000])
    func rectangles(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count + 1))
        let boxes = Self.boxes(count, &generator)
        try withTree(boxes) { tree in
            for _ in 0..<50 {
                let origin = Self.boxes(1, &generator)[0]
                var touching: [Int] = []
                tree.forEach(intersecting: origin) { touching.append($0) }
                #expect(touching.sorted() == boxes.indices.filter { boxes[$0].intersects(origin) })

                let plane = LocalPlane(origin.middle)
                var found: [(Double, Int)] = []
                tree.nearest(to: origin, within: 1000, distance: { plane.distance(from: origin, to: boxes[$0]) }) {
                    found.append(($1, $0))
                    return true
                }
                let all = boxes.indices.map { (plane.distance(from: origin, to: boxes[$0]), $0) }
                let near = all.filter { $0.0 <= 1000 }.sorted { $0 < $1 }
                #expect(found.map(\.0) == found.map(\.0).sorted())
                found.sort { $0 < $1 }
                #expect(found.map(\.0) == near.map(\.0))
                #expect(found.map(\.1) == near.map(\.1))
                // With room for the plane's scale, which is that of the middle.
                let around = origin.expanded(by: 1001)
                #expect(found.allSatisfy { boxes[$0.1].intersects(around) })
            }
        }
    }

    @Test("A search ends when enough was found") func end() throws {
        var generator = SeededGenerator(seed: 5)
        try withTree(Self.boxes(100, &generator)) { tree in
            var visits = 0
            tree.nearest(to: Self.point(&generator), within: 1e6, distance: { _ in 0 }) { _, _ in
                visits += 1
                return visits < 3
            }
            #expect(visits == 3)
        }
    }

    @Test("Bytes of another length are refused") func lengths() {
        let bytes = BoxTree.bytes(of: [GridBox(south: 1, west: 2, north: 3, east: 4)])
        bytes.withUnsafeBytes { bytes in
            #expect(BoxTree(bytes, count: 1) != nil)
            for count in [0, 2, -1, .max] { #expect(BoxTree(bytes, count: count) == nil) }
            for cut in 0..<bytes.count {
                #expect(BoxTree(UnsafeRawBufferPointer(rebasing: bytes[..<cut]), count: 1) == nil)
            }
        }
    }

    @Test("The nearest point of a line is on the reported piece at the reported share") func line() throws {
        let plane = LocalPlane(OSMPoint(latitude: 0, longitude: 0))
        let line = [(0, -100), (100, -100), (100, 300)].map { OSMPoint(latitude: $0.0, longitude: $0.1) }
        let nearest = try #require(plane.nearest(on: line))
        #expect(nearest.piece == 0 && nearest.share == 0)
        #expect(abs(nearest.distance - 100 * 6_371_008.8 * .pi / 180 * 1e-7) < 1e-9)
        #expect(plane.nearest(on: [OSMPoint]()) == nil)
        let middle = try #require(LocalPlane(OSMPoint(latitude: 200, longitude: 100)).nearest(on: line))
        #expect(middle.piece == 1 && abs(middle.share - 0.5) < 1e-6)
    }
}

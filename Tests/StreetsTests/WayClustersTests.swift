import Foundation
import TestSupport
import Testing

@testable import LKStreets
@testable import LocationKitStreetImport

@Suite("WayClusters") struct WayClustersTests {
    private static func box(_ east: Double, _ north: Double, _ width: Double = 0, _ height: Double = 0) -> GridBox {
        var box = GridBox(OSMText.point(east, north))
        box.extend(to: OSMText.point(east + width, north + height))
        return box
    }

    /// The groups, found by comparing all rectangles with each other.
    private func oracle(_ boxes: [GridBox], _ gap: Double) -> [[Int]] {
        var groups: [[Int]] = []
        var isFound = [Bool](repeating: false, count: boxes.count)
        for first in boxes.indices where !isFound[first] {
            var (group, open) = ([Int](), [first])
            isFound[first] = true
            while let next = open.popLast() {
                group.append(next)
                for other in boxes.indices where !isFound[other] && boxes[next].distance(to: boxes[other]) <= gap {
                    isFound[other] = true
                    open.append(other)
                }
            }
            groups.append(group.sorted())
        }
        return groups
    }

    @Test("Finds the groups that comparing all rectangles finds", arguments: [0, 1, 2, 16, 17, 300])
    func groups(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        for spread in [500.0, 5_000, 50_000] {
            let boxes = (0..<count).map { _ in
                Self.box(
                    .random(in: 0...spread, using: &random), .random(in: 0...spread, using: &random),
                    .random(in: 0...300, using: &random), .random(in: 0...300, using: &random))
            }
            #expect(WayClusters(of: boxes, gap: 200).groups == oracle(boxes, 200))
        }
    }

    @Test(
        "Steps for each rectangle are bounded, however many there are and wherever they are",
        arguments: ["one point", "star", "row", "far rows", "two crowds", "crossing"])
    func growth(shape: String) {
        func steps(_ count: Int) -> Int {
            let boxes = (0..<count).map { index -> GridBox in
                let place = Double(index)
                return switch shape {
                case "one point": Self.box(0, 0)
                case "star": Self.box(0, 0, 100 * (place / Double(count) - 0.5), 50)
                case "row": Self.box(10 * place, 0, 5)
                case "far rows": Self.box(0.01 * place, index.isMultiple(of: 2) ? 0 : 100_000)
                // Neither is near the other, but each corner of one is in the margin of the other.
                case "two crowds": Self.box(index.isMultiple(of: 2) ? 0 : 190, index.isMultiple(of: 2) ? 0 : 190)
                default:
                    index.isMultiple(of: 2) ? Self.box(0, 100 * place, 100_000) : Self.box(100 * place, 0, 0, 100_000)
                }
            }
            return WayClusters(of: boxes, gap: 200).steps
        }
        // The tree gets another level at 4,097.
        for count in [1000, 4000, 16_000] { #expect(steps(count) <= 150 * count) }
    }

    @Test("Ways of other names are not compared with each other", arguments: [true, false])
    func otherNames(isSame: Bool) throws {
        func steps(_ count: Int) throws -> Int {
            var data = OSMText()
            data.node(1, 0, 0)
            for index in 0..<count {
                data.node(Int64(2 + index), Double(index % 100), Double(index / 100))
                data.way(
                    Int64(1 + index), nodes: [1, Int64(2 + index)],
                    ["highway": "residential", "name": isSame ? "S" : "S\(index)"])
            }
            let folder = TemporaryFolder()
            try folder.write("x.osm", Data(data.xml.utf8))
            var extract = try ExtractReader.read([OSMFile(folder.file("x.osm"))]) { _, _ in }
            let joining = StreetJoining(&extract)
            #expect(joining.streets.count == (isSame ? 1 : count))
            return joining.steps
        }
        #expect(try steps(2000) <= 3 * steps(1000))
    }
}

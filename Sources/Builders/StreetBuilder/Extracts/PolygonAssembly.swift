import CLKOsmium
import LKStreets

/// Joins the lines of a multipolygon into rings.
///
/// OpenStreetMap knows a multipolygon by its lines alone: which of them follow each other, and which ring is a hole of which, is
/// found from their positions.
struct PolygonAssembly {
    /// A line of a multipolygon.
    struct Line {
        /// The way's number; of lines with the same number the first counts.
        let id: Int64
        let points: [OSMPoint]
    }

    /// A closed ring: its last point equals its first.
    typealias Ring = (points: [OSMPoint], isInner: Bool)

    /// The rings, each outer one followed by its holes; `nil` if lines do not close or cross.
    let rings: [Ring]?
    /// Comparisons of points and lines: O(n log n) for n points.
    let steps: Int

    /// Creates rings by joining lines where their positions are equal, so that nodes need no numbers of their own.
    init(_ lines: [Line]) {
        let nodes = lines.flatMap(\.points).enumerated().map {
            cosmium_node(id: Int64($0.offset + 1), longitude: $0.element.longitude, latitude: $0.element.latitude)
        }
        var steps = 0
        rings = nodes.withUnsafeBufferPointer { nodes -> [Ring]? in
            guard let first = nodes.baseAddress else { return nil }
            var start = 0
            let table = lines.map { line in
                defer { start += line.points.count }
                return cosmium_line(id: line.id, nodes: first + start, node_count: line.points.count)
            }
            var failure = cosmium_failure()
            guard let polygon = cosmium_assemble(table, table.count, &steps, &failure) else { return nil }
            defer { cosmium_polygon_free(polygon) }
            var count = 0
            let rings = cosmium_rings(polygon, &count)
            return UnsafeBufferPointer(start: rings, count: count).map { ring in
                let points = UnsafeBufferPointer(start: ring.nodes, count: ring.node_count).map {
                    OSMPoint(latitude: $0.latitude, longitude: $0.longitude)
                }
                return (points, ring.is_inner != 0)
            }
        }
        self.steps = steps
    }
}

import Glibc
import LKGeo
package import LKStreets

/// The streets of a base map, chosen for what a page shows, in the steps in which they are packed.
package struct MapStreets: Sendable, Equatable {
    /// A stretch of a street.
    package struct Line: Sendable, Equatable {
        package var streetClass: StreetClass
        /// Index of its name in ``MapStreets/names``; `nil` for none.
        package var name: Int?
        /// East and north in steps of ``MapStreets/scale``.
        package var points: [SIMD2<Int64>]
    }

    /// Steps of a degree in which points are packed: 1.1 m.
    package static let scale = 1e5

    /// Each name once.
    package private(set) var names: [String] = []
    /// Sorted by class, then along the map's curve.
    package private(set) var lines: [Line] = []

    /// Creates a map layer without streets.
    package init() {}

    /// Creates the collection from streets in the order given, until their packed size reaches a limit.
    ///
    /// - Parameters:
    ///   - streets: The streets, and how many metres a line may be from the street.
    ///   - maximumBytes: Bytes before compression.
    init(_ streets: some Sequence<(line: StreetLine, tolerance: Double)>, maximumBytes: Int) {
        var numbers: [String: Int] = [:]
        var keys: [UInt64] = []
        var size = 0
        for (street, tolerance) in streets {
            let points = Self.packable(street.points, tolerance: tolerance)
            guard points.count > 1 else { continue }
            let name = PageText.clean(street.name ?? "")
            size += Self.size(points) + (numbers[name] == nil ? name.utf8.count + 1 : 0)
            guard size <= maximumBytes else { break }
            var number: Int?
            if !name.isEmpty {
                number = numbers[name] ?? names.count
                if numbers.updateValue(number ?? 0, forKey: name) == nil { names.append(name) }
            }
            lines.append(Line(streetClass: street.streetClass, name: number, points: points))
            keys.append(MortonOrder.key(street.points[0]))
        }
        lines = lines.indices.sorted {
            (lines[$0].streetClass, keys[$0], $0) < (lines[$1].streetClass, keys[$1], $1)
        }.map { lines[$0] }
    }

    /// Returns the points that a line needs, in whole steps.
    private static func packable(_ points: [Coordinate], tolerance: Double) -> [SIMD2<Int64>] {
        guard let first = points.first else { return [] }
        // Degrees of longitude as long as those of latitude, beginning at the first point so that 180° is no edge.
        let narrow = max(cos(first.latitude * .pi / 180), 0.01)
        let plane = points.map { point in
            let across = (point.longitude - first.longitude).remainder(dividingBy: 360)
            return MapPoint(across * narrow, point.latitude)
        }
        let degrees = tolerance / 111_195
        var whole: [SIMD2<Int64>] = []
        for point in LineSimplifier.simplified(plane[...], tolerance: degrees) {
            let degrees = MapPoint(point.x / narrow + first.longitude, point.y)
            let step = SIMD2<Int64>((degrees * scale).rounded(.toNearestOrEven))
            if whole.last != step { whole.append(step) }
        }
        return whole
    }

    /// Returns the approximate size of a line in bytes: its head, the step from the line before, and differences.
    private static func size(_ points: [SIMD2<Int64>]) -> Int {
        func length(_ value: Int64) -> Int {
            let bits = 65 - (value.magnitude).leadingZeroBitCount
            return max((bits + 6) / 7, 1)
        }
        var size = 8
        for (from, to) in zip(points, points.dropFirst()) { size += length(to.x - from.x) + length(to.y - from.y) }
        return size
    }

    /// Returns the streets as `readStreets` in page.js reads them.
    package func packed() -> PackedBytes {
        var bytes = PackedBytes()
        bytes.append(count: names.count)
        for name in names { bytes.append(name) }
        bytes.append(count: StreetClass.allCases.count)
        var (x, y): (Int64, Int64) = (0, 0)
        var rest = lines[...]
        for streetClass in StreetClass.allCases {
            let own = rest.prefix { $0.streetClass == streetClass }
            rest = rest.dropFirst(own.count)
            bytes.append(count: own.count)
            for line in own {
                bytes.append(count: line.name.map { $0 + 1 } ?? 0)
                bytes.append(count: line.points.count)
                for point in line.points {
                    bytes.append(signed: point.x - x)
                    bytes.append(signed: point.y - y)
                    (x, y) = (point.x, point.y)
                }
            }
        }
        return bytes
    }
}

import LKFormats
import LKGeo
import LKTrackFormats

/// What is wrong with a feature.
struct CorrectionProblem: Error {
    var text: String
}

/// A feature that is being read.
struct CorrectionDraft {
    /// The line on which it begins.
    let line: Int
    var type: String?
    var geometry = GeometryDraft()
    var hasGeometry = false
    var names = NameCorrection()
    var radius: Double?
    private var problem: CorrectionProblem?

    init(line: Int) { self.line = line }

    /// Records a problem; only the first is reported.
    mutating func fail(_ text: String) { problem = problem ?? CorrectionProblem(text: text) }

    /// Returns the completed feature.
    ///
    /// - Throws: The feature's problem.
    func finished(checking rings: inout RingCheck) throws(CorrectionProblem) -> CorrectedFeature {
        if let problem { throw problem }
        guard !names.texts.isEmpty else {
            throw CorrectionProblem(
                text: "it names nothing; give it one of the properties "
                    + PlaceCorrections.properties.joined(separator: ", "))
        }
        return CorrectedFeature(shape: try geometry.shape(radius: radius, checking: &rings), names: names)
    }
}

/// A geometry that is being read: all numbers, and the positions among them at which arrays end.
struct GeometryDraft {
    private var type = ""
    private var numbers: [Double] = []
    /// The depth of each array that has ended, 1 for the outermost, and the count of numbers at its end.
    private var ends: [(depth: Int, count: Int)] = []
    private var isWrong = false

    /// Reads the value of the member `geometry`.
    mutating func read(_ tokens: inout GeoJSONTokens) throws(TrackFormatError) {
        let token = try tokens.next()
        guard token == .beginObject else { return try tokens.skip(token) }
        let outside = tokens.depth - 1
        while tokens.depth > outside {
            guard case .key = try tokens.next() else { continue }
            let key = String(decoding: tokens.text, as: UTF8.self)
            let token = try tokens.next()
            switch (key, token) {
            case ("type", .string): type = String(decoding: tokens.text, as: UTF8.self)
            case ("coordinates", .beginArray): try readCoordinates(&tokens)
            case ("coordinates", _):
                isWrong = true
                try tokens.skip(token)
            default: try tokens.skip(token)
            }
        }
    }

    private mutating func readCoordinates(_ tokens: inout GeoJSONTokens) throws(TrackFormatError) {
        if !ends.isEmpty { isWrong = true }
        let outside = tokens.depth - 1
        var counted = 0
        while tokens.depth > outside {
            let token = try tokens.next()
            switch token {
            case .beginArray:
                // An array must not mix numbers and arrays.
                if numbers.count > counted { isWrong = true }
            case .endArray:
                counted = numbers.count
                ends.append((tokens.depth - outside + 1, counted))
            case .number: numbers.append(Double(String(decoding: tokens.text, as: UTF8.self)) ?? .nan)
            default:
                isWrong = true
                try tokens.skip(token)
            }
        }
    }

    /// Returns the area in which the correction applies.
    func shape(radius: Double?, checking check: inout RingCheck) throws(CorrectionProblem) -> CorrectedShape {
        switch type {
        case "Point":
            let positions = try positions(depth: 1)
            guard positions.count == 1, positions[0].count == 1, positions[0][0].count == 1 else {
                throw Self.malformed
            }
            let (x, y) = positions[0][0][0]
            guard let center = Coordinate(latitude: y, longitude: x) else { throw Self.malformed }
            let radius = radius ?? PlaceCorrections.defaultRadius
            guard radius > 0, radius <= 1e6 else {
                throw CorrectionProblem(text: "its radius is not a number of metres above 0, up to 1000000")
            }
            return .circle(center, radius: radius)
        case "Polygon", "MultiPolygon":
            let polygons = try positions(depth: type == "Polygon" ? 3 : 4)
            guard !polygons.isEmpty else { throw Self.malformed }
            var area: [CorrectedPolygon] = []
            for polygon in polygons { area.append(try Self.polygon(polygon, checking: &check)) }
            return .area(area)
        case "":
            throw CorrectionProblem(text: "it has no geometry; give it a Polygon, a MultiPolygon or a Point")
        default:
            throw CorrectionProblem(
                text: "its geometry is a \(type.prefix(40)); give it a Polygon, a MultiPolygon or a Point with a radius"
            )
        }
    }

    private static let malformed = CorrectionProblem(text: "its coordinates are not those of its geometry's type")

    /// Returns the positions by polygon and ring, longitude first; a single point becomes one ring of one polygon.
    private func positions(depth: Int) throws(CorrectionProblem) -> [[[(Double, Double)]]] {
        guard !isWrong else { throw Self.malformed }
        var polygons: [[[(Double, Double)]]] = []
        var (polygon, ring): ([[(Double, Double)]], [(Double, Double)]) = ([], [])
        var used = 0
        for end in ends {
            switch depth - end.depth {
            case 0:
                guard end.count - used >= 2 else { throw Self.malformed }
                ring.append(try Self.checked(longitude: numbers[used], latitude: numbers[used + 1]))
                used = end.count
            case 1:
                polygon.append(ring)
                ring = []
            case 2:
                polygons.append(polygon)
                polygon = []
            case 3: break
            default: throw Self.malformed
            }
            // Numbers may occur only in positions.
            guard end.count == used else { throw Self.malformed }
        }
        return depth == 1 ? [[ring]] : polygons
    }

    private static func checked(longitude: Double, latitude: Double) throws(CorrectionProblem) -> (Double, Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 360 else {
            let isSwapped = abs(longitude) <= 90 && abs(latitude) <= 360
            throw CorrectionProblem(
                text: "longitude \(longitude), latitude \(latitude) is not on the Earth"
                    + (isSwapped ? "; GeoJSON has the longitude first" : ""))
        }
        return (longitude, latitude)
    }

    private static func polygon(
        _ rings: [[(Double, Double)]], checking check: inout RingCheck
    ) throws(CorrectionProblem) -> CorrectedPolygon {
        guard !rings.isEmpty else { throw Self.malformed }
        var edges: [[CorrectedEdge]] = []
        for (number, ring) in rings.enumerated() { edges.append(try Self.edges(ring, number)) }
        do throws(RingCheck.Problem) { try check.check(edges) } catch {
            switch error {
            case .crosses(let latitude, let longitude):
                throw CorrectionProblem(
                    text: "its outline crosses or touches itself near longitude \(longitude), latitude \(latitude); "
                        + "repair it, for example with ogr2ogr -makevalid")
            case .tooIntricate:
                throw CorrectionProblem(text: "its outline is too intricate to be checked; simplify it")
            }
        }
        let area = CorrectedPolygon(edges)
        let outline = edges.count > 1 ? CorrectedPolygon([edges[0]]) : area
        guard area.size > 0, area.box.east - area.box.west <= 360,
            edges.dropFirst().allSatisfy({ outline.contains(x: $0[0].x1, y: $0[0].y1) })
        else {
            throw CorrectionProblem(
                text:
                    "one of its rings encloses nothing, is a hole outside its outline, or goes around the Earth more than once"
            )
        }
        return area
    }

    private static func edges(_ ring: [(Double, Double)], _ number: Int) throws(CorrectionProblem) -> [CorrectedEdge] {
        guard ring.count >= 4 else {
            throw CorrectionProblem(
                text: "a ring has \(ring.count) positions; it needs four, the last equal to the first")
        }
        guard let first = ring.first, let last = ring.last, first == last else {
            throw CorrectionProblem(text: "a ring is not closed; its last position must be equal to its first")
        }
        var edges: [CorrectedEdge] = []
        for (start, end) in zip(ring, ring.dropFirst()) where start != end {
            let width = abs(end.0 - start.0)
            // The edge of a polar cap is written as a whole parallel.
            guard width <= 180 || width == 360 && abs(end.0) == 180 else {
                throw CorrectionProblem(
                    text:
                        "an edge goes from longitude \(start.0) to \(end.0); cut an area that crosses the 180th meridian there "
                        + "(RFC 7946, 3.1.9) or write longitudes beyond 180, and put positions into longer edges")
            }
            edges.append(
                CorrectedEdge(x1: start.0, x2: end.0, y1: start.1, y2: end.1, ring: number, number: edges.count))
        }
        guard edges.count >= 3 else { throw CorrectionProblem(text: "a ring has fewer than three different positions") }
        return edges
    }
}

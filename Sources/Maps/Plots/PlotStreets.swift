import LKGeo
import LKStreets

/// Streets behind the line of a picture, as far as its scale has room for them.
struct PlotStreets {
    /// By class, in pixels; the least important first.
    private var lines: [(streetClass: StreetClass, points: [MapPoint])] = []
    /// Metres of a unit of the picture.
    private let resolution: Double

    /// The classes that pictures show, by the maximum number of metres per unit.
    private static let scales: [(maximumResolution: Double, classes: ClosedRange<StreetClass>)] = [
        (5, .motorway ... .other), (14, .motorway ... .pedestrian), (35, .motorway ... .tertiary),
        (100, .motorway ... .primary), (250, .motorway ... .trunk),
    ]
    /// Maximum number of pieces of streets, of up to 32 points each.
    private static let maximumPieces = 40_000

    /// Whether there are none.
    var isEmpty: Bool { lines.isEmpty }

    /// Creates the streets in the frame of a map.
    init(_ map: PlotMap) {
        resolution = map.resolution * map.page.unit
        let resolution = resolution
        guard let provider = map.page.streets, !map.projection.isCylindrical,
            let classes = Self.scales.first(where: { resolution <= $0.maximumResolution })?.classes,
            let box = BoundingBox(covering: map.edge)
        else { return }
        let found = provider.lines(in: [box], classes: classes, limit: Self.maximumPieces)
        lines = found.map { street in
            let points = street.points.map(map.place)
            return (street.streetClass, LineSimplifier.simplified(points[...], tolerance: 0.2 * map.page.unit))
        }
    }

    /// Returns the width of a street in units: that of a motorway at a metre a unit is 9.
    private func width(of streetClass: StreetClass) -> Double {
        let widest: Double =
            switch streetClass {
            case .motorway, .trunk: 9
            case .primary, .secondary, .tertiary: 7.5
            case .unclassified, .residential, .livingStreet, .pedestrian: 5
            default: 2
            }
        return max(widest / max(resolution, 1).squareRoot(), 0.6)
    }

    /// Draws them, the important ones above the others.
    func add(to svg: inout SVGWriter, isDark: Bool, unit: Double) {
        for streetClass in StreetClass.allCases.reversed() {
            let own = lines.filter { $0.streetClass == streetClass }.map(\.points)
            let isRoad = streetClass <= .tertiary
            let colour = isDark ? (isRoad ? "#3c4955" : "#323d48") : (isRoad ? "#d9d3c7" : "#e5e0d6")
            svg.path(
                own,
                [
                    "fill": "none", "stroke": .text(colour), "stroke-width": .number(width(of: streetClass) * unit),
                    "stroke-linejoin": "round", "stroke-linecap": "round",
                ])
        }
    }
}

extension PlotMap {
    /// Positions along the edge of the frame that are on the map of the Earth.
    fileprivate var edge: [Coordinate] {
        let steps = (0...8).map { Double($0) / 8 }
        let places = steps.flatMap { share in
            let (x, y) = (frame.x + share * frame.width, frame.y + share * frame.height)
            return [
                MapPoint(x, frame.y), MapPoint(x, frame.bottom), MapPoint(frame.x, y), MapPoint(frame.right, y),
            ]
        }
        return places.compactMap { place in
            position(place).flatMap { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
        }
    }
}

import Glibc
import LKGazetteer
import LKGeo
import LKGeocoding
import LKTracks

/// The line of a track on a map.
struct PlotMap {
    let page: PlotPage
    let frame: PlotFrame
    let projection: PlotProjection
    /// Metres of a pixel in the middle.
    let resolution: Double
    private let middle: MapPoint

    /// Returns the minimum extent of a map from edge to edge, in metres.
    private static func minimumExtent(_ page: PlotPage) -> Double {
        switch page.precision {
        // Around a single place, enough to include towns for orientation.
        case .exact: page.isSpot ? max(20_000, 10 * (page.sketch.bestAccuracy ?? 0)) : 60
        case .city: 60_000
        case .country: 2_000_000
        }
    }

    /// Creates a map of a page's points in a frame.
    ///
    /// - Returns: `nil` without points.
    init?(_ page: PlotPage, in frame: PlotFrame) {
        self.page = page
        self.frame = frame
        let coordinates = page.sketch.points.lazy.map(\.coordinate)
        guard let box = BoundingBox(covering: coordinates) else { return nil }
        projection = PlotProjection(showing: coordinates, in: box)
        var (low, high) = (MapPoint(repeating: .infinity), MapPoint(repeating: -.infinity))
        for coordinate in coordinates {
            let point = projection.point(coordinate)
            low = low.replacing(with: point, where: point .< low)
            high = high.replacing(with: point, where: point .> high)
        }
        let margin = 34 * page.unit
        let room = MapPoint(max(frame.width - 2 * margin, 10), max(frame.height - 2 * margin, 10))
        let minimumResolution = Self.minimumExtent(page) / min(frame.width, frame.height)
        resolution = max(((high - low) / room).max(), minimumResolution)
        middle = (low + high) / 2
    }

    /// Returns where a position is in the plot.
    func place(_ coordinate: Coordinate) -> MapPoint {
        let away = (projection.point(coordinate) - middle) / resolution
        return MapPoint(frame.x + frame.width / 2 + away.x, frame.y + frame.height / 2 - away.y)
    }

    /// Returns where a latitude and longitude are in the plot; longitudes beyond 180° continue around the Earth.
    func place(latitude: Double, longitude: Double) -> MapPoint {
        Coordinate(latitude: latitude, longitude: longitude.remainder(dividingBy: 360)).map(place) ?? .zero
    }

    /// Returns the latitude and longitude of a pixel; `nil` outside the map of the Earth.
    func position(_ place: MapPoint) -> (latitude: Double, longitude: Double)? {
        let away = MapPoint(place.x - frame.x - frame.width / 2, frame.y + frame.height / 2 - place.y)
        return projection.position(middle + away * resolution)
    }

    /// Draws the map.
    ///
    /// - Returns: The source of its coasts and lakes, `nil` for none, and whether a name on it is from a street index.
    func add(
        to svg: inout SVGWriter, _ streets: PlotStreets
    ) throws(GeocodingError) -> (surface: String?, hasStreetNames: Bool) {
        var inside = SVGWriter()
        let surface = try addSurface(to: &inside)
        streets.add(to: &inside, isDark: page.style.isDark, unit: page.unit)
        addGraticule(to: &inside)
        let lines = page.isSpot ? [] : lines()
        add(lines, to: &inside)
        var labels = PlotLabels(frame: frame, page: page, lines: lines.map(\.points))
        var panels = SVGWriter()
        addScale(to: &panels, &labels)
        addNorth(to: &panels, &labels)
        addLegend(to: &panels, &labels)
        var names = PlotNames(page, resolution: resolution)
        try addMarks(to: &inside, &labels, &names)
        try addTowns(&labels, names)
        // A nested picture clips what is outside, without a reference to a shape.
        svg.element(
            "svg",
            [
                "x": .number(frame.x), "y": .number(frame.y), "width": .number(frame.width),
                "height": .number(frame.height),
                "viewBox": "\(frame.x) \(frame.y) \(frame.width) \(frame.height)",
            ]
        ) {
            $0.append(inside)
            $0.append(panels)
            $0.append(labels.svg)
        }
        svg.element(
            "rect",
            [
                "x": .number(frame.x), "y": .number(frame.y), "width": .number(frame.width),
                "height": .number(frame.height), "fill": "none", "stroke": .text(page.colors.grid),
                "stroke-width": .number(page.unit),
            ])
        return (surface, names.hasStreets)
    }
}

// The track itself.
extension PlotMap {
    /// Returns the lines of the tracks in pixels, without points that make no visible difference.
    private func lines() -> [(track: Int, points: [MapPoint])] {
        var lines: [(track: Int, points: [MapPoint])] = []
        for point in page.sketch.points {
            let place = place(point.coordinate)
            let isNew = point.startsSegment || lines.last?.track != point.track
            // On a map of the whole Earth, a line that crosses an edge continues at the other one.
            let leaps =
                projection.isCylindrical
                && lines.last?.points.last.map { abs($0.x - place.x) > .pi * Earth.meanRadius / resolution } == true
            if isNew || leaps {
                lines.append((point.track, [place]))
            } else {
                lines[lines.count - 1].points.append(place)
            }
        }
        return lines.map { (track: $0.track, points: LineSimplifier.simplified($0.points[...], tolerance: 0.3)) }
    }

    private func add(_ lines: [(track: Int, points: [MapPoint])], to svg: inout SVGWriter) {
        let unit = page.unit
        svg.path(
            lines.map(\.points),
            [
                "fill": "none", "stroke": .text(page.colors.halo), "stroke-width": .number(5.5 * unit),
                "stroke-linejoin": "round", "stroke-linecap": "round", "stroke-opacity": 0.8,
            ])
        for track in Set(lines.map(\.track)).sorted() {
            svg.path(
                lines.filter { $0.track == track }.map(\.points),
                [
                    "fill": "none", "stroke": .text(page.colors.line(track)), "stroke-width": .number(2.6 * unit),
                    "stroke-linejoin": "round", "stroke-linecap": "round",
                ])
        }
    }
}

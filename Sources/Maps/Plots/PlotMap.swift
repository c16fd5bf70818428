internal import Gazetteer
internal import Geo
internal import Geocoding
internal import Glibc
internal import Tracks

/// The line of a track on a map.
struct PlotMap {
    let page: PlotPage
    let frame: PlotFrame
    let projection: PlotProjection
    /// Metres of a pixel in the middle.
    let resolution: Double
    private let middle: MapPoint

    /// The least that a map shows, in metres from edge to edge: of a track, and around a single point.
    private static let leastExtent = (track: 400.0, point: 20_000.0)

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
        let extent = page.sketch.statistics.distance > 0 ? Self.leastExtent.track : Self.leastExtent.point
        let least = extent / max(frame.width, frame.height)
        resolution = max(((high - low) / room).max(), least)
        middle = (low + high) / 2
    }

    /// Returns where a position is in the picture.
    func place(_ coordinate: Coordinate) -> MapPoint {
        let away = (projection.point(coordinate) - middle) / resolution
        return MapPoint(frame.x + frame.width / 2 + away.x, frame.y + frame.height / 2 - away.y)
    }

    /// Returns the latitude and longitude of a pixel; `nil` outside the map of the Earth.
    func position(_ place: MapPoint) -> (latitude: Double, longitude: Double)? {
        let away = MapPoint(place.x - frame.x - frame.width / 2, frame.y + frame.height / 2 - place.y)
        return projection.position(middle + away * resolution)
    }

    func add(to svg: inout SVGWriter) throws(GeocodingError) {
        var inside = SVGWriter()
        try addSurface(to: &inside)
        addGraticule(to: &inside)
        addLines(to: &inside)
        var labels = PlotLabels(frame: frame, page: page)
        addLegend(to: &inside, &labels)
        addScale(to: &inside, &labels)
        addNorth(to: &inside, &labels)
        try addMarks(to: &inside, &labels)
        try addPlaces(&labels)
        // A picture in the picture cuts off what is outside, without a reference to a shape.
        svg.element(
            "svg",
            [
                "x": .number(frame.x), "y": .number(frame.y), "width": .number(frame.width),
                "height": .number(frame.height),
                "viewBox": "\(frame.x) \(frame.y) \(frame.width) \(frame.height)",
            ]
        ) {
            $0.append(inside)
            $0.append(labels.svg)
        }
        svg.element(
            "rect",
            [
                "x": .number(frame.x), "y": .number(frame.y), "width": .number(frame.width),
                "height": .number(frame.height), "fill": "none", "stroke": .text(page.colors.grid),
                "stroke-width": .number(page.unit),
            ])
    }
}

// The track itself.
extension PlotMap {
    private func addLines(to svg: inout SVGWriter) {
        var lines: [(track: Int, points: [MapPoint])] = []
        for point in page.sketch.points {
            let place = place(point.coordinate)
            let isNew = point.startsSegment || lines.last?.track != point.track
            // On a map of all the Earth a line across its edge goes on at the other one.
            let leaps =
                projection.isCylindrical
                && lines.last?.points.last.map { abs($0.x - place.x) > .pi * Earth.meanRadius / resolution } == true
            if isNew || leaps {
                lines.append((point.track, [place]))
            } else {
                lines[lines.count - 1].points.append(place)
            }
        }
        let unit = page.unit
        let simple = lines.map { (track: $0.track, points: LineSimplifier.simplified($0.points[...], tolerance: 0.3)) }
        svg.path(
            simple.map(\.points),
            [
                "fill": "none", "stroke": .text(page.colors.halo), "stroke-width": .number(5.5 * unit),
                "stroke-linejoin": "round", "stroke-linecap": "round", "stroke-opacity": 0.8,
            ])
        for track in Set(simple.map(\.track)).sorted() {
            svg.path(
                simple.filter { $0.track == track }.map(\.points),
                [
                    "fill": "none", "stroke": .text(page.colors.line(track)), "stroke-width": .number(2.6 * unit),
                    "stroke-linejoin": "round", "stroke-linecap": "round",
                ])
        }
    }
}

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

    func add(to svg: inout SVGWriter, _ streets: PlotStreets) throws(GeocodingError) {
        var inside = SVGWriter()
        try addSurface(to: &inside)
        streets.add(to: &inside, isDark: page.style.isDark, unit: page.unit)
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

// What is behind the line.
extension PlotMap {
    /// Land, water and borders, traced on a grid of the picture's own pixels, so that every projection is as good.
    private func addSurface(to svg: inout SVGWriter) throws(GeocodingError) {
        let colors = page.colors
        let land = try page.world?.landMap()
        svg.element(
            "rect",
            [
                "x": .number(frame.x), "y": .number(frame.y), "width": .number(frame.width),
                "height": .number(frame.height), "fill": .text(land == nil ? colors.land : colors.water),
            ])
        guard let land else { return }
        let step = max(2.5 * page.unit, frame.width / 500)
        // Beyond the frame on all sides, so that its edge is not drawn as a coast.
        let grid = TracedGrid(
            west: frame.x - step, south: frame.y - step, step: step, columns: Int(frame.width / step) + 3,
            rows: Int(frame.height / step) + 3)
        let outline = GridTracer.outline(of: grid, tolerance: 0.3) { y, x in
            position(MapPoint(x, y)).map { land.kind(latitude: $0.latitude, longitude: $0.longitude) } ?? LandMap.water
        }
        svg.path(
            outline.coasts, isClosed: true,
            [
                "fill": .text(colors.land), "fill-rule": "evenodd", "stroke": .text(colors.border),
                "stroke-width": .number(0.6 * page.unit), "stroke-linejoin": "round",
            ])
        svg.path(
            outline.borders,
            [
                "fill": "none", "stroke": .text(colors.border), "stroke-width": .number(1.2 * page.unit),
                "stroke-dasharray": .text("\(5 * page.unit) \(2.5 * page.unit)"), "stroke-linejoin": "round",
            ])
    }

    /// Parallels and meridians where the map is so large that north is not the same everywhere.
    private var hasGraticule: Bool {
        projection.isCylindrical || resolution * frame.width > 1.5e6 || projection.center.latitude.magnitude > 85
    }

    private func addGraticule(to svg: inout SVGWriter) {
        guard hasGraticule else { return }
        let degrees = resolution * frame.height / 111_000
        let step = degrees > 60 ? 30.0 : degrees > 25 ? 10 : degrees > 8 ? 5 : degrees > 2 ? 1 : 0.2
        let north = projection.center.latitude
        let (low, high) = (max(north - degrees, -90), min(north + degrees, 90))
        var lines: [[MapPoint]] = []
        var meridians = 360 / step
        // Near a pole there would be too many.
        while meridians > 36 { meridians /= 2 }
        let reach = projection.isCylindrical ? (-90.0, 90.0) : (low, high)
        for index in 0..<Int(meridians) {
            let longitude = Double(index) * 360 / meridians - 180
            lines += line((0...90).map { (reach.0 + Double($0) / 90 * (reach.1 - reach.0), longitude) })
        }
        var parallel = (reach.0 / step).rounded(.up) * step
        while parallel <= reach.1 {
            lines += line(
                (0...360).map { (parallel, projection.center.longitude - 179.999 + Double($0) * 359.998 / 360) })
            parallel += step
        }
        svg.path(
            lines.map { LineSimplifier.simplified($0[...], tolerance: 0.3) },
            ["fill": "none", "stroke": .text(page.colors.graticule), "stroke-width": .number(0.7 * page.unit)])
    }

    /// A line on the Earth in pieces that are within reach of the frame.
    private func line(_ positions: [(latitude: Double, longitude: Double)]) -> [[MapPoint]] {
        let (width, height) = (frame.width, frame.height)
        var pieces: [[MapPoint]] = []
        var isOpen = false
        for position in positions {
            guard let coordinate = Coordinate(latitude: position.latitude, longitude: position.longitude) else {
                continue
            }
            let place = place(coordinate)
            let isNear =
                place.x > frame.x - width && place.x < frame.right + width && place.y > frame.y - height
                && place.y < frame.bottom + height
            if isNear, isOpen { pieces[pieces.count - 1].append(place) } else if isNear { pieces.append([place]) }
            isOpen = isNear
        }
        return pieces
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

    /// Start, end and stops, with the names of their places.
    private func addMarks(to svg: inout SVGWriter, _ labels: inout PlotLabels) throws(GeocodingError) {
        let sketch = page.sketch
        let unit = page.unit
        guard let first = sketch.points.first, let last = sketch.points.last else { return }
        let (start, end) = (place(first.coordinate), place(last.coordinate))
        let visits = sketch.visits.sorted { $0.duration > $1.duration }
        for visit in visits.prefix(60) {
            let place = place(visit.coordinate)
            svg.element(
                "circle",
                [
                    "cx": .number(place.x), "cy": .number(place.y), "r": .number(4.2 * unit),
                    "fill": .text(page.colors.paper), "stroke": .text(page.colors.text),
                    "stroke-width": .number(1.6 * unit),
                ])
            labels.reserve(place, radius: 5 * unit)
        }
        if sketch.statistics.count > 1 {
            let side = 9 * unit
            svg.element(
                "rect",
                [
                    "x": .number(end.x - side / 2), "y": .number(end.y - side / 2), "width": .number(side),
                    "height": .number(side), "fill": .text(page.colors.end), "stroke": .text(page.colors.halo),
                    "stroke-width": .number(1.8 * unit),
                ])
        }
        svg.element(
            "circle",
            [
                "cx": .number(start.x), "cy": .number(start.y), "r": .number(6 * unit),
                "fill": .text(page.colors.start), "stroke": .text(page.colors.halo),
                "stroke-width": .number(2 * unit),
            ])
        labels.reserve(start, radius: 7 * unit)
        labels.reserve(end, radius: 6 * unit)
        let isRound = (((start - end) * (start - end)).sum()) < 900 * unit * unit
        let from = try name(first.coordinate).map { ": \($0)" } ?? ""
        if sketch.statistics.count == 1 {
            labels.add(try name(first.coordinate) ?? "", at: start, gap: 9 * unit, size: 13 * unit, isStrong: true)
        } else if isRound {
            labels.add(
                "\(page.strings["startAndEnd"])\(from)", at: start, gap: 9 * unit, size: 13 * unit, isStrong: true)
        } else {
            labels.add("\(page.strings["start"])\(from)", at: start, gap: 9 * unit, size: 13 * unit, isStrong: true)
            let to = try name(last.coordinate).map { ": \($0)" } ?? ""
            labels.add("\(page.strings["end"])\(to)", at: end, gap: 9 * unit, size: 13 * unit, isStrong: true)
        }
        // Short stops have a mark, but no name beside that of a long one.
        let named = visits.enumerated().filter { $0 < 3 || $0 < 12 && $1.duration >= 300 }.map(\.element)
        for visit in named {
            let name = try name(visit.coordinate).map { "\($0), " } ?? ""
            labels.add(
                name + PlotTime.text(visit.duration), at: place(visit.coordinate), gap: 7 * unit, size: 11.5 * unit)
        }
    }

    /// The name of the place where a position is: of the quarter of a city, or the settlement.
    private func name(_ coordinate: Coordinate) throws(GeocodingError) -> String? {
        guard let world = page.world else { return nil }
        let former = try world.placemark(at: coordinate, languages: page.style.languages, withBorder: false)
        let mark = page.style.corrections?.corrected(former) ?? former
        let own = mark.name == former.name ? nil : mark.name
        // The quarter of a city where the city is wide on the map.
        let quarter = resolution < 20 ? mark.subLocality : nil
        return (own ?? quarter ?? mark.locality ?? mark.name).map { PlotText.line($0, limit: 32) }
    }

    /// Towns for orientation, where there is room left.
    private func addPlaces(_ labels: inout PlotLabels) throws(GeocodingError) {
        guard let world = page.world else { return }
        var seen: [Coordinate] = []
        for row in 0...8 {
            for column in 0...8 {
                let place = MapPoint(
                    frame.x + Double(column) / 8 * frame.width, frame.y + Double(row) / 8 * frame.height)
                guard let position = position(place) else { continue }
                if let coordinate = Coordinate(latitude: position.latitude, longitude: position.longitude) {
                    seen.append(coordinate)
                }
            }
        }
        guard let box = BoundingBox(covering: seen) else { return }
        let names = try world.names(in: page.style.languages)
        let unit = page.unit
        for town in try world.largestPlaces(60, in: box) {
            let place = place(town.coordinate)
            guard let name = try names.name(of: town), !labels.texts.contains(where: { $0.contains(name) }) else {
                continue
            }
            labels.addTown(PlotText.line(name, limit: 32), at: place, size: 11 * unit)
        }
    }
}

// Legend, scale and north.
extension PlotMap {
    private func addLegend(to svg: inout SVGWriter, _ labels: inout PlotLabels) {
        let tracks = page.sketch.tracks
        guard tracks.count > 1 else { return }
        let unit = page.unit
        let size = 11.5 * unit
        let line = 17 * unit
        let most = min(tracks.count, max(Int((frame.height - 80 * unit) / line), 1), 10)
        var rows = tracks.prefix(most).enumerated().map { index, track in
            let whole = PlotText.line(track.name ?? "", limit: 40)
            let name = PlotText.fitted(whole, to: frame.width / 3, size: size)
            let length = page.strings.numbers(page.style.units.lengthText(track.end - track.start))
            return (name.isEmpty ? "\(page.strings["track"]) \(index + 1)" : name) + " · " + length
        }
        if tracks.count > most { rows.append(page.strings.text("more", ["n": "\(tracks.count - most)"])) }
        let width = (rows.map { PlotText.width($0, size: size) }.max() ?? 0) + 42 * unit
        let box = PlotFrame(
            x: frame.x + 10 * unit, y: frame.y + 10 * unit, width: width, height: Double(rows.count) * line + 10 * unit)
        labels.reserve(box)
        addPanel(box, to: &svg)
        for (index, row) in rows.enumerated() {
            let y = box.y + 5 * unit + (Double(index) + 0.5) * line
            if index < most {
                svg.element(
                    "line",
                    [
                        "x1": .number(box.x + 8 * unit), "y1": .number(y), "x2": .number(box.x + 26 * unit),
                        "y2": .number(y), "stroke": .text(page.colors.line(index)), "stroke-width": .number(3 * unit),
                        "stroke-linecap": "round",
                    ])
            }
            svg.text(
                "text",
                ["x": .number(box.x + 34 * unit), "y": .number(y + 0.35 * size), "font-size": .number(size)], row)
        }
    }

    private func addPanel(_ box: PlotFrame, to svg: inout SVGWriter) {
        svg.element(
            "rect",
            [
                "x": .number(box.x), "y": .number(box.y), "width": .number(box.width), "height": .number(box.height),
                "rx": .number(3 * page.unit), "fill": .text(page.colors.paper), "fill-opacity": 0.85,
            ])
    }

    /// A bar of a round length; none where a length is different at each latitude.
    private func addScale(to svg: inout SVGWriter, _ labels: inout PlotLabels) {
        guard !projection.isCylindrical else { return }
        let unit = page.unit
        let units = page.style.units
        let most = resolution * min(frame.width / 4, 180 * unit)
        let measure = units.length(most)
        var step = PlotScale.step(most / measure.size)
        // The next smaller round number.
        if step * measure.size > most { step = PlotScale.step(most / measure.size / 2) }
        if step * measure.size > most { step = PlotScale.step(most / measure.size / 2.5) }
        let width = step * measure.size / resolution
        let decimals = step < 1 ? 2 : step < 5 && step != step.rounded() ? 1 : 0
        let text = page.strings.numbers(PlotScale.text(step, decimals: decimals)) + " " + measure.name
        let size = 11 * unit
        let box = PlotFrame(
            x: frame.x + 10 * unit, y: frame.bottom - 38 * unit,
            width: max(width, PlotText.width(text, size: size)) + 16 * unit, height: 28 * unit)
        labels.reserve(box)
        addPanel(box, to: &svg)
        let (x, y) = (box.x + 8 * unit, box.y + 20 * unit)
        svg.path(
            [[MapPoint(x, y - 5 * unit), MapPoint(x, y), MapPoint(x + width, y), MapPoint(x + width, y - 5 * unit)]],
            ["fill": "none", "stroke": .text(page.colors.text), "stroke-width": .number(1.5 * unit)])
        svg.text(
            "text",
            [
                "x": .number(x + width / 2), "y": .number(y - 5 * unit), "font-size": .number(size),
                "text-anchor": "middle",
            ], text)
    }

    /// An arrow; on a map with a graticule that says more.
    private func addNorth(to svg: inout SVGWriter, _ labels: inout PlotLabels) {
        guard !hasGraticule else { return }
        let unit = page.unit
        let (x, y) = (frame.right - 24 * unit, frame.y + 14 * unit)
        let box = PlotFrame(x: x - 14 * unit, y: y - 4 * unit, width: 28 * unit, height: 46 * unit)
        labels.reserve(box)
        addPanel(box, to: &svg)
        svg.path(
            [
                [
                    MapPoint(x, y), MapPoint(x + 6 * unit, y + 20 * unit), MapPoint(x, y + 15 * unit),
                    MapPoint(x - 6 * unit, y + 20 * unit),
                ]
            ], isClosed: true, ["fill": .text(page.colors.text)])
        svg.text(
            "text",
            [
                "x": .number(x), "y": .number(y + 36 * unit), "font-size": .number(13 * unit), "font-weight": "700",
                "text-anchor": "middle",
            ], "N")
    }
}

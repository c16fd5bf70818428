internal import Gazetteer
internal import Geo
internal import Geocoding

// What is behind the line.
extension PlotMap {
    /// Land, water and borders, traced on a grid of the picture's own pixels, so that every projection is as good.
    func addSurface(to svg: inout SVGWriter) throws(GeocodingError) {
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
    var hasGraticule: Bool {
        projection.isCylindrical || resolution * frame.width > 1.5e6 || projection.center.latitude.magnitude > 85
    }

    func addGraticule(to svg: inout SVGWriter) {
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
        let west = projection.center.longitude - 179.999
        let longitudes = (0...360).map { west + Double($0) * 359.998 / 360 }
        var parallel = (reach.0 / step).rounded(.up) * step
        while parallel <= reach.1 {
            lines += line(longitudes.map { (parallel, $0) })
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

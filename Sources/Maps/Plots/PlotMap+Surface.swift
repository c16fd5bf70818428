import LKGazetteer
import LKGeo
import LKGeocoding

// What is behind the line.
extension PlotMap {
    /// Draws land, lakes and borders.
    ///
    /// - Returns: The source of the coasts and lakes that are drawn; `nil` for none.
    func addSurface(to svg: inout SVGWriter) throws(GeocodingError) -> String? {
        let colors = page.colors
        let land = try page.world?.landMap()
        svg.element(
            "rect",
            [
                "x": .number(frame.x), "y": .number(frame.y), "width": .number(frame.width),
                "height": .number(frame.height), "fill": .text(land == nil ? colors.land : colors.water),
            ])
        guard let land else { return nil }
        guard let file = ShoreFile.embedded, let shores = try drawableShores(file) else {
            addTracedSurface(to: &svg, land, ShoreGround.lakesOfTheWorld)
            return "coasts: Natural Earth; lakes: \(ShoreFile.lakesAttribution)"
        }
        fill(shores.areas.coasts, colors.land, in: &svg)
        fill(shores.areas.lakes, colors.water, in: &svg)
        fill(shores.areas.sounds, colors.water, in: &svg)
        svg.path(
            shores.lines,
            [
                "fill": "none", "stroke": .text(colors.border), "stroke-width": .number(0.6 * page.unit),
                "stroke-linejoin": "round",
            ])
        if !isInOneCountry(land) {
            let grid = surfaceGrid
            let borders = GridTracer.outline(of: grid, tolerance: 0.3) { y, x in
                position(MapPoint(x, y)).map { land.country(latitude: $0.latitude, longitude: $0.longitude) } ?? 0
            }.borders
            let ground = ShoreGround(shores.areas, low: frame.y, high: frame.bottom)
            add(borders: ShoreGround.parts(of: borders, step: page.unit, where: ground.isLand), to: &svg)
        }
        return ShoreFile.attribution
    }

    private func drawableShores(_ file: ShoreFile) throws(GeocodingError) -> PlotShores? {
        do throws(MapError) {
            return try PlotShores(self, file)
        } catch {
            throw GeocodingError(.dataDamaged, complete: error.message, advice: error.advice, underlying: error)
        }
    }

    /// The grid of borders, beyond the frame on all sides, so that its edge is not drawn as a coast.
    private var surfaceGrid: TracedGrid {
        let step = max(2.5 * page.unit, frame.width / 500)
        return TracedGrid(
            west: frame.x - step, south: frame.y - step, step: step, columns: Int(frame.width / step) + 3,
            rows: Int(frame.height / step) + 3)
    }

    /// Returns whether no border is in the frame, judging by points along its edges and on a coarse grid inside it.
    private func isInOneCountry(_ land: LandMap) -> Bool {
        func country(_ x: Double, _ y: Double) -> UInt16 {
            position(MapPoint(frame.x + x * frame.width, frame.y + y * frame.height))
                .map { land.country(latitude: $0.latitude, longitude: $0.longitude) } ?? 0
        }
        let first = country(0, 0)
        for row in 0...48 {
            for column in 0...64 where country(Double(column) / 64, Double(row) / 48) != first { return false }
        }
        for index in 0...400 {
            let share = Double(index) / 400
            for (x, y) in [(share, 0), (share, 1), (0, share), (1, share)] where country(x, y) != first { return false }
        }
        return true
    }

    private func fill(_ areas: [[MapPoint]], _ color: String, in svg: inout SVGWriter) {
        svg.path(areas, isClosed: true, ["fill": .text(color), "fill-rule": "evenodd"])
    }

    private func add(borders: [[MapPoint]], to svg: inout SVGWriter) {
        svg.path(
            borders,
            [
                "fill": "none", "stroke": .text(page.colors.border), "stroke-width": .number(1.2 * page.unit),
                "stroke-dasharray": .text("\(5 * page.unit) \(2.5 * page.unit)"), "stroke-linejoin": "round",
            ])
    }

    /// Traces land, water and borders on a grid of the plot's own pixels, which has the same precision in every
    /// projection.
    private func addTracedSurface(to svg: inout SVGWriter, _ land: LandMap, _ lakes: ShoreGround?) {
        let outline = GridTracer.outline(of: surfaceGrid, tolerance: 0.3) { y, x in
            guard let position = position(MapPoint(x, y)) else { return LandMap.water }
            let kind = land.kind(latitude: position.latitude, longitude: position.longitude)
            guard kind != LandMap.water, let lakes else { return kind }
            return lakes.isLake(MapPoint(position.longitude, position.latitude)) ? LandMap.water : kind
        }
        svg.path(
            outline.coasts, isClosed: true,
            [
                "fill": .text(page.colors.land), "fill-rule": "evenodd", "stroke": .text(page.colors.border),
                "stroke-width": .number(0.6 * page.unit), "stroke-linejoin": "round",
            ])
        add(borders: outline.borders, to: &svg)
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

    /// Returns a line on the Earth as the pieces within reach of the frame.
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

internal import Gazetteer
internal import Geo
internal import Geocoding
internal import Tracks

// Marks and names.
extension PlotMap {
    /// Start, end and stops, with the names of their places.
    func addMarks(to svg: inout SVGWriter, _ labels: inout PlotLabels) throws(GeocodingError) {
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
    func addPlaces(_ labels: inout PlotLabels) throws(GeocodingError) {
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

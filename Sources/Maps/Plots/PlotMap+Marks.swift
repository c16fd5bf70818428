import LKGazetteer
import LKGeo
import LKGeocoding
import LKTracks

// Marks and names.
extension PlotMap {
    /// Adds start, end and stops, with the names of their places.
    func addMarks(
        to svg: inout SVGWriter, _ labels: inout PlotLabels, _ names: inout PlotNames
    ) throws(GeocodingError) {
        let sketch = page.sketch
        let unit = page.unit
        let visits = page.isSpot ? [] : sketch.visits.sorted { $0.seconds > $1.seconds }
        // Short stops have a mark, but no name beside that of a long one.
        let named = visits.enumerated().filter { $0 < 3 || $0 < 12 && $1.seconds >= 300 }.map(\.element)
        try names.prepare(named.map(\.coordinate))
        for visit in visits.prefix(60) {
            let place = place(visit.coordinate)
            addDot(at: place, radius: 4.2, fill: page.colors.paper, stroke: page.colors.text, 1.6, to: &svg)
            labels.reserve(place, radius: 5 * unit)
        }
        try addEnds(to: &svg, &labels, &names)
        for visit in named {
            let (name, duration) = (try names.name(visit.coordinate), PlotTime.text(visit.seconds))
            let whole = name.map { "\($0.text), \(duration)" } ?? duration
            let shown = labels.add(
                [whole, duration], at: place(visit.coordinate), gap: 7 * unit, size: 11.5 * unit)
            if let name, shown == whole { names.note(name) }
        }
    }

    /// Marks where each track begins and ends, and names these places; for several tracks, the marks have their colours
    /// and no words.
    private func addEnds(
        to svg: inout SVGWriter, _ labels: inout PlotLabels, _ names: inout PlotNames
    ) throws(GeocodingError) {
        var ends: [(track: Int, first: Coordinate, last: Coordinate)] = []
        for point in page.sketch.points {
            if ends.last?.track != point.track { ends.append((point.track, point.coordinate, point.coordinate)) }
            ends[ends.count - 1].last = point.coordinate
        }
        let isAlone = ends.count == 1
        ends.removeLast(max(ends.count - Self.maximumMarkedTracks, 0))
        for (track, first, last) in page.isSpot ? Array(ends.prefix(1)) : ends {
            let (start, end) = (place(first), place(last))
            if !page.isSpot {
                addSquare(at: end, fill: isAlone ? page.colors.end : page.colors.line(track), to: &svg)
                labels.reserve(end, radius: 6 * page.unit)
            }
            let color = isAlone ? page.colors.start : page.colors.line(track)
            addDot(at: start, radius: 6, fill: color, stroke: page.colors.halo, 2, to: &svg)
            labels.reserve(start, radius: 7 * page.unit)
        }
        for (_, first, last) in page.isSpot ? Array(ends.prefix(1)) : ends {
            let (start, end) = (place(first), place(last))
            let isRound = (((start - end) * (start - end)).sum()) < 900 * page.unit * page.unit
            if page.isSpot || !isAlone {
                try addName(of: first, with: nil, at: start, to: &labels, &names)
            } else if isRound {
                try addName(of: first, with: page.strings["startAndEnd"], at: start, to: &labels, &names)
            } else {
                try addName(of: first, with: page.strings["start"], at: start, to: &labels, &names)
                try addName(of: last, with: page.strings["end"], at: end, to: &labels, &names)
            }
        }
    }

    /// Maximum number of tracks whose ends are marked: more would hide the lines.
    private static let maximumMarkedTracks = 20

    private func addSquare(at place: MapPoint, fill: String, to svg: inout SVGWriter) {
        let side = 9 * page.unit
        svg.element(
            "rect",
            [
                "x": .number(place.x - side / 2), "y": .number(place.y - side / 2), "width": .number(side),
                "height": .number(side), "fill": .text(fill), "stroke": .text(page.colors.halo),
                "stroke-width": .number(1.8 * page.unit),
            ])
    }

    private func addDot(
        at place: MapPoint, radius: Double, fill: String, stroke: String, _ width: Double, to svg: inout SVGWriter
    ) {
        svg.element(
            "circle",
            [
                "cx": .number(place.x), "cy": .number(place.y), "r": .number(radius * page.unit), "fill": .text(fill),
                "stroke": .text(stroke), "stroke-width": .number(width * page.unit),
            ])
    }

    /// Writes where a track begins or ends, with the name of the place if there is room for it; a name without a
    /// caption is written only once.
    private func addName(
        of coordinate: Coordinate, with word: String?, at place: MapPoint, to labels: inout PlotLabels,
        _ names: inout PlotNames
    ) throws(GeocodingError) {
        let name = try names.name(coordinate)
        if word == nil, let name, names.contains(name.text) { return }
        let whole = [word, name?.text].compactMap { $0 }.joined(separator: ": ")
        let shown = labels.add(
            [whole, word ?? ""], at: place, gap: 9 * page.unit, size: 13 * page.unit, isStrong: true)
        if let name, shown == whole { names.note(name) }
    }

    /// Adds towns for orientation, where room is left.
    func addTowns(_ labels: inout PlotLabels, _ shown: PlotNames) throws(GeocodingError) {
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
            guard let name = try names.name(of: town),
                !shown.contains(PlotText.line(name, maximumLength: 32), settlement: town.id)
            else {
                continue
            }
            labels.addTown(PlotText.line(name, maximumLength: 32), at: place, size: 11 * unit)
        }
    }
}

import FoundationEssentials
import LKGeo
import LKTracks

/// Height over distance, with the speed as a thin line.
struct PlotProfile {
    private let page: PlotPage
    private let length: Double
    /// Whether there is anything to draw.
    let isEmpty: Bool
    private let heights: PlotScale?
    private let speeds: [Double]
    private let speedScale: PlotScale?

    private static let bins = 240

    init(_ page: PlotPage) {
        self.page = page
        let statistics = page.sketch.statistics
        length = statistics.distance
        if page.sketch.hasHeights, let low = statistics.lowestAltitude, let high = statistics.highestAltitude {
            let size = page.style.units.height.size
            heights = PlotScale(low / size...high / size, count: 4, minimumSpan: 20)
        } else {
            heights = nil
        }
        speeds = page.sketch.speeds(bins: Self.bins)
        let fastest = speeds.max { $0.isNaN ? true : $1.isNaN ? false : $0 < $1 }
        speedScale = fastest.flatMap { fastest in
            guard fastest > 0 else { return nil }
            // With heights as many numbers as these have, so that both share the lines of the grid.
            return PlotScale(0...fastest / page.style.units.speed.size, count: 4)
        }
        // The distances of a receiver at rest are its errors.
        isEmpty = length <= 0 || page.isSpot || page.precision != .exact || heights == nil && speedScale == nil
    }

    private func x(_ distance: Double, _ frame: PlotFrame) -> Double { frame.x + distance / length * frame.width }

    private func number(_ scale: PlotScale, _ tick: Double) -> String { page.strings.numbers(scale.text(tick)) }

    private func y(_ share: Double, _ frame: PlotFrame) -> Double { frame.bottom - share * frame.height }

    private var nameOfHeights: String { "\(page.strings["height"]) (\(page.style.units.height.name))" }
    private var nameOfSpeeds: String { "\(page.strings["speed"]) (\(page.style.units.speed.name))" }

    func add(to svg: inout SVGWriter, in outer: PlotFrame) {
        let unit = page.unit
        let size = 11.5 * unit
        func widest(_ scale: PlotScale?) -> Double {
            scale.map { scale in scale.ticks.map { PlotText.width(number(scale, $0), size: size) }.max() ?? 0 } ?? 0
        }
        let main = heights ?? speedScale
        let left = widest(main) + 10 * unit
        let right = heights == nil ? 6 * unit : widest(speedScale) + 10 * unit
        let frame = PlotFrame(
            x: outer.x + left, y: outer.y + 24 * unit, width: outer.width - left - right,
            height: outer.height - 46 * unit)
        svg.element("g", ["font-size": .number(size), "fill": .text(page.colors.faint)]) { svg in
            if let main { addGrid(main, to: &svg, in: frame) }
            addDistances(to: &svg, in: frame)
            svg.text(
                "text", ["x": .number(outer.x), "y": .number(frame.y - 10 * unit)],
                heights == nil ? nameOfSpeeds : nameOfHeights)
            if heights != nil, let speedScale {
                for tick in speedScale.ticks {
                    svg.text(
                        "text",
                        [
                            "x": .number(frame.right + 6 * unit),
                            "y": .number(y(speedScale.share(tick), frame) + 0.35 * size),
                            "fill": .text(page.colors.speed),
                        ], number(speedScale, tick))
                }
                svg.text(
                    "text",
                    [
                        "x": .number(outer.right), "y": .number(frame.y - 10 * unit), "text-anchor": "end",
                        "fill": .text(page.colors.speed),
                    ], nameOfSpeeds)
            }
        }
        let curves = heights.map { self.curves($0, in: frame) } ?? []
        add(curves, to: &svg, in: frame)
        addGaps(to: &svg, in: frame)
        addStops(to: &svg, in: frame)
        let speeds = speedScale.map { speedLines($0, in: frame) } ?? []
        add(speeds, to: &svg)
        guard let heights else { return }
        let room = PlotFrame(
            x: frame.x, y: outer.y, width: frame.width, height: frame.bottom - 2 * unit - outer.y)
        var labels = PlotLabels(frame: room, page: page, lines: curves.map(\.points) + speeds)
        let (heading, other) = (
            PlotText.width(nameOfHeights, size: size) + 4 * unit, PlotText.width(nameOfSpeeds, size: size) + 4 * unit
        )
        let height = frame.y - 6 * unit - outer.y
        labels.reserve(PlotFrame(x: outer.x, y: outer.y, width: heading, height: height))
        if speedScale != nil {
            labels.reserve(PlotFrame(x: outer.right - other, y: outer.y, width: other, height: height))
        }
        addExtremes(heights, to: &svg, &labels, in: frame)
        svg.append(labels.svg)
    }

    private func addGrid(_ scale: PlotScale, to svg: inout SVGWriter, in frame: PlotFrame) {
        let unit = page.unit
        for tick in scale.ticks {
            let y = y(scale.share(tick), frame)
            svg.element(
                "line",
                [
                    "x1": .number(frame.x), "y1": .number(y), "x2": .number(frame.right), "y2": .number(y),
                    "stroke": .text(page.colors.grid), "stroke-width": .number(unit),
                ])
            svg.text(
                "text",
                ["x": .number(frame.x - 6 * unit), "y": .number(y + 4 * unit), "text-anchor": "end"],
                number(scale, tick))
        }
    }

    private func addDistances(to svg: inout SVGWriter, in frame: PlotFrame) {
        let unit = page.unit
        let measure = page.style.units.length(length)
        let count = min(max(Int(frame.width / (90 * unit)), 2), 14)
        let scale = PlotScale(0...length / measure.size, count: count, isTight: true)
        for tick in scale.ticks {
            let x = frame.x + scale.share(tick) * frame.width
            svg.element(
                "line",
                [
                    "x1": .number(x), "y1": .number(frame.bottom), "x2": .number(x),
                    "y2": .number(frame.bottom + 5 * unit), "stroke": .text(page.colors.faint),
                    "stroke-width": .number(unit),
                ])
            let isLast = tick == scale.ticks.last
            svg.text(
                "text",
                [
                    "x": .number(x), "y": .number(frame.bottom + 18 * unit),
                    "text-anchor": isLast && x > frame.right - 20 * unit ? "end" : "middle",
                ], isLast ? "\(number(scale, tick)) \(measure.name)" : number(scale, tick))
        }
        svg.element(
            "line",
            [
                "x1": .number(frame.x), "y1": .number(frame.bottom), "x2": .number(frame.right),
                "y2": .number(frame.bottom), "stroke": .text(page.colors.faint), "stroke-width": .number(unit),
            ])
    }

    /// Returns the heights of each track in pixels.
    private func curves(_ heights: PlotScale, in frame: PlotFrame) -> [(track: Int, points: [MapPoint])] {
        let size = page.style.units.height.size
        var lines: [(track: Int, points: [MapPoint])] = []
        var isOpen = false
        for point in page.sketch.points {
            guard point.altitude.isFinite else {
                // Where the height is unknown for a while, the line ends; a point without one in between does not count.
                isOpen = isOpen && !point.startsSegment
                continue
            }
            let place = MapPoint(x(point.distance, frame), y(heights.share(point.altitude / size), frame))
            if !isOpen || point.startsSegment || lines.last?.track != point.track {
                lines.append((point.track, [place]))
                isOpen = true
            } else {
                lines[lines.count - 1].points.append(place)
            }
        }
        return lines.map { line in
            (track: line.track, points: LineSimplifier.simplified(line.points[...], tolerance: 0.3))
        }
    }

    private func add(
        _ curves: [(track: Int, points: [MapPoint])], to svg: inout SVGWriter, in frame: PlotFrame
    ) {
        for track in Set(curves.map(\.track)).sorted() {
            let own = curves.filter { $0.track == track }.map(\.points)
            let areas = own.compactMap { line -> [MapPoint]? in
                guard let first = line.first, let last = line.last, line.count > 1 else { return nil }
                return line + [MapPoint(last.x, frame.bottom), MapPoint(first.x, frame.bottom)]
            }
            let color = page.colors.line(track)
            svg.path(areas, isClosed: true, ["fill": .text(color), "fill-opacity": 0.16])
            svg.path(
                own,
                [
                    "fill": "none", "stroke": .text(color), "stroke-width": .number(1.8 * page.unit),
                    "stroke-linejoin": "round", "stroke-linecap": "round",
                ])
        }
    }

    /// Adds dotted lines where nothing was recorded, unless there are too many to distinguish.
    private func addGaps(to svg: inout SVGWriter, in frame: PlotFrame) {
        let gaps = page.sketch.points.dropFirst().filter(\.startsSegment).map { x($0.distance, frame) }
        guard gaps.count <= 24 else { return }
        for x in gaps where x > frame.x + 1 && x < frame.right - 1 {
            svg.element(
                "line",
                [
                    "x1": .number(x), "y1": .number(frame.y), "x2": .number(x), "y2": .number(frame.bottom),
                    "stroke": .text(page.colors.faint), "stroke-width": .number(page.unit),
                    "stroke-dasharray": .text("\(2 * page.unit) \(3 * page.unit)"),
                ])
        }
    }

    /// Returns the speeds in pixels.
    private func speedLines(_ scale: PlotScale, in frame: PlotFrame) -> [[MapPoint]] {
        let size = page.style.units.speed.size
        var lines: [[MapPoint]] = []
        var isOpen = false
        for (index, speed) in speeds.enumerated() {
            guard speed.isFinite else {
                isOpen = false
                continue
            }
            let place = MapPoint(
                frame.x + (Double(index) + 0.5) / Double(speeds.count) * frame.width,
                y(scale.share(speed / size), frame))
            if isOpen { lines[lines.count - 1].append(place) } else { lines.append([place]) }
            isOpen = true
        }
        return lines
    }

    private func add(_ speeds: [[MapPoint]], to svg: inout SVGWriter) {
        svg.path(
            speeds,
            [
                "fill": "none", "stroke": .text(page.colors.speed),
                "stroke-width": .number((heights == nil ? 1.8 : 1.1) * page.unit), "stroke-linejoin": "round",
                "stroke-linecap": "round", "stroke-opacity": 0.85,
            ])
    }

    /// Adds marks to the axis where the track stopped.
    private func addStops(to svg: inout SVGWriter, in frame: PlotFrame) {
        let distances = page.sketch.visits.compactMap { page.sketch.distance(at: $0.arrival) }
        guard distances.count <= 40 else { return }
        for distance in distances {
            svg.element(
                "circle",
                [
                    "cx": .number(x(distance, frame)), "cy": .number(frame.bottom), "r": .number(3.5 * page.unit),
                    "fill": .text(page.colors.paper), "stroke": .text(page.colors.text),
                    "stroke-width": .number(1.4 * page.unit),
                ])
        }
    }

    /// Adds the highest and the lowest point with their heights.
    private func addExtremes(
        _ scale: PlotScale, to svg: inout SVGWriter, _ labels: inout PlotLabels, in frame: PlotFrame
    ) {
        let unit = page.unit
        let units = page.style.units
        guard let highest = page.sketch.highest, let lowest = page.sketch.lowest else { return }
        let marks = [highest, lowest].map { point in
            (
                place: MapPoint(x(point.distance, frame), y(scale.share(point.altitude / units.height.size), frame)),
                text: page.strings.numbers(units.heightText(point.altitude))
            )
        }
        for mark in marks {
            svg.element(
                "circle",
                [
                    "cx": .number(mark.place.x), "cy": .number(mark.place.y), "r": .number(3 * unit),
                    "fill": .text(page.colors.text),
                ])
            labels.reserve(mark.place, radius: 3 * unit)
        }
        for mark in marks {
            labels.add([mark.text], at: mark.place, gap: 5 * unit, size: 11.5 * unit, isStrong: true)
        }
    }
}

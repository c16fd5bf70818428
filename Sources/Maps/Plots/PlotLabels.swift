/// A rectangle of the picture in pixels, y downwards.
struct PlotFrame {
    var x, y, width, height: Double

    var right: Double { x + width }
    var bottom: Double { y + height }

    func intersects(_ other: PlotFrame) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }

    func contains(_ other: PlotFrame) -> Bool {
        x <= other.x && other.right <= right && y <= other.y && other.bottom <= bottom
    }

    /// Returns whether the line between two points crosses the box (Liang and Barsky).
    func isCrossed(from start: MapPoint, to end: MapPoint) -> Bool {
        guard max(start.x, end.x) >= x, min(start.x, end.x) <= right, max(start.y, end.y) >= y,
            min(start.y, end.y) <= bottom
        else { return false }
        var (enter, leave) = (0.0, 1.0)
        func clip(_ step: Double, _ room: Double) -> Bool {
            if step == 0 { return room >= 0 }
            if step < 0 { enter = max(enter, room / step) } else { leave = min(leave, room / step) }
            return enter <= leave
        }
        let way = end - start
        return clip(-way.x, start.x - x) && clip(way.x, right - start.x) && clip(-way.y, start.y - y)
            && clip(way.y, bottom - start.y)
    }
}

/// Names on a map or in a profile, without overlapping names or marks, and off the lines where there is room elsewhere.
struct PlotLabels {
    let frame: PlotFrame
    let page: PlotPage
    private(set) var svg = SVGWriter()
    /// The lines that names are not to cross.
    private let lines: [[MapPoint]]
    private var taken: [PlotFrame] = []

    init(frame: PlotFrame, page: PlotPage, lines: [[MapPoint]]) {
        self.frame = frame
        self.page = page
        self.lines = lines
    }

    /// Keeps labels off a rectangle.
    mutating func reserve(_ box: PlotFrame) { taken.append(box) }

    /// Keeps labels off a mark.
    mutating func reserve(_ place: MapPoint, radius: Double) {
        taken.append(
            PlotFrame(x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius))
    }

    /// Adds the label of a mark where there is room around it.
    ///
    /// - Parameters:
    ///   - texts: The label, and shorter ones to use where it does not fit.
    ///   - place: The middle of the mark.
    ///   - gap: How far from the middle the label is, in pixels.
    ///   - size: The size of the letters in pixels.
    ///   - isStrong: Whether they are bold.
    /// - Returns: The text that was added; `nil` if none fits.
    @discardableResult mutating func add(
        _ texts: [String], at place: MapPoint, gap: Double, size: Double, isStrong: Bool = false
    ) -> String? {
        for text in texts where !text.isEmpty {
            guard let spot = spot(text, at: place, gap: gap, size: size, isBold: isStrong) else { continue }
            write(
                text, spot, size: size,
                [
                    "font-weight": isStrong ? "600" : "400", "stroke": .text(page.colors.halo),
                    "stroke-width": .number(3 * page.unit), "paint-order": "stroke", "stroke-linejoin": "round",
                ])
            return text
        }
        return nil
    }

    /// Adds a town's dot and name, where there is room for both, and no line through the name.
    mutating func addTown(_ text: String, at place: MapPoint, size: Double) {
        let radius = 1.8 * page.unit
        let dot = PlotFrame(x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius)
        guard frame.contains(dot), !taken.contains(where: dot.intersects),
            let spot = spot(text, at: place, gap: 4.5 * page.unit, size: size, isBold: false), !isCrossed(spot.box)
        else { return }
        taken.append(dot)
        svg.element(
            "circle",
            [
                "cx": .number(place.x), "cy": .number(place.y), "r": .number(radius), "fill": .text(page.colors.faint),
            ])
        write(
            text, spot, size: size,
            [
                "fill": .text(page.colors.faint), "stroke": .text(page.colors.land),
                "stroke-width": .number(2.5 * page.unit), "paint-order": "stroke", "stroke-linejoin": "round",
            ])
    }

    /// Returns the box and anchor of a text where it has room around a mark.
    ///
    /// Off the lines if that is possible, where need be a little farther from the mark.
    private func spot(_ text: String, at place: MapPoint, gap: Double, size: Double, isBold: Bool) -> Spot? {
        let width = PlotText.width(text, size: size, isBold: isBold)
        func free(_ gap: Double) -> [Spot] {
            spots(width, 1.15 * size, at: place, gap: gap).filter { spot in
                frame.contains(spot.box) && !taken.contains { $0.intersects(spot.box) }
            }
        }
        let near = free(gap)
        return near.first { !isCrossed($0.box) } ?? free(gap + 0.8 * size).first { !isCrossed($0.box) } ?? near.first
    }

    private typealias Spot = (box: PlotFrame, anchor: String)

    /// Returns the usual places of names on maps: beside the mark first, then above, below, and at the corners.
    private func spots(_ width: Double, _ height: Double, at place: MapPoint, gap: Double) -> [Spot] {
        let (left, right, middle) = (place.x - gap - width, place.x + gap, place.x - width / 2)
        let (above, below, near) = (place.y - gap - height, place.y + gap, 0.7 * gap)
        return [
            (right, place.y - height / 2, "start"), (left, place.y - height / 2, "end"), (middle, above, "middle"),
            (middle, below, "middle"), (place.x + near, place.y - near - height, "start"),
            (place.x + near, place.y + near, "start"), (place.x - near - width, place.y - near - height, "end"),
            (place.x - near - width, place.y + near, "end"),
        ].map { (PlotFrame(x: $0.0, y: $0.1, width: width, height: height), $0.2) }
    }

    /// Returns the first box that overlaps neither a line nor what is reserved; the very first if there is none.
    func freest(_ boxes: [PlotFrame]) -> PlotFrame {
        boxes.first { box in !isCrossed(box) && !taken.contains { $0.intersects(box) } } ?? boxes[0]
    }

    /// Returns whether a line crosses a box.
    private func isCrossed(_ box: PlotFrame) -> Bool {
        lines.contains { line in
            zip(line, line.dropFirst()).contains { box.isCrossed(from: $0, to: $1) }
        }
    }

    private mutating func write(
        _ text: String, _ spot: Spot, size: Double, _ attributes: SVGWriter.Attributes
    ) {
        taken.append(spot.box)
        let x =
            switch spot.anchor {
            case "start": spot.box.x
            case "end": spot.box.right
            default: spot.box.x + spot.box.width / 2
            }
        svg.element(
            "g", attributes
        ) { svg in
            svg.text(
                "text",
                [
                    "x": .number(x), "y": .number(spot.box.bottom - 0.3 * size), "font-size": .number(size),
                    "text-anchor": .text(spot.anchor),
                ], text)
        }
    }
}

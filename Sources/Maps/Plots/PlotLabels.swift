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
}

/// Names on a map, none over another or over a mark.
struct PlotLabels {
    let frame: PlotFrame
    let page: PlotPage
    private(set) var svg = SVGWriter()
    /// The texts so far.
    private(set) var texts: [String] = []
    private var taken: [PlotFrame] = []

    init(frame: PlotFrame, page: PlotPage) {
        self.frame = frame
        self.page = page
    }

    /// Keeps labels off a rectangle.
    mutating func reserve(_ box: PlotFrame) { taken.append(box) }

    /// Keeps labels off a mark.
    mutating func reserve(_ place: MapPoint, radius: Double) {
        taken.append(
            PlotFrame(x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius))
    }

    /// Adds the label of a mark beside, below or above it, where there is room.
    mutating func add(_ text: String, at place: MapPoint, gap: Double, size: Double, isStrong: Bool = false) {
        guard !text.isEmpty, let spot = spot(text, at: place, gap: gap, size: size) else { return }
        write(
            text, spot, size: size,
            [
                "font-weight": isStrong ? "600" : "400", "stroke": .text(page.colors.halo),
                "stroke-width": .number(3 * page.unit), "paint-order": "stroke", "stroke-linejoin": "round",
            ])
    }

    /// Adds a town's dot and name, where there is room for both.
    mutating func addTown(_ text: String, at place: MapPoint, size: Double) {
        let radius = 1.8 * page.unit
        let dot = PlotFrame(x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius)
        guard frame.contains(dot), !taken.contains(where: dot.intersects),
            let spot = spot(text, at: place, gap: 4.5 * page.unit, size: size)
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

    /// Where a text has room: the box, and its anchor.
    private func spot(
        _ text: String, at place: MapPoint, gap: Double, size: Double
    ) -> (box: PlotFrame, anchor: String)? {
        let (width, height) = (PlotText.width(text, size: size), 1.15 * size)
        let candidates = [
            (PlotFrame(x: place.x + gap, y: place.y - height / 2, width: width, height: height), "start"),
            (PlotFrame(x: place.x - gap - width, y: place.y - height / 2, width: width, height: height), "end"),
            (PlotFrame(x: place.x - width / 2, y: place.y - gap - height, width: width, height: height), "middle"),
            (PlotFrame(x: place.x - width / 2, y: place.y + gap, width: width, height: height), "middle"),
        ]
        return candidates.first { candidate in
            frame.contains(candidate.0) && !taken.contains { $0.intersects(candidate.0) }
        }
    }

    private mutating func write(
        _ text: String, _ spot: (box: PlotFrame, anchor: String), size: Double, _ attributes: SVGWriter.Attributes
    ) {
        taken.append(spot.box)
        texts.append(text)
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

import LKGeo

// Legend, scale and north.
extension PlotMap {
    func addLegend(to svg: inout SVGWriter, _ labels: inout PlotLabels) {
        let tracks = page.sketch.tracks
        guard tracks.count > 1 else { return }
        let unit = page.unit
        let size = 11.5 * unit
        let line = 17 * unit
        let maximumRows = min(tracks.count, max(Int(0.45 * frame.height / line), 1), 10)
        var rows = tracks.prefix(maximumRows).enumerated().map { index, track in
            let whole = PlotText.line(track.name ?? "", maximumLength: 40)
            let name = PlotText.fitted(whole, to: max(frame.width / 4, 130 * unit), size: size)
            let shown = name.isEmpty ? "\(page.strings["track"]) \(index + 1)" : name
            guard page.precision == .exact else { return shown }
            return shown + " · " + page.strings.numbers(page.style.units.lengthText(track.end - track.start))
        }
        if tracks.count > maximumRows { rows.append(page.strings.text("more", ["n": "\(tracks.count - maximumRows)"])) }
        let width = (rows.map { PlotText.width($0, size: size) }.max() ?? 0) + 42 * unit
        let height = Double(rows.count) * line + 10 * unit
        let corners = [
            (frame.x + 10 * unit, frame.y + 10 * unit),
            (frame.right - 10 * unit - width, frame.bottom - 10 * unit - height),
        ].map { PlotFrame(x: $0.0, y: $0.1, width: width, height: height) }
        let box = labels.freest(corners)
        labels.reserve(box)
        addPanel(box, to: &svg)
        for (index, row) in rows.enumerated() {
            let y = box.y + 5 * unit + (Double(index) + 0.5) * line
            if index < maximumRows {
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
                "rx": .number(3 * page.unit), "fill": .text(page.colors.paper), "fill-opacity": 0.9,
            ])
    }

    /// Adds a bar of a round length, or none where a length differs with latitude.
    func addScale(to svg: inout SVGWriter, _ labels: inout PlotLabels) {
        guard !projection.isCylindrical else { return }
        let unit = page.unit
        let units = page.style.units
        let maximumLength = resolution * min(frame.width / 4, 180 * unit)
        let measure = units.length(maximumLength)
        var step = PlotScale.step(maximumLength / measure.size)
        // The next smaller round number.
        if step * measure.size > maximumLength { step = PlotScale.step(maximumLength / measure.size / 2) }
        if step * measure.size > maximumLength { step = PlotScale.step(maximumLength / measure.size / 2.5) }
        let width = step * measure.size / resolution
        let powers: [Double] = [1, 10, 100]
        let decimals = powers.map { step * $0 }.firstIndex { ($0 - $0.rounded()).magnitude < 1e-6 } ?? 3
        let text = page.strings.numbers(PlotScale.text(step, decimals: decimals)) + " " + measure.name
        let size = 11 * unit
        let whole = max(width, PlotText.width(text, size: size)) + 16 * unit
        let box = labels.freest(
            [frame.x + 10 * unit, frame.right - 10 * unit - whole].map {
                PlotFrame(x: $0, y: frame.bottom - 38 * unit, width: whole, height: 28 * unit)
            })
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

    /// Adds a north arrow, unless a graticule shows the direction better.
    func addNorth(to svg: inout SVGWriter, _ labels: inout PlotLabels) {
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

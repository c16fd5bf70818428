import LKTracks

/// What is above the map: title, dates and totals, as many of them as there is room for.
struct PlotHeader {
    private let page: PlotPage
    /// The dates of the track, from the longest text to the shortest.
    private let dates: [String]
    private let totals: [(label: String, value: String)]

    init(_ page: PlotPage, zone: PlotTime.Zone) {
        self.page = page
        let statistics = page.sketch.statistics
        if let start = statistics.start, let end = statistics.end {
            dates = PlotTime.texts(start, end, zone, page.strings)
        } else {
            dates = []
        }
        totals = page.precision == .exact ? Self.totals(page) : []
    }

    /// Returns the totals of the track, the most important first, without unknown and meaningless ones.
    private static func totals(_ page: PlotPage) -> [(label: String, value: String)] {
        let statistics = page.sketch.statistics
        let (units, strings) = (page.style.units, page.strings)
        func height(_ metres: Double) -> String { strings.numbers(units.heightText(metres)) }
        var totals: [(label: String, value: String)] = []
        if !page.isSpot {
            totals.append((strings["distance"], strings.numbers(units.lengthText(statistics.distance))))
            if statistics.movingSeconds > 0 {
                // If the receiver also rested, its errors have added to the distance.
                let way = statistics.shownMovingDistance.map { " · " + strings.numbers(units.lengthText($0)) } ?? ""
                totals.append((strings.heading("moving"), PlotTime.text(statistics.movingSeconds) + way))
            }
        } else if let duration = statistics.durationSeconds, duration > 0 {
            // The distance of a receiver at rest consists of its errors.
            totals.append((strings["duration"], PlotTime.text(duration)))
        }
        guard let lowest = statistics.lowestAltitude, let highest = statistics.highestAltitude else { return totals }
        guard page.sketch.hasHeights else { return totals + [(strings["height"], height(highest))] }
        if !page.isSpot { totals.append((strings["climb"], height(statistics.ascent))) }
        return totals + [(strings["highest"], height(highest)), (strings["lowest"], height(lowest))]
    }

    /// The same as a sentence, for those who do not see the picture.
    var summary: String {
        (dates.prefix(1) + totals.map { "\($0.label): \($0.value)" }).joined(separator: "; ")
    }

    /// Writes title, dates and totals.
    ///
    /// - Parameters:
    ///   - svg: Where to.
    ///   - frame: Where the header begins, and how wide it is.
    ///   - maximumHeight: Its maximum height.
    /// - Returns: Where the header ends.
    func add(to svg: inout SVGWriter, in frame: PlotFrame, maximumHeight: Double) -> Double {
        let unit = page.unit
        var y = frame.y
        if !page.title.isEmpty {
            let size = 25 * unit
            svg.text(
                "text",
                [
                    "x": .number(frame.x), "y": .number(y + 0.8 * size), "font-size": .number(size),
                    "font-weight": "700",
                ], PlotText.fitted(page.title, to: frame.width, size: size))
            y += 1.28 * size
        }
        let size = 14 * unit
        if let text = dates.first(where: { PlotText.width($0, size: size) <= frame.width }) {
            svg.text(
                "text",
                [
                    "x": .number(frame.x), "y": .number(y + 0.8 * size), "font-size": .number(size),
                    "fill": .text(page.colors.faint),
                ], text)
            y += 1.5 * size
        }
        var rest = frame
        rest.y = y
        return addTotals(to: &svg, in: rest, maximumHeight: frame.y + maximumHeight - y)
    }

    /// Writes the totals in as many columns as the widest of them allows.
    private func addTotals(to svg: inout SVGWriter, in frame: PlotFrame, maximumHeight: Double) -> Double {
        let unit = page.unit
        let (large, small, row, gap) = (20 * unit, 12 * unit, 50 * unit, 22 * unit)
        let widest =
            totals.map {
                max(PlotText.width($0.value, size: large, isBold: true), PlotText.width($0.label, size: small))
            }.max() ?? 0
        let columns = min(max(Int((frame.width + gap) / (widest + gap)), 1), max(totals.count, 5))
        let rows = max(Int(maximumHeight / row), 1)
        let shown = totals.prefix(rows * columns)
        for (index, total) in shown.enumerated() {
            let x = frame.x + Double(index % columns) * frame.width / Double(columns)
            let y = frame.y + Double(index / columns) * row
            svg.text(
                "text",
                [
                    "x": .number(x), "y": .number(y + 24 * unit), "font-size": .number(large), "font-weight": "600",
                ], total.value)
            svg.text(
                "text",
                [
                    "x": .number(x), "y": .number(y + 40 * unit), "font-size": .number(small),
                    "fill": .text(page.colors.faint),
                ], total.label)
        }
        return frame.y + Double((shown.count + columns - 1) / columns) * row + 4 * unit
    }
}

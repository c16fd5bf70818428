import LKFormats

/// Units in which lengths, heights and speeds are shown.
public enum MeasurementSystem: String, CaseIterable, Sendable {
    /// Metres, kilometres, and kilometres an hour.
    case metric
    /// Feet, miles, and miles an hour.
    case imperial

    /// A unit: its name, and its size in basic units.
    struct Unit {
        var name: String
        var size: Double
    }

    private static let mile = 1609.344
    private static let foot = 0.3048

    var height: Unit { self == .metric ? Unit(name: "m", size: 1) : Unit(name: "ft", size: Self.foot) }

    /// The unit for speeds, whose basic one is metres a second.
    var speed: Unit { self == .metric ? Unit(name: "km/h", size: 1 / 3.6) : Unit(name: "mph", size: Self.mile / 3600) }

    /// Returns the unit for a length in metres.
    func length(_ metres: Double) -> Unit {
        let long = self == .metric ? Unit(name: "km", size: 1000) : Unit(name: "mi", size: Self.mile)
        return metres < (self == .metric ? 1000 : Self.mile / 4) ? height : long
    }

    /// Returns the text for a length in metres: `850 m`, `12.3 km`, `1,234 km`.
    package func lengthText(_ metres: Double) -> String {
        let unit = length(metres)
        let value = metres / unit.size
        let decimals = unit.size < 100 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
        return "\(PlotScale.text(value, decimals: decimals)) \(unit.name)"
    }

    /// Returns the text for a height in metres: `1,234 m`.
    package func heightText(_ metres: Double) -> String {
        "\(PlotScale.text(metres / height.size, decimals: 0)) \(height.name)"
    }

    /// Returns the text for a speed in metres a second: `12.3 km/h`.
    package func speedText(_ speed: Double) -> String {
        "\(PlotScale.text(speed / self.speed.size, decimals: 1)) \(self.speed.name)"
    }
}

/// An axis with round numbers.
package struct PlotScale: Sendable {
    /// The ends of the axis.
    package let low: Double
    package let high: Double
    /// The numbers that are written, ascending.
    package let ticks: [Double]
    /// How many decimals they need.
    package let decimals: Int

    /// Creates an axis.
    ///
    /// - Parameters:
    ///   - range: The values to show; a single value gets room around it.
    ///   - count: The approximate number of ticks.
    ///   - minimumSpan: The minimum span.
    ///   - isTight: Whether the axis ends with the range, else at round numbers.
    package init(_ range: ClosedRange<Double>, count: Int, minimumSpan: Double = 0, isTight: Bool = false) {
        var (low, high) = (range.lowerBound, range.upperBound)
        let missing = max(minimumSpan, low.magnitude * 1e-9, 1e-9) - (high - low)
        if missing > 0 { (low, high) = (low - missing / 2, high + missing / 2) }
        let step = Self.step((high - low) / Double(max(count, 1)))
        if !isTight {
            // The same numbers for -0 as for 0.
            low = (low / step + 1e-9).rounded(.down) * step + 0
            high = (high / step - 1e-9).rounded(.up) * step + 0
        }
        self.low = low
        self.high = high
        let first = (low / step - 1e-9).rounded(.up)
        let last = (high / step + 1e-9).rounded(.down)
        ticks = last >= first ? (0...Int(min(last - first, 1000))).map { (first + Double($0)) * step + 0 } : []
        var decimals = 0
        var scaled = step
        while scaled < 1 - 1e-9 || (scaled - scaled.rounded()).magnitude > 1e-6, decimals < 6 {
            scaled *= 10
            decimals += 1
        }
        self.decimals = decimals
    }

    /// Returns the smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is not below a number above 0.
    package static func step(_ minimum: Double) -> Double {
        guard minimum > 0, minimum.isFinite else { return 1 }
        var power = 1.0
        while power * 10 <= minimum { power *= 10 }
        while power > minimum { power /= 10 }
        for factor in [1, 2, 2.5, 5] where power * factor >= minimum * (1 - 1e-9) { return power * factor }
        return power * 10
    }

    /// Returns where a value is on the axis: 0 at its low end, 1 at its high one.
    package func share(_ value: Double) -> Double { (value - low) / (high - low) }

    /// Returns a tick's number.
    package func text(_ tick: Double) -> String { Self.text(tick, decimals: decimals) }

    /// Returns a number with groups of thousands: `1,234.5`.
    package static func text(_ value: Double, decimals: Int) -> String {
        var bytes: [UInt8] = []
        let factor = [1, 10, 100, 1000, 1e4, 1e5, 1e6][min(max(decimals, 0), 6)]
        let scaled = (value * factor).rounded()
        guard scaled.magnitude < 9e15 else { return "–" }
        DecimalText.append(
            digits: UInt64(scaled.magnitude), decimals: decimals, isNegative: scaled < 0, to: &bytes)
        var end = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
        let first = scaled < 0 ? 1 : 0
        while end - 3 > first {
            end -= 3
            bytes.insert(UInt8(ascii: ","), at: end)
        }
        // A minus sign as wide as a plus.
        return (scaled < 0 ? "−" : "") + String(decoding: bytes.dropFirst(first), as: UTF8.self)
    }
}

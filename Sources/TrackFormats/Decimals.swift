/// Numbers as text with a fixed count of decimals, the same in every locale.
enum Decimals {
    /// The number with `decimals` digits behind the point, rounded; empty for `nil`, for what is not finite or immensely large.
    static func text(_ value: Double?, _ decimals: Int) -> String {
        guard let value, value.isFinite, abs(value) < 1e9 else { return "" }
        var scale = 1
        for _ in 0..<decimals { scale *= 10 }
        let units = Int((abs(value) * Double(scale)).rounded())
        let sign = value < 0 && units > 0 ? "-" : ""
        return decimals == 0 ? "\(sign)\(units)" : "\(sign)\(units / scale).\(padded(units % scale, decimals))"
    }

    /// A whole number with leading zeros.
    static func padded(_ value: Int, _ digits: Int) -> String {
        let text = String(value)
        return text.count < digits ? String(repeating: "0", count: digits - text.count) + text : text
    }
}

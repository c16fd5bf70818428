/// Lengths and uncertainties in metres, for messages: below 10 m with one decimal, where it still means something, else whole metres.
///
/// Other rules stand where they serve another purpose: a surveyed position has centimetres, a distance on the way kilometres, and
/// a promise ("within 8 m") is rounded up.
package enum MetresText {
    /// Returns the number of decimals.
    package static func decimals(_ metres: Double) -> Int { metres < 10 ? 1 : 0 }

    /// Returns `4.0 m` or `12 m`: at most a thousand million metres, and 0 for what is not a number.
    package static func text(_ metres: Double) -> String {
        if decimals(metres) == 1 { return "\((metres * 10).rounded() / 10) m" }
        return "\(metres.isNaN ? 0 : Int(min(metres, 1e9).rounded())) m"
    }
}

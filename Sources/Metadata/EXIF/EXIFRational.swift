/// A fraction as EXIF writes it: two numbers of 32 bits.
struct EXIFRational: Hashable {
    var numerator: Int
    var denominator: Int

    /// Takes a fraction that fits.
    init(_ numerator: Int, _ denominator: Int = 1) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The fraction that is nearest to a number, with as few decimals as it needs and as many as are wanted and fit;
    /// `nil` for what is negative, no number, or too large.
    init?(_ value: Double, decimals: Int) {
        guard value >= 0, value <= Double(UInt32.max) else { return nil }
        var denominator = 1
        for _ in 0..<decimals where value * Double(denominator * 10) <= Double(UInt32.max) { denominator *= 10 }
        var numerator = Int((value * Double(denominator)).rounded())
        while denominator > 1, numerator % 10 == 0 { (numerator, denominator) = (numerator / 10, denominator / 10) }
        self.init(numerator, denominator)
    }
}

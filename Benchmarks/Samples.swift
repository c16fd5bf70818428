/// Measured values of one quantity.
struct Samples {
    private let sorted: [Double]

    init(_ values: [Double]) { sorted = values.sorted() }

    var count: Int { sorted.count }
    var median: Double { quantile(0.5) }

    /// The value that the share `q` of all values does not exceed, interpolated between neighbours.
    func quantile(_ q: Double) -> Double {
        guard let last = sorted.last else { return .nan }
        let place = q * Double(sorted.count - 1)
        let index = Int(place)
        guard index + 1 < sorted.count else { return last }
        return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
    }

    /// How noisy the values are: the middle half's width as a share of the median.
    var noise: Double { (quantile(0.75) - quantile(0.25)) / median }
}

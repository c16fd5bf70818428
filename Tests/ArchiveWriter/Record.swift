/// A value that shows whether all of it is of the same writing.
struct Record: Codable {
    var number: Int
    var writer: Int
    var filler: [Double]
    var texts: [String]

    init(number: Int, from writer: Int) {
        self.number = number
        self.writer = writer
        filler = Self.filler(number, writer)
        texts = (0..<10).map { "\(writer) \(number) \($0)" }
    }

    var isWhole: Bool { filler == Self.filler(number, writer) && texts.last == "\(writer) \(number) 9" }

    // Of different lengths, up to 40 kB.
    private static func filler(_ number: Int, _ writer: Int) -> [Double] {
        [Double](repeating: Double(number) + Double(writer) / 8, count: number * 617 % 5000)
    }
}

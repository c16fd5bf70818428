/// A record of `PART`: the city that a settlement is part of, and how certain that is.
struct PartRecord: Equatable {
    /// The index of the city in `POSN`; `nil` for a settlement of its own.
    var city: Int?
    /// Per cent, 0 where it is not known.
    var confidence: Int

    private static let none: UInt32 = 0xFF_FFFF

    /// - Parameters:
    ///   - city: The index of the city, `nil` for a settlement of its own; indices beyond 24 bits count as that.
    ///   - confidence: Per cent, 0...100.
    init(city: Int?, confidence: Int) {
        self.city = city.flatMap { $0 < Int(Self.none) ? $0 : nil }
        self.confidence = min(max(confidence, 0), 100)
    }

    init(rawValue: UInt32) {
        let city = rawValue & Self.none
        self.init(city: city == Self.none ? nil : Int(city), confidence: Int(rawValue >> 24))
    }

    var rawValue: UInt32 {
        UInt32(truncatingIfNeeded: confidence) << 24 | (city.map { UInt32(truncatingIfNeeded: $0) } ?? Self.none)
    }
}

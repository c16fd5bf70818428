import Glibc
import LKGazetteer
import LKGeocoding

/// Looks up random points in the written sections, and compares the results with the original lines.
///
/// A wrong comparison at a vertex once assigned a whole cell of Nigeria to another country; no other check would have
/// noticed.
struct BorderCheck {
    private static let places = 200_000
    /// Rounding to a cell's steps moves lines by at most 2 m: measured, one point in 50,000 differs.
    private static let allowed = places / 10_000

    private let bytes: [UInt8]
    private let lengths: (regions: Int, cells: Int, edges: Int)

    /// Creates a check of the sections of a border map.
    ///
    /// - Parameters:
    ///   - regions: `BREG`.
    ///   - cells: `BGRD`.
    ///   - edges: `BEDG`.
    init(regions: [UInt8], cells: [UInt8], edges: [UInt8]) {
        bytes = regions + cells + edges
        lengths = (regions.count, cells.count, edges.count)
    }

    /// Compares the sections with the lines.
    ///
    /// - Parameters:
    ///   - resolver: Resolves points by the lines.
    ///   - report: Called with the number of points that differ.
    /// - Throws: `GeocodingError` with `inputInvalid` when more points differ than rounding explains.
    func run(against resolver: inout RegionResolver, report: (BuildReport) -> Void) throws(GeocodingError) {
        var generator = SplitMix(state: 20_261_121)
        var different = 0
        var examples: [String] = []
        for _ in 0..<Self.places {
            // Uniformly distributed over the globe.
            let latitude = asin(Double.random(in: -1...1, using: &generator)) * 180 / .pi
            let longitude = Double.random(in: -180..<180, using: &generator)
            let expected = resolver.region(longitude * GridPoint.degree, latitude * GridPoint.degree)
            let found = bytes.withUnsafeBytes { bytes in
                BorderMap(bytes: bytes, lengths: lengths).region(latitude: latitude, longitude: longitude)
            }
            if found == Int(expected) { continue }
            if different < 5 { examples.append("\(latitude) \(longitude)") }
            different += 1
        }
        let list = examples.joined(separator: ", ")
        report(.note("\(different) of \(Self.places) places are in another region than the lines say: \(list)"))
        guard different <= Self.allowed else {
            throw GeocodingError(
                .inputInvalid,
                "the borders come out wrong at \(different) of \(Self.places) places: \(list)")
        }
    }
}

/// A seeded generator (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

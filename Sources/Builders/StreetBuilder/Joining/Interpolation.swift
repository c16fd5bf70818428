import LKStreets

extension Extract {
    /// A line of houses of which only some have a number:
    /// [Addresses](https://wiki.openstreetmap.org/wiki/Addresses#Using_interpolation) in OpenStreetMap's wiki.
    struct Interpolation {
        var identity: Identity
        var step: InterpolationStep
        /// The address of the houses, without a number.
        var address: Address
        /// The nodes with a number, in the line's order, and where on the line they are.
        var stops: [(number: Int, index: Int)]
        var line: [OSMPoint]
    }
}

extension Extract.Interpolation {
    /// Maximum number of houses between two known ones; longer rows are mistakes.
    private static let maximumHouses = 500

    /// Returns the numbers between the known ones and their positions, evenly spread along the line.
    ///
    /// - Returns: The houses, and how many pairs of neighbours do not fit the line's kind.
    func houses() -> (houses: [(number: String, point: OSMPoint)], misfits: Int) {
        var houses: [(number: String, point: OSMPoint)] = []
        var misfits = 0
        for (from, to) in zip(stops, stops.dropFirst()) {
            guard let count = step.count(from: from.number, to: to.number), count <= Self.maximumHouses else {
                misfits += 1
                continue
            }
            let stride = (to.number - from.number) / max(count, 1)
            let part = PolylinePart(line[from.index...to.index])
            for place in 1..<max(count, 1) {
                let number = step.text(of: from.number + place * stride)
                houses.append((number, part.point(at: Double(place) / Double(count))))
            }
        }
        return (houses, misfits)
    }
}

/// The value of `addr:interpolation`: by how much the numbers of neighbours differ.
struct InterpolationStep: Equatable {
    private let stride: Int
    private let isAlphabetic: Bool

    /// The letters of the alphabet have room in this many numbers.
    private static let letters = 32

    /// Reads `all`, `even`, `odd`, `alphabetic` or a number.
    init?(_ value: String) {
        isAlphabetic = value == "alphabetic"
        switch value {
        case "all", "alphabetic": stride = 1
        case "even", "odd": stride = 2
        default:
            guard let number = Int(value), (1...100).contains(number) else { return nil }
            stride = number
        }
    }

    /// Returns a house number as an integer, which for an alphabetic line encodes both number and letter, or `nil` if
    /// it is not of this kind.
    func number(_ text: String) -> Int? {
        let digits = text.utf8.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard let number = Int(Substring(digits)), number > 0, number < 100_000 else { return nil }
        let rest = text.utf8.dropFirst(digits.count)
        guard isAlphabetic else { return rest.isEmpty ? number : nil }
        guard rest.count == 1, let letter = rest.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter | 0x20 else {
            return nil
        }
        return number * Self.letters + Int(letter | 0x20) - Int(UInt8(ascii: "a"))
    }

    /// Returns the house number that an integer stands for.
    func text(of number: Int) -> String {
        guard isAlphabetic else { return String(number) }
        let letter = Unicode.Scalar(UInt8(number % Self.letters) + UInt8(ascii: "a"))
        return "\(number / Self.letters)\(letter)"
    }

    /// Returns the number of steps from one number to another, or `nil` if it is not whole.
    func count(from: Int, to: Int) -> Int? {
        let difference = abs(to - from)
        guard difference % stride == 0, !isAlphabetic || from / Self.letters == to / Self.letters else { return nil }
        return difference / stride
    }
}

/// A line by the length along it.
private struct PolylinePart {
    private let points: ArraySlice<OSMPoint>
    /// The length from the beginning to each point, in metres.
    private var lengths: [Double] = []

    init(_ points: ArraySlice<OSMPoint>) {
        self.points = points
        guard let first = points.first else { return }
        let plane = LocalPlane(first)
        var (before, length) = (SIMD2<Double>.zero, 0.0)
        for point in points {
            let next = plane.offset(of: point)
            length += ((next - before) * (next - before)).sum().squareRoot()
            lengths.append(length)
            before = next
        }
    }

    /// Returns the point at a share of the length.
    func point(at share: Double) -> OSMPoint {
        let wanted = share * (lengths.last ?? 0)
        let end = lengths.firstIndex { $0 >= wanted } ?? lengths.count - 1
        guard end > 0 else { return points.first ?? .zero }
        let (from, to) = (points[points.startIndex + end - 1], points[points.startIndex + end])
        let piece = lengths[end] - lengths[end - 1]
        let rest = piece > 0 ? (wanted - lengths[end - 1]) / piece : 0
        func between(_ from: Int32, _ to: Int32) -> Int32 {
            Int32((Double(from) + rest * Double(Int(to) - Int(from))).rounded())
        }
        return OSMPoint(
            latitude: between(from.latitude, to.latitude), longitude: between(from.longitude, to.longitude))
    }
}

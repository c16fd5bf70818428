internal import FoundationEssentials
internal import Formats
internal import Geo
internal import Glibc
internal import TrackFormats
internal import Tracks

/// Cuts a circle out of tracks whose middle is not the one that is to be hidden.
///
/// The middle is moved by up to the radius, in any direction, and the radius grows as much and a little more, so that the hidden
/// circle is inside; where it is inside, the ends of no number of tracks tell. Each visit has an extra of its own.
///
/// All of that follows from a secret, the circle and the time of the visit: drawn by chance for each page, the middles of a few
/// pages of one home would have an average that is the home.
struct TrackTrim: Sendable {
    private let center: Coordinate
    private let radius: Double
    private let extra: Double
    private let key: [UInt8]
    private var visit: Double?
    /// Where the line comes from; `nil` at its beginning.
    private var last: Coordinate?

    /// What to do with a location.
    enum Verdict {
        case show
        /// It is shown, but not the line that leads to it.
        case showApart
        case hide
    }

    /// - Parameters:
    ///   - area: What is to be hidden.
    ///   - secret: Bytes that nobody knows who sees the map. With the same ones an area, and one that is a few hundred metres beside
    ///     it, is cut alike each time.
    init(_ area: HiddenArea, secret: [UInt8]) {
        let hidden = min(max(area.radius, 0), 1e7)
        // A circle of another radius is cut in another way: how the middle moves with the radius would tell where it began.
        let cell = [area.center.latitude, area.center.longitude].map { Int(($0 * 100).rounded(.down)) }
        key = SHA256.digest(of: secret + "\(cell[0]) \(cell[1]) \(Int((hidden * 100).rounded()))".utf8)
        // The square root makes all places of the circle equally likely.
        let shift = hidden * Self.share(key, "shift").squareRoot()
        center = area.center.destination(bearing: 360 * Self.share(key, "bearing"), distance: shift) ?? area.center
        radius = 1.006 * (hidden + shift) + hidden * 0.5 * Self.share(key, "radius")
        extra = 0.4 * hidden
    }

    /// A number from 0 to below 1 that follows from the key and a text.
    private static func share(_ key: [UInt8], _ text: String) -> Double {
        let digest = SHA256.digest(of: key + text.utf8)
        let word = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Double(word >> 11) * 0x1p-53
    }

    /// The whole circle.
    var area: HiddenArea { HiddenArea(center, radius: radius + extra) }

    /// What to do with a location; to be asked for each in order.
    mutating func verdict(_ location: Location) -> Verdict {
        let coordinate = location.coordinate
        defer { last = coordinate }
        let distance = center.sphericalDistance(to: coordinate)
        guard distance <= radius + extra else {
            visit = nil
            return last.map { passes(from: $0, to: coordinate) } == true ? .showApart : .show
        }
        let limit = visit ?? radius + extra * Self.share(key, Self.text(of: location))
        visit = limit
        return distance <= limit ? .hide : .show
    }

    /// What a visit is known by, so that it is cut alike on each page.
    private static func text(of location: Location) -> String {
        if let time = location.timestamp { return "at \(time.timeIntervalSince1970)" }
        return "in \(location.coordinate.latitude) \(location.coordinate.longitude)"
    }

    /// Whether a line between two locations passes the circle, both of which are outside.
    private func passes(from: Coordinate, to: Coordinate) -> Bool {
        let length = from.sphericalDistance(to: to)
        // A straight line of the map is beside the great circle.
        let slack = length * length / (8 * Earth.meanRadius) / max(cos(from.latitude * .pi / 180), 0.05)
        let limit = radius + slack
        let squared = CartesianPoint(center).squaredDistance(toLineFrom: CartesianPoint(from), to: CartesianPoint(to))
        return squared <= limit * limit
    }

    /// Begins a new line, which nothing leads to.
    mutating func startLine() { last = nil }

    /// Begins a new track.
    mutating func startTrack() {
        last = nil
        visit = nil
    }
}

import FoundationEssentials
import Glibc
import LKFormats
import LKGeo
import LKTracks

/// Cuts a circle out of tracks whose middle is not the one that is to be hidden.
///
/// The middle is moved by up to the radius, in a direction and by a distance that follow from a secret and the circle: pages that are
/// made anew, and others with the same circle, tell nothing more. The radius of the cut does not depend on how far the middle was
/// moved, so that the hidden middle may be anywhere within the hidden radius of the middle of the cut. Each visit is cut a little more
/// by an extra of its own, which follows from the secret and its time.
struct TrackTrim: Sendable {
    /// What becomes of a location.
    enum Verdict {
        case shown
        /// It is shown, but not connected with the one before: the line would lead through the circle.
        case shownApart
        case hidden
    }

    /// The circle that is to be hidden.
    let given: HiddenArea
    /// Whether anything was cut out of a track so far.
    private(set) var hasCut = false

    private let key: AuthenticationKey
    /// Identifies the circle.
    private let circle: [UInt8]
    private let center: Coordinate
    private let radius: Double
    private let extra: Double
    /// How far from the middle the present visit is cut.
    private var visit: Double?
    private var last: Coordinate?

    init(_ area: HiddenArea, secret: [UInt8]) {
        given = area
        key = AuthenticationKey(secret)
        let hidden = min(max(area.radius, 0), 1e7)
        let rounded = RoundedCircle(area.center, radius: hidden)
        circle = rounded.bytes
        let numbers = Self.numbers(circle, key)
        // The square root makes all places of the circle equally likely.
        let shift = rounded.radius * numbers.0.squareRoot()
        center = rounded.center.destination(bearing: 360 * numbers.1, distance: shift) ?? rounded.center
        // The greatest shift, and the greatest distance of the rounded middle from the one that is hidden: 0.142 of the radius. Only at
        // a pole that may be more.
        radius = max(
            1.006 * 2.15 * rounded.radius, 1.006 * (hidden + center.sphericalDistance(to: area.center)))
        extra = 0.4 * rounded.radius
    }

    /// The whole circle.
    var area: HiddenArea { HiddenArea(center, radius: radius + extra) }

    /// The radii with which visits are cut.
    var radii: ClosedRange<Double> { radius...radius + extra }

    /// Judges the next location; must be called for each in order.
    mutating func verdict(on location: Location) -> Verdict {
        let verdict = judged(location)
        if verdict != .shown { hasCut = true }
        return verdict
    }

    private mutating func judged(_ location: Location) -> Verdict {
        let coordinate = location.coordinate
        let former = last
        last = coordinate
        let distance = center.sphericalDistance(to: coordinate)
        let isAround = distance <= radius + extra
        var limit = visit
        if isAround {
            limit = limit ?? self.limit(of: location)
            visit = limit
            if let limit, distance <= limit { return .hidden }
        } else {
            visit = nil
        }
        guard let former, isNear(former, coordinate, distance) else { return .shown }
        return passes(from: former, to: coordinate, within: limit ?? self.limit(of: location)) ? .shownApart : .shown
    }

    /// Begins a new track.
    mutating func startTrack() {
        visit = nil
        last = nil
    }

    /// Begins a new line, which is not connected with the one before.
    mutating func startSegment() { last = nil }

    /// Returns the distance at which a visit that begins at a location is cut.
    private func limit(of location: Location) -> Double {
        var bytes = circle
        // Rounded, so that the same track from another program is cut in the same place.
        if let time = location.timestamp?.timeIntervalSince1970, time.magnitude < 1e12 {
            bytes.append(integer: Int64((time / 600).rounded(.down)))
        } else {
            bytes.append(integer: Int64((location.coordinate.latitude * 1e4).rounded()))
            bytes.append(integer: Int64((location.coordinate.longitude * 1e4).rounded()))
        }
        return radius + extra * Self.numbers(bytes, key).0
    }

    /// Derives two numbers from 0 to 1 from the key.
    private static func numbers(_ bytes: [UInt8], _ key: AuthenticationKey) -> (Double, Double) {
        let code = key.code(of: bytes)
        func number(_ bytes: ArraySlice<UInt8>) -> Double {
            Double(bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 11) * 0x1p-53
        }
        return (number(code[0..<8]), number(code[8..<16]))
    }
}

extension TrackTrim {
    /// Returns whether a line may pass through the circle; most are too short.
    private func isNear(_ former: Coordinate, _ coordinate: Coordinate, _ distance: Double) -> Bool {
        let length = former.sphericalDistance(to: coordinate)
        return length > 50_000 || distance <= radius + extra + 1.5 * length
    }

    /// Returns whether the way between two points passes through the circle: the shortest one, or the straight line on
    /// the map.
    private func passes(from start: Coordinate, to end: Coordinate, within limit: Double) -> Bool {
        let away = CartesianPoint(center).squaredDistance(toLineFrom: CartesianPoint(start), to: CartesianPoint(end))
        return away <= limit * limit || passesOnMap(from: start, to: end, within: limit)
    }

    /// Returns whether the straight line on a Mercator map passes through the circle.
    private func passesOnMap(from start: Coordinate, to end: Coordinate, within limit: Double) -> Bool {
        func height(_ coordinate: Coordinate) -> Double {
            atanh(sin(min(max(coordinate.latitude, -85.06), 85.06) * .pi / 180))
        }
        func turned(_ degrees: Double) -> Double { degrees - 360 * (degrees / 360).rounded() }
        let middle = height(center)
        let (x, y) = (turned(start.longitude - center.longitude), height(start) - middle)
        let (dx, dy) = (turned(end.longitude - start.longitude) * .pi / 180, height(end) - height(start))
        let square = dx * dx + dy * dy
        // The line may go on beyond the edge of the map.
        return [-360.0, 0, 360].contains { turn in
            let left = (x + turn) * .pi / 180
            let share = square > 0 ? min(max(-(left * dx + y * dy) / square, 0), 1) : 0
            let latitude = asin(tanh(middle + y + share * dy)) * 180 / .pi
            let longitude = turned(center.longitude + (left + share * dx) * 180 / .pi)
            guard let nearest = Coordinate(latitude: latitude, longitude: longitude) else { return false }
            return center.sphericalDistance(to: nearest) <= limit
        }
    }
}

/// A circle of which nearly equal ones make the same: its radius has two digits, and its middle is one of a grid of a fifth of the radius.
private struct RoundedCircle {
    let center: Coordinate
    let radius: Double
    let bytes: [UInt8]

    init(_ center: Coordinate, radius: Double) {
        guard radius >= 0.01 else {
            self.center = center
            self.radius = radius
            bytes = []
            return
        }
        let digit = pow(10, log10(radius).rounded(.down) - 1)
        // Less a little, so that 300 does not become 310 by an error of rounding.
        self.radius = (radius / digit - 1e-6).rounded(.up) * digit
        let step = self.radius / 5 / 111_195
        let row = (center.latitude / step).rounded()
        let latitude = min(max(row * step, -90), 90)
        let width = min(step / max(cos(latitude * .pi / 180), 1e-9), 360)
        let column = (center.longitude / width).rounded()
        let longitude = column * width
        self.center =
            Coordinate(latitude: latitude, longitude: longitude - 360 * (longitude / 360).rounded()) ?? center
        var bytes: [UInt8] = []
        for value in [(self.radius * 100).rounded(), row, column] { bytes.append(integer: Int64(value)) }
        self.bytes = bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(integer: Int64) {
        for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: integer >> Int64(shift))) }
    }
}

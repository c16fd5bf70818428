import FoundationEssentials
import Geo

/// Builds points from the elements of a GPX file.
final class GPXParser: XMLStream.Handler {
    /// No text of sense inside a point is longer than this, in bytes.
    static let longestText = 1 << 16

    private(set) var warnings: [GPXReader.Warning] = []
    private(set) var warningCount = 0
    weak var stream: XMLStream?

    private var points: [GPXReader.Point] = []
    private var builder: GPXPointBuilder?
    private var startsSegment = true
    private var sawRoot = false
    /// The text of the element at hand, gathered only inside points.
    private var text: [UInt8] = []
    /// Elements open inside the point: a name counts at its own depth, values of extensions at any.
    private var depth = 0

    func takePoints() -> [GPXReader.Point] {
        defer { points = [] }
        return points
    }

    func start(_ name: String, _ attributes: (String) -> String?, line: Int) {
        if !sawRoot {
            sawRoot = true
            if name != "gpx" {
                let message = "the root element is <\(name.prefix(40))>, not <gpx>: this is no GPX file"
                stream.map { $0.refuse(TrackFormatError(code: .malformed, message: $0.located(message))) }
                return
            }
        }
        if builder != nil {
            depth += 1
            text.removeAll(keepingCapacity: true)
            return
        }
        switch name {
        case "trk", "trkseg", "rte": startsSegment = true
        case "trkpt": begin(.track, attributes, line)
        case "rtept": begin(.route, attributes, line)
        case "wpt": begin(.waypoint, attributes, line)
        default: break
        }
    }

    func end(_ name: String) {
        guard builder != nil else { return }
        if depth == 0 {
            finish()
        } else {
            if let message = builder?.set(name, text[...], depth: depth) { warn(message) }
            text.removeAll(keepingCapacity: true)
            depth -= 1
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard builder != nil, depth > 0 else { return }
        guard text.count + bytes.count <= Self.longestText else {
            stream.map { $0.refuse($0.tooLarge("a text longer than \(Self.longestText) bytes")) }
            return
        }
        text.append(contentsOf: bytes)
    }

    private func begin(_ kind: GPXReader.Point.Kind, _ attributes: (String) -> String?, _ line: Int) {
        let latitude = attributes("lat") ?? ""
        let longitude = attributes("lon") ?? ""
        builder = GPXPointBuilder(kind: kind, line: line, latitude: latitude, longitude: longitude)
        depth = 0
    }

    private func finish() {
        guard let builder else { return }
        self.builder = nil
        let isSingle = builder.kind == .waypoint
        guard let point = builder.point(startsSegment: isSingle || startsSegment) else {
            warn(
                "latitude \"\(builder.latitude.prefix(40))\", longitude \"\(builder.longitude.prefix(40))\" are no position",
                builder.line)
            return
        }
        points.append(point)
        if !isSingle { startsSegment = false }
    }

    private func warn(_ message: String, _ line: Int? = nil) {
        warningCount += 1
        if warnings.count < 100 {
            warnings.append(GPXReader.Warning(line: line ?? stream?.line ?? 0, message: message))
        }
    }
}

/// The names of the GPX elements that are read or written.
enum GPXName: String, CaseIterable {
    case gpx, metadata, extensions, trk, trkseg, trkpt, rte, rtept, wpt
    case ele, time, magvar, geoidheight, name, cmt, desc, src, link, sym, type, fix, sat, hdop, vdop, pdop
    case ageofdgpsdata, dgpsid, speed, course, number, author, copyright, keywords, bounds

    /// Names of up to eight bytes, each packed into one integer, most frequent first.
    ///
    /// `long` has the others.
    private static let short: [(key: UInt64, name: GPXName)] = {
        let frequent: [GPXName] = [.trkpt, .ele, .time, .extensions]
        return (frequent + allCases).filter { $0.rawValue.utf8.count <= 8 }.map { (key(Array($0.rawValue.utf8)), $0) }
    }()
    private static let long = allCases.filter { $0.rawValue.utf8.count > 8 }.map { (Array($0.rawValue.utf8), $0) }

    init?(_ text: UnsafeBufferPointer<UInt8>) {
        if text.count <= 8 {
            let key = Self.key(text)
            for candidate in Self.short where candidate.key == key {
                self = candidate.name
                return
            }
        } else {
            for (bytes, name) in Self.long where bytes.elementsEqual(text) {
                self = name
                return
            }
        }
        return nil
    }

    private static func key(_ text: some Collection<UInt8>) -> UInt64 {
        text.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Whether it is a child of a point with text that is read.
    var isLeafOfPoint: Bool {
        switch self {
        // In GPX 1.0 speed and course are children of the point.
        case .ele, .time, .geoidheight, .name, .desc, .sym, .fix, .sat, .hdop, .speed, .course: true
        default: false
        }
    }

    /// The schema's order for the children of a point, a track or route, and the metadata (`wptType`, `trkType`,
    /// `metadataType`).
    static let pointOrder: [GPXName] = [
        .ele, .time, .magvar, .geoidheight, .name, .cmt, .desc, .src, .link, .sym, .type, .fix, .sat, .hdop, .vdop,
        .pdop, .ageofdgpsdata, .dgpsid,
    ]
    static let trackOrder: [GPXName] = [.name, .cmt, .desc, .src, .link, .number, .type]
    static let metadataOrder: [GPXName] = [
        .name, .desc, .author, .copyright, .link, .time, .keywords, .bounds,
    ]

    /// The name of an element that the writer writes.
    var tag: StaticString {
        switch self {
        case .ele: "ele"
        case .time: "time"
        case .geoidheight: "geoidheight"
        case .name: "name"
        case .desc: "desc"
        case .sym: "sym"
        case .fix: "fix"
        case .sat: "sat"
        case .hdop: "hdop"
        default: ""
        }
    }
}

/// The namespaces in written GPX files.
enum GPXNamespace {
    static let gpx = "http://www.topografix.com/GPX/1/1"
    /// Garmin's namespace, whose version 2 has speed and course.
    static let trackPoint = "http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
    /// LocationKit's namespace, with one element `location`; see `Docs/Formats/GPX.md`.
    static let own = "urn:locationkit:gpx:1"
}

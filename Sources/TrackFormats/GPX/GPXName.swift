/// The elements of GPX that are understood.
enum GPXName: String, CaseIterable {
    case gpx, metadata, extensions, trk, trkseg, trkpt, rte, rtept, wpt
    case ele, time, magvar, geoidheight, name, cmt, desc, src, link, sym, type, fix, sat, hdop, vdop, pdop
    case ageofdgpsdata, dgpsid, speed, course, number, author, copyright, keywords, bounds

    /// Names by length, so that few are compared.
    private static let byLength: [[(bytes: [UInt8], name: GPXName)]] = (0...16).map { length in
        allCases.filter { $0.rawValue.utf8.count == length }.map { (Array($0.rawValue.utf8), $0) }
    }

    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count < Self.byLength.count else { return nil }
        for candidate in Self.byLength[text.count] where candidate.bytes.elementsEqual(text) {
            self = candidate.name
            return
        }
        return nil
    }

    /// The order of the elements of a point, a track or route, and the metadata (`wptType`, `trkType`, `metadataType`).
    static let pointOrder: [GPXName] = [
        .ele, .time, .magvar, .geoidheight, .name, .cmt, .desc, .src, .link, .sym, .type, .fix, .sat, .hdop, .vdop,
        .pdop, .ageofdgpsdata, .dgpsid,
    ]
    static let trackOrder: [GPXName] = [.name, .cmt, .desc, .src, .link, .number, .type]
    static let metadataOrder: [GPXName] = [
        .name, .desc, .author, .copyright, .link, .time, .keywords, .bounds,
    ]

    /// The name of an element that is written from a value.
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

/// The quantities of a ``TrackPoint`` other than latitude and longitude, with their names in files.
///
/// One table for LocationKit's GPX extension, GeoJSON properties, KML data and CSV columns.
enum TrackField: UInt8, CaseIterable {
    case timestamp, altitude, ellipsoidalAltitude, horizontalAccuracy, accuracyEstimator, verticalAccuracy
    case speed, speedAccuracy, course, courseAccuracy, verticalSpeed
    case fix, correction, satellitesUsed, satellitesVisible, hdop, timestampDoubt, device, simulated
    case name, note, symbol

    /// The name in JSON, KML and XML attributes.
    var key: StaticString {
        switch self {
        case .timestamp: "timestamp"
        case .altitude: "altitude"
        case .ellipsoidalAltitude: "ellipsoidalAltitude"
        case .horizontalAccuracy: "horizontalAccuracy"
        case .accuracyEstimator: "accuracyEstimator"
        case .verticalAccuracy: "verticalAccuracy"
        case .speed: "speed"
        case .speedAccuracy: "speedAccuracy"
        case .course: "course"
        case .courseAccuracy: "courseAccuracy"
        case .verticalSpeed: "verticalSpeed"
        case .fix: "fix"
        case .correction: "correction"
        case .satellitesUsed: "satellitesUsed"
        case .satellitesVisible: "satellitesVisible"
        case .hdop: "hdop"
        case .timestampDoubt: "timestampDoubt"
        case .device: "device"
        case .simulated: "simulated"
        case .name: "name"
        case .note: "description"
        case .symbol: "symbol"
        }
    }

    /// Every quantity is below this number; larger values are invalid and never written.
    static let maximumMagnitude = 1e9

    /// Whether values are words rather than numbers or booleans.
    var isText: Bool {
        switch self {
        case .timestamp, .accuracyEstimator, .fix, .correction, .timestampDoubt, .device, .name, .note, .symbol: true
        default: false
        }
    }

    /// The names that programs use, folded by ``folded(_:)``.
    private var names: [String] {
        switch self {
        case .timestamp:
            [
                "time", "datetime", "isotime", "utc", "utctime", "when", "gpstime", "timestampms", "times",
                "coordtimes",
                "fixtime", "devicetime", "servertime", "tst",
            ]
        case .altitude: ["alt", "ele", "elevation", "altitudem", "elevationm", "height", "elem", "msl", "altitudes"]
        case .ellipsoidalAltitude: ["hae", "altitudehae", "ellipsoidalheight"]
        case .horizontalAccuracy:
            ["accuracy", "acc", "hacc", "accuracym", "horizontalaccuracym", "haccuracy", "accuracies"]
        case .verticalAccuracy: ["vacc", "vaccuracy", "verticalaccuracym"]
        case .speed: ["speedms", "velocity", "speeds", "speedmps", "vel"]
        case .speedAccuracy: ["sacc", "speedaccuracyms"]
        case .course: ["heading", "bearing", "direction", "cog", "courses", "headings", "bearings"]
        case .courseAccuracy: ["bearingaccuracy", "headingaccuracy"]
        case .verticalSpeed: ["climb", "vspeed", "verticalspeedms"]
        case .satellitesUsed: ["satellites", "sat", "sats", "numsats", "satused"]
        case .satellitesVisible: ["satvisible", "satinview"]
        case .hdop: ["horizontaldilution"]
        case .name: ["title"]
        case .note: ["desc", "note", "comment", "annotation"]
        case .symbol: ["sym", "icon"]
        default: []
        }
    }

    private static let byName: [String: TrackField] = {
        var all: [String: TrackField] = [:]
        for field in allCases {
            for name in field.names { all[name] = field }
        }
        for field in allCases { all[folded("\(field.key)")] = field }
        return all
    }()

    /// Creates the quantity with a name used by some program.
    init?(named name: String) {
        guard let field = Self.byName[Self.folded(name)] else { return nil }
        self = field
    }

    /// Returns a name in lower case without separators between words and without the sign for degrees.
    static func folded(_ name: String) -> String {
        let letters = name.utf8.contains { $0 >= 0x80 } ? name.filter { $0 != "°" && $0 != "º" } : name
        return String(decoding: letters.lowercased().utf8.filter { $0 >= 0x80 || $0.isLetterOrDigit }, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    fileprivate var isLetterOrDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}

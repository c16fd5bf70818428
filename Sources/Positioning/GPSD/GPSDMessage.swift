import Geo

/// One line of gpsd's JSON protocol, as far as positions need it.
enum GPSDMessage: Sendable {
    case version(release: String)
    case devices([GPSDDevice])
    case device(GPSDDevice)
    case watch
    case error(String)
    case fix(GPSDFix)
    case sky(SkyView)
    /// One-sigma errors of latitude and longitude in metres, and the time they belong to.
    case errorStatistics(GPSDErrorStatistics)
    /// A report of another class, or what no report is.
    case other
}

/// A receiver as gpsd lists it.
struct GPSDDevice: Hashable, Sendable {
    var path: String
    var driver: String?
    /// gpsd says `"activated":0` of a receiver that it has closed.
    var isClosed: Bool
}

/// What a TPV report says, in gpsd's own terms.
struct GPSDFix: Sendable {
    /// 0 unknown, 1 none, 2 and 3 dimensions.
    var mode: Int32
    /// Without accuracy, which needs more than one report.
    var location: Location?
    /// The receiver's time as seconds since 1970; 0 when unknown.
    var time: Double
    /// gpsd's error estimates in metres, NaN when unknown.
    var eph: Double
    var epx: Double
    var epy: Double
    var device: String?
}

/// What a GST report says of the horizontal errors.
struct GPSDErrorStatistics: Sendable {
    var time: Double
    var latitudeError: Double
    var longitudeError: Double
    var device: String?
}

import CLKGPS
import FoundationEssentials
import Glibc
import LKGeo

/// Parses gpsd's reports: TPV, SKY, GST and ATT with libgps, the handshake by itself.
///
/// libgps 3.22 never returns from a DEVICES report with five devices and reads no positions from the other classes,
/// so only those four reach it. Its `set` mask is unreliable (it tests only the longitude, and a TPV always claims a
/// status), so every value is checked here. Not thread-safe.
final class GPSDReportParser {
    private let data: UnsafeMutablePointer<gps_data_t>
    /// The last device's name, cached because it rarely changes.
    private var device: String?

    /// Creates a parser.
    ///
    /// - Throws: `PositioningError` with the code `missing` when libgps is not installed.
    init() throws(PositioningError) {
        var reason = [CChar](repeating: 0, count: Int(CGPS_ERROR_SIZE))
        guard let data = cgps_open(&reason) else {
            let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw PositioningError(
                .missing,
                "libgps cannot be loaded (\(text))",
                advice: "install it: sudo apt-get install \(String(cString: cgps_package()))"
            )
        }
        self.data = data
    }

    deinit { cgps_close(data) }

    /// Parses one line.
    ///
    /// - Parameter line: The line without its newline, followed by a zero byte within the buffer's `count`; changed.
    /// - Returns: The message; `.other` when it is not needed here.
    func parse(_ line: UnsafeMutableBufferPointer<UInt8>) -> GPSDMessage {
        if let message = parseReport(line) { return message }
        // Written by another program in some other JSON formatting: libgps can parse only gpsd's.
        guard line.count > 2, var canonical = ReportText.canonical(UnsafeBufferPointer(rebasing: line.dropLast()))
        else {
            return .other
        }
        return canonical.withUnsafeMutableBufferPointer { parseReport($0) } ?? .other
    }

    /// Parses a line in gpsd's formatting; returns `nil` for any other.
    private func parseReport(_ line: UnsafeMutableBufferPointer<UInt8>) -> GPSDMessage? {
        guard let base = line.baseAddress, line.count > 2 else { return .other }
        let text = UnsafeBufferPointer(start: base, count: line.count - 1)
        guard Self.isWhole(text), Self.beginsWithClass(text) else { return nil }
        // Names and classes may be written with escapes, which gpsd never uses for letters.
        guard !Self.contains(text, "\\u") || Self.isHandshake(text) else { return nil }
        guard let kind = Self.kind(of: text) else { return .other }
        switch kind {
        case .fix, .sky, .errorStatistics, .attitude:
            guard ReportGrammar.isReport(text), !Self.contains(text, ":null") else { return nil }
            // libgps stops at a nested object and would miss what follows.
            if kind != .sky, memchr(base + 1, Int32(UInt8(ascii: "{")), text.count - 1) != nil { return nil }
            let listsSatellites = kind == .sky && Self.contains(text, #""satellites":[{"#)
            cgps_clear_device(data)
            if kind == .attitude { cgps_clear_attitude(data) }
            if listsSatellites, !Self.contains(text, #""nSat":"#) {
                unpackUncounted(line)
            } else {
                base.withMemoryRebound(to: CChar.self, capacity: line.count) { cgps_unpack(data, $0) }
            }
            noteDevice()
            // More satellites than libgps supports do not mean an empty sky.
            if listsSatellites, data.pointee.satellites_visible == 0 { return .other }
            return read(kind)
        case .handshake: return GPSDHandshake.parse(text)
        }
    }

    /// Makes libgps read a list of satellites without a count.
    ///
    /// Older gpsd sends no count, and libgps 3.25 then takes the list to be empty. With any count it counts the list
    /// itself, as libgps 3.22 always does.
    private func unpackUncounted(_ line: UnsafeMutableBufferPointer<UInt8>) {
        let number: StaticString = #"{"nSat":1,"#
        var counted = Array(UnsafeBufferPointer(start: number.utf8Start, count: number.utf8CodeUnitCount))
        counted += line.dropFirst()
        counted.withUnsafeMutableBytes { cgps_unpack(data, $0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
    }

    /// Returns whether a line is a report of gpsd's protocol, of any class.
    static func isReport(_ line: [UInt8]) -> Bool {
        line.withUnsafeBufferPointer { text in
            guard isWhole(text) else { return false }
            if beginsWithClass(text) { return ReportGrammar.isReport(text) }
            guard let canonical = ReportText.canonical(text) else { return false }
            return canonical.dropLast().withUnsafeBufferPointer(ReportGrammar.isReport)
        }
    }

    private enum Kind { case fix, sky, errorStatistics, attitude, handshake }

    /// Returns whether a line starts and ends like an object and contains no zero byte.
    private static func isWhole(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.first == UInt8(ascii: "{") && text.last == UInt8(ascii: "}")
            && memchr(text.baseAddress!, 0, text.count) == nil
    }

    private static let beginning: StaticString = #"{"class":""#

    private static func beginsWithClass(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let length = beginning.utf8CodeUnitCount
        return text.count > length && memcmp(text.baseAddress!, beginning.utf8Start, length) == 0
    }

    private static func kind(of text: UnsafeBufferPointer<UInt8>) -> Kind? {
        let length = beginning.utf8CodeUnitCount
        guard text.count > length + 4 else { return nil }
        switch (text[length], text[length + 1], text[length + 2], text[length + 3]) {
        case (UInt8(ascii: "T"), UInt8(ascii: "P"), UInt8(ascii: "V"), UInt8(ascii: "\"")): return .fix
        case (UInt8(ascii: "S"), UInt8(ascii: "K"), UInt8(ascii: "Y"), UInt8(ascii: "\"")): return .sky
        case (UInt8(ascii: "G"), UInt8(ascii: "S"), UInt8(ascii: "T"), UInt8(ascii: "\"")): return .errorStatistics
        case (UInt8(ascii: "A"), UInt8(ascii: "T"), UInt8(ascii: "T"), UInt8(ascii: "\"")): return .attitude
        case (UInt8(ascii: "D"), _, _, _), (UInt8(ascii: "V"), _, _, _), (UInt8(ascii: "W"), _, _, _),
            (UInt8(ascii: "E"), _, _, _):
            return .handshake
        default: return nil
        }
    }

    private static func isHandshake(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if case .handshake = kind(of: text) { true } else { false }
    }

    private static func contains(_ text: UnsafeBufferPointer<UInt8>, _ part: StaticString) -> Bool {
        cgps_find(text.baseAddress!, text.count, part.utf8Start, part.utf8CodeUnitCount) != nil
    }

    private func noteDevice() {
        let path = cgps_device(data)
        if path.pointee == 0 {
            device = nil
        } else if device?.withCString({ strcmp($0, path) }) != 0 {
            device = String(cString: path)
        }
    }

    private func read(_ kind: Kind) -> GPSDMessage {
        switch kind {
        case .fix: return .fix(fix())
        case .sky: return .sky(sky())
        case .errorStatistics:
            let gst = cgps_gst(data)
            return .errorStatistics(
                GPSDErrorStatistics(
                    time: Self.seconds(gst.utctime), latitudeError: gst.lat_err_deviation,
                    longitudeError: gst.lon_err_deviation, device: device))
        case .attitude:
            let attitude = cgps_attitude(data)
            let time = Self.seconds(attitude.mtime)
            let heading = LocationManager.Heading(
                degrees: attitude.heading, timestamp: time > 0 ? Date(timeIntervalSince1970: time) : nil, device: device
            )
            return heading.map { .heading($0) } ?? .other
        case .handshake: return .other
        }
    }

    private func fix() -> GPSDFix {
        let fix = data.pointee.fix
        let time = Self.seconds(fix.time)
        return GPSDFix(
            mode: fix.mode, location: location(fix, time: time), time: time, eph: fix.eph, epx: fix.epx, epy: fix.epy,
            device: device)
    }

    /// Returns the location of a report with mode 2 or 3 and a valid latitude and longitude other than exactly 0, 0.
    private func location(_ fix: gps_fix_t, time: Double) -> Location? {
        // A longitude beyond 180 degrees is invalid here rather than another turn around the Earth.
        guard fix.mode == 2 || fix.mode == 3, abs(fix.longitude) <= 180,
            // What receivers without a position report.
            fix.latitude != 0 || fix.longitude != 0,
            let coordinate = Coordinate(latitude: fix.latitude, longitude: fix.longitude)
        else { return nil }
        var location = Location(coordinate: coordinate, source: .gpsd)
        location.fix = fix.mode == 3 ? .threeDimensional : .twoDimensional
        location.correction = Location.Correction(gpsdStatus: Int(fix.status))
        location.altitude = Self.value(fix.altMSL, in: Self.altitudes)
        location.ellipsoidalAltitude = Self.value(fix.altHAE, in: Self.altitudes)
        location.verticalAccuracy = Self.error(fix.epv).flatMap { Accuracy.vertical(epv: $0) }
        location.speed = Self.value(fix.speed, in: 0...Self.fastest)
        location.speedAccuracy = Self.deviation(fix.eps)
        location.course = Self.value(fix.track, in: 0...360).map { $0 == 360 ? 0 : $0 }
        location.courseAccuracy = Self.deviation(fix.epd)
        location.verticalSpeed = Self.value(fix.climb, in: -Self.fastest...Self.fastest)
        location.timestamp = time > 0 ? Date(timeIntervalSince1970: time) : nil
        location.device = device
        return location
    }

    private func sky() -> SkyView {
        let count = min(max(0, data.pointee.satellites_visible), cgps_max_satellites)
        var view = SkyView(
            satellites: (0..<count).map { index in
                let satellite = cgps_satellite(data, index)
                return SkyView.Satellite(
                    id: Int(satellite.PRN), elevation: Self.value(satellite.elevation, in: -90...90),
                    azimuth: Self.value(satellite.azimuth, in: 0...360),
                    signal: satellite.ss >= 0 && satellite.ss < 255 ? satellite.ss : nil, isUsed: satellite.used)
            })
        view.horizontalDilution = Self.error(data.pointee.dop.hdop)
        view.verticalDilution = Self.error(data.pointee.dop.vdop)
        view.positionDilution = Self.error(data.pointee.dop.pdop)
        let time = Self.seconds(data.pointee.skyview_time)
        view.timestamp = time > 0 ? Date(timeIntervalSince1970: time) : nil
        view.device = device
        return view
    }

    private static func seconds(_ time: timespec) -> Double { Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 }

    /// Plausible altitudes in metres: from below the deepest sea to beyond all satellites.
    private static let altitudes = -20_000.0...100_000_000
    /// The highest plausible speed in metres per second, above that of a flight to the Moon.
    private static let fastest = 100_000.0
    /// The largest plausible error in metres: half the Earth's circumference.
    private static let maximumError = 21_000_000.0

    private static func value(_ value: Double, in range: ClosedRange<Double>) -> Double? {
        range.contains(value) ? value : nil
    }

    /// Returns the standard deviation for a 95 % error from gpsd.
    private static func deviation(_ value: Double) -> Double? { error(value).map { $0 / 1.96 } }

    /// Returns an error or dilution; zero means unknown.
    private static func error(_ value: Double) -> Double? { value > 0 && value <= maximumError ? value : nil }
}

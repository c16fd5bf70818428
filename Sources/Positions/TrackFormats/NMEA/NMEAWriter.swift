package import FoundationEssentials
import LKFormats
package import LKGeo

/// Writes positions as the NMEA 0183 sentences of a receiver.
///
/// One epoch is `GGA`, `GSA`, `GSV`, `GST`, `RMC`, in this order: gpsd and ``NMEADecoder`` treat the last sentence with
/// a time as the end of the epoch, and by then have all values. Unknown values are empty fields.
///
/// ```swift
/// for sentence in NMEAWriter().sentences(for: location) { print(sentence, terminator: "") }
/// ```
package struct NMEAWriter: Sendable {
    /// Creates a writer.
    package init() {}

    /// Returns the sentences of one epoch with a position, each with checksum, CR and LF.
    ///
    /// A fix of unknown dimensions counts as three-dimensional if it has an altitude. Readers infer three dimensions
    /// from an altitude and four satellites, so a two-dimensional fix is written without altitude and with three
    /// satellites. The altitude is that above mean sea level; NMEA cannot express one above the ellipsoid alone.
    /// Locations should have times: without them readers treat the second `GGA` as a repetition, and distrust its
    /// quality and its `GSA`.
    ///
    /// - Parameters:
    ///   - location: The position; its numbers are preserved to 1e-9 degrees, its time to the millisecond.
    ///   - sky: The satellites in view, if known.
    /// - Returns: The sentences, in sending order.
    package func sentences(for location: Location, sky: SkyView? = nil) -> [String] {
        let is3D =
            (location.fix ?? (location.altitude == nil ? .twoDimensional : .threeDimensional)) == .threeDimensional
        let used = usedSatellites(sky, is3D: is3D)
        var all = [gga(location, sky, is3D: is3D)]
        let mode = is3D ? 3 : 2
        all += gsa(used, mode: mode, sky: sky, horizontal: location.horizontalDilution ?? sky?.horizontalDilution)
        if let sky { all += gsv(sky) }
        if let gst = gst(location) { all.append(gst) }
        all.append(rmc(location))
        return all.map(Self.finished)
    }

    /// Returns the sentences of one epoch of a receiver without a position.
    ///
    /// - Parameters:
    ///   - time: The receiver's time, if it has one.
    ///   - sky: The satellites in view, if known.
    /// - Returns: The sentences, in sending order.
    package func sentencesWithoutFix(at time: Date?, sky: SkyView? = nil) -> [String] {
        let stamp = NMEATimestamp(time)
        var all = ["GPGGA,\(stamp.time),,,,,0,00,99.99,,,,,,"]
        all.append("GPGSA,A,1" + String(repeating: ",", count: 12) + ",99.99,99.99,99.99")
        if let sky { all += gsv(sky) }
        all.append("GPRMC,\(stamp.time),V,,,,,,,\(stamp.date),,,N")
        return all.map(Self.finished)
    }

    private static func finished(_ body: String) -> String {
        let sum = NMEAChecksum.of(body.utf8)
        return "$\(body)*\(sum.hexadecimal(width: 2, uppercase: true))\r\n"
    }

    private func gga(_ location: Location, _ sky: SkyView?, is3D: Bool) -> String {
        let known = sky?.count.used ?? location.satellites?.used ?? 0
        let used = is3D ? max(known, 4) : 3
        let dilution = Decimals.text(location.horizontalDilution ?? sky?.horizontalDilution, 2)
        let altitude = is3D ? location.altitude : nil
        let separation = altitude.flatMap { msl in location.ellipsoidalAltitude.map { $0 - msl } }
        let heights = "\(Decimals.text(altitude, 3)),M,\(Decimals.text(separation, 3)),M"
        let stamp = NMEATimestamp(location.timestamp)
        let count = min(used, 99).padded(to: 2)
        return
            "GPGGA,\(stamp.time),\(Self.angles(location.coordinate)),\(quality(location.correction)),\(count),\(dilution),\(heights),,"
    }

    private func rmc(_ location: Location) -> String {
        let stamp = NMEATimestamp(location.timestamp)
        let knots = location.speed.map { $0 / NMEADecoder.metresPerSecondPerKnot }
        // 359.9996 rounds to 360, which must be 0.
        let course = location.course.map { $0 >= 359.9995 ? 0 : $0 }
        return
            "GPRMC,\(stamp.time),A,\(Self.angles(location.coordinate)),\(Decimals.text(knots, 4)),\(Decimals.text(course, 3)),\(stamp.date),,,\(mode(location.correction))"
    }

    private func gst(_ location: Location) -> String? {
        guard let accuracy = location.horizontalAccuracy else { return nil }
        // Equal errors on both axes that yield the same radius when read.
        let sigma = Decimals.text(accuracy.radius / Self.radiusPerSigma, 4)
        let stamp = NMEATimestamp(location.timestamp)
        return "GPGST,\(stamp.time),,,,,\(sigma),\(sigma),\(Decimals.text(location.verticalAccuracy, 4))"
    }

    private static let radiusPerSigma = Accuracy.gst(latitudeError: 1, longitudeError: 1)?.radius ?? 1.5096

    private func quality(_ correction: Location.Correction?) -> Int {
        switch correction {
        case nil: 1
        case .dgps: 2
        case .precise: 3
        case .rtkFixed: 4
        case .rtkFloat: 5
        case .deadReckoning, .combined: 6
        case .surveyed: 7
        case .simulated: 8
        }
    }

    private func mode(_ correction: Location.Correction?) -> Character {
        switch correction {
        case .dgps: "D"
        case .rtkFixed: "R"
        case .rtkFloat: "F"
        case .deadReckoning, .combined: "E"
        default: "A"
        }
    }

    /// Formats minutes with eight decimals: a fifth of a millimetre.
    private static func angles(_ coordinate: Coordinate) -> String {
        let latitude = angle(coordinate.latitude, degreeDigits: 2)
        let longitude = angle(coordinate.longitude, degreeDigits: 3)
        return "\(latitude),\(coordinate.latitude < 0 ? "S" : "N"),\(longitude),\(coordinate.longitude < 0 ? "W" : "E")"
    }

    private static func angle(_ degrees: Double, degreeDigits: Int) -> String {
        // Integer units carry correctly from 59.99999999 minutes to the next degree.
        let units = Int((abs(degrees) * 6e9).rounded())
        let whole = (units / 6_000_000_000).padded(to: degreeDigits)
        let minutes = units % 6_000_000_000
        return "\(whole)\((minutes / 100_000_000).padded(to: 2)).\((minutes % 100_000_000).padded(to: 8))"
    }
}

extension NMEAWriter {
    /// Returns the satellites for GSA; at most three for a two-dimensional fix, since four mean three dimensions.
    func usedSatellites(_ sky: SkyView?, is3D: Bool) -> [Int] {
        let used = sky?.satellites.filter { $0.isUsed && $0.id > 0 }.map(\.id) ?? []
        return is3D ? used : Array(used.prefix(3))
    }

    /// Returns GSA of the GPS talker, or of `GN` in groups of twelve when there are more satellites or other systems.
    func gsa(_ used: [Int], mode: Int, sky: SkyView?, horizontal: Double?) -> [String] {
        let isPlain = used.count <= 12 && used.allSatisfy { $0 <= 64 }
        let dilutions =
            "\(Decimals.text(sky?.positionDilution, 2)),\(Decimals.text(horizontal, 2)),\(Decimals.text(sky?.verticalDilution, 2))"
        let starts = used.isEmpty ? [0] : Array(stride(from: 0, to: used.count, by: 12))
        return starts.map { start in
            let group = used[start..<min(start + 12, used.count)].map { $0.padded(to: 2) }
            let numbers = (group + Array(repeating: "", count: 12 - group.count)).joined(separator: ",")
            return "\(isPlain ? "GP" : "GN")GSA,A,\(mode),\(numbers),\(dilutions)"
        }
    }

    /// Returns GSV by system, GPS first, four satellites per sentence.
    func gsv(_ sky: SkyView) -> [String] {
        let listed = sky.satellites.filter { $0.id > 0 }
        return ["GP", "GL", "GA", "GB", "QZ"].flatMap { talker in
            gsv(listed.filter { Self.talker(of: $0.id) == talker }, talker)
        }
    }

    private func gsv(_ satellites: [SkyView.Satellite], _ talker: String) -> [String] {
        stride(from: 0, to: satellites.count, by: 4).map { start in
            let head =
                "\(talker)GSV,\((satellites.count + 3) / 4),\(start / 4 + 1),\(satellites.count.padded(to: 2))"
            let group = satellites[start..<min(start + 4, satellites.count)]
            return group.reduce(head) { $0 + "," + Self.block($1) }
        }
    }

    private static func block(_ satellite: SkyView.Satellite) -> String {
        let elevation = whole(satellite.elevation, in: -90...90).map { $0.padded(to: 2) } ?? ""
        let azimuth = whole(satellite.azimuth, in: 0...360).map { ($0 % 360).padded(to: 3) } ?? ""
        let signal = whole(satellite.signal, in: 0...99).map { $0.padded(to: 2) } ?? ""
        return "\(satellite.id.padded(to: 2)),\(elevation),\(azimuth),\(signal)"
    }

    /// Returns a value as an integer; `nil` when the field cannot hold it.
    private static func whole(_ value: Double?, in range: ClosedRange<Double>) -> Int? {
        guard let value, range.contains(value) else { return nil }
        return Int(value.rounded())
    }

    private static func talker(of id: Int) -> String {
        switch id {
        case 65...96: "GL"
        case 301...399: "GA"
        case 401...499: "GB"
        case 193...202: "QZ"
        default: "GP"
        }
    }
}

/// A time as in sentences: `hhmmss.sss` and `ddmmyy`, both empty when unknown.
struct NMEATimestamp {
    let time: String
    let date: String

    init(_ timestamp: Date?) {
        // Two digits represent the years 1980 to 2079.
        guard let seconds = timestamp?.timeIntervalSince1970, seconds >= 315_532_800, seconds < 3_471_292_800 else {
            time = ""
            date = ""
            return
        }
        let milliseconds = Int((seconds * 1000).rounded())
        let day = CivilDate(dayNumber: milliseconds / 86_400_000)
        let rest = milliseconds % 86_400_000
        let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { $0.padded(to: 2) }
        time = clock.joined() + "." + (rest % 1000).padded(to: 3)
        date = [day.day, day.month, day.year % 100].map { $0.padded(to: 2) }.joined()
    }
}

/// Formats numbers with a fixed number of decimals, the same in every locale.
enum Decimals {
    /// Returns the number with `decimals` digits after the point, rounded; empty for `nil`, non-finite and extremely
    /// large values.
    static func text(_ value: Double?, _ decimals: Int) -> String {
        guard let value, value.isFinite, abs(value) < 1e9 else { return "" }
        var scale = 1
        for _ in 0..<decimals { scale *= 10 }
        let units = Int((abs(value) * Double(scale)).rounded())
        let sign = value < 0 && units > 0 ? "-" : ""
        return decimals == 0 ? "\(sign)\(units)" : "\(sign)\(units / scale).\((units % scale).padded(to: decimals))"
    }
}

/// Writes the points of tracks as the NMEA 0183 sentences of a receiver; see ``NMEAWriter``.
///
/// Segments are separated by an epoch without fix. Waypoints, routes, names and descriptions cannot be expressed and
/// are left out.
package final class NMEATrackWriter: TrackWriting {
    private let sink: TrackSink
    private let writer = NMEAWriter()
    private var hasPoints = false
    private var breaks = false
    private var isRoute = false

    /// Creates a writer.
    ///
    /// - Parameter sink: The destination.
    package init(to sink: TrackSink) { self.sink = sink }

    /// Writes an element; see ``TrackWriting/write(_:)``.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable``.
    package func write(_ element: TrackElement) throws(TrackFormatError) {
        switch element {
        case .routeStart: isRoute = true
        case .trackStart, .segmentStart:
            isRoute = false
            breaks = hasPoints
        case .point(let point) where !isRoute:
            if breaks { append(writer.sentencesWithoutFix(at: nil)) }
            (hasPoints, breaks) = (true, false)
            append(writer.sentences(for: point.location))
        default: break
        }
        try sink.flushIfFull()
    }

    /// Flushes the output.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable``.
    package func finish() throws(TrackFormatError) { try sink.flush() }

    private func append(_ sentences: [String]) { for sentence in sentences { sink.bytes += sentence.utf8 } }
}

public import FoundationEssentials
public import Geo

/// Writes positions as the NMEA 0183 sentences that a receiver would send for them.
///
/// One epoch is `GGA`, `GSA`, `GSV`, `GST`, `RMC`, in this order: gpsd, and ``NMEADecoder``, take the last sentence with a time
/// for the end of the epoch, and then have all of it together. What is not known stays an empty field.
///
/// ```swift
/// for sentence in NMEAWriter().sentences(for: location) { print(sentence, terminator: "") }
/// ```
public struct NMEAWriter: Sendable {
    /// Makes a writer.
    public init() {}

    /// The sentences of one epoch with a position, each with checksum, CR and LF.
    ///
    /// A fix whose dimensions are not known counts as three-dimensional when it has an altitude. Readers take an altitude and four
    /// satellites for three dimensions, so a two-dimensional fix is written without altitude and with three satellites. The
    /// altitude is that above mean sea level; one above the ellipsoid alone cannot be said in NMEA. Give locations times: readers take
    /// the `GGA` of two locations without for one that is repeated, and then doubt its quality and its `GSA`.
    ///
    /// - Parameters:
    ///   - location: The position; its numbers come back to 1e-9 degrees, its time to the millisecond.
    ///   - sky: The satellites in view, if known.
    /// - Returns: The sentences, in the order of sending.
    public func sentences(for location: Location, sky: SkyView? = nil) -> [String] {
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

    /// The sentences of one epoch of a receiver that has no position.
    ///
    /// - Parameters:
    ///   - time: The receiver's time, if it has one.
    ///   - sky: The satellites in view, if known.
    /// - Returns: The sentences, in the order of sending.
    public func sentencesWithoutFix(at time: Date?, sky: SkyView? = nil) -> [String] {
        let stamp = NMEATimestamp(time)
        var all = ["GPGGA,\(stamp.time),,,,,0,00,99.99,,,,,,"]
        all.append("GPGSA,A,1" + String(repeating: ",", count: 12) + ",99.99,99.99,99.99")
        if let sky { all += gsv(sky) }
        all.append("GPRMC,\(stamp.time),V,,,,,,,\(stamp.date),,,N")
        return all.map(Self.finished)
    }

    private static func finished(_ body: String) -> String {
        let sum = NMEAChecksum.of(body.utf8)
        return "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
    }

    private func gga(_ location: Location, _ sky: SkyView?, is3D: Bool) -> String {
        let known = sky?.count.used ?? location.satellites?.used ?? 0
        let used = is3D ? max(known, 4) : 3
        let dilution = Decimals.text(location.horizontalDilution ?? sky?.horizontalDilution, 2)
        let altitude = is3D ? location.altitude : nil
        let separation = altitude.flatMap { msl in location.ellipsoidalAltitude.map { $0 - msl } }
        let heights = "\(Decimals.text(altitude, 3)),M,\(Decimals.text(separation, 3)),M"
        let stamp = NMEATimestamp(location.timestamp)
        let count = used < 10 ? "0\(used)" : "\(min(used, 99))"
        return
            "GPGGA,\(stamp.time),\(Self.angles(location.coordinate)),\(quality(location.correction)),\(count),\(dilution),\(heights),,"
    }

    private func rmc(_ location: Location) -> String {
        let stamp = NMEATimestamp(location.timestamp)
        let knots = location.speed.map { $0 / NMEADecoder.metresPerSecondPerKnot }
        // 359.9996 rounds to 360, which is 0.
        let course = location.course.map { $0 >= 359.9995 ? 0 : $0 }
        return
            "GPRMC,\(stamp.time),A,\(Self.angles(location.coordinate)),\(Decimals.text(knots, 4)),\(Decimals.text(course, 3)),\(stamp.date),,,\(mode(location.correction))"
    }

    private func gst(_ location: Location) -> String? {
        guard let accuracy = location.horizontalAccuracy else { return nil }
        // Equal errors on both axes that give the same radius again.
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

    /// Minutes with eight decimals: a fifth of a millimetre.
    private static func angles(_ coordinate: Coordinate) -> String {
        let latitude = angle(coordinate.latitude, degreeDigits: 2)
        let longitude = angle(coordinate.longitude, degreeDigits: 3)
        return "\(latitude),\(coordinate.latitude < 0 ? "S" : "N"),\(longitude),\(coordinate.longitude < 0 ? "W" : "E")"
    }

    private static func angle(_ degrees: Double, degreeDigits: Int) -> String {
        // Whole units keep the carry from 59.99999999 minutes to the next degree right.
        let units = Int((abs(degrees) * 6e9).rounded())
        let whole = Decimals.padded(units / 6_000_000_000, degreeDigits)
        let minutes = units % 6_000_000_000
        return "\(whole)\(Decimals.padded(minutes / 100_000_000, 2)).\(Decimals.padded(minutes % 100_000_000, 8))"
    }
}

/// What a receiver says in one second, as NMEA 0183 sentences.
public struct NMEAEpoch: Sendable {
    /// Seconds since 1970-01-01 UTC, whole.
    public var time: Int
    /// Degrees.
    public var latitude = 35.681236
    /// Degrees.
    public var longitude = 139.767125
    /// 1 for no fix, 2 and 3 for dimensions.
    public var mode = 3
    /// Horizontal dilution of precision; gpsd takes 19 m of error at 95 % for each 1.0.
    public var dilution = 1.0
    /// Satellites in view, all of them used where there is a fix.
    public var satellites = 8
    /// Signal of the satellites in dB-Hz.
    public var signal = 40

    /// Makes an epoch with a good fix in three dimensions.
    public init(time: Int) { self.time = time }

    /// The sentences, each with its checksum and line end: RMC, GGA, GSA, GSV.
    public var sentences: [String] {
        let hasFix = mode > 1
        let position = hasFix ? "\(Self.angle(latitude, 2, "N", "S")),\(Self.angle(longitude, 3, "E", "W"))" : ",,,"
        let used = hasFix ? min(satellites, 12) : 0
        let numbers = (0..<12).map { $0 < used ? Self.padded($0 + 1, 2) : "" }.joined(separator: ",")
        let dilutions = hasFix ? "\(dilution * 1.5),\(dilution),\(dilution * 1.2)" : "99.9,99.9,99.9"
        return [
            "GPRMC,\(clock),\(hasFix ? "A" : "V"),\(position),\(hasFix ? "0.0,0.0" : ","),\(date),,,\(hasFix ? "A" : "N")",
            "GPGGA,\(clock),\(position),\(hasFix ? 1 : 0),\(Self.padded(used, 2)),\(hasFix ? "\(dilution)" : "99.9"),"
                + (mode == 3 ? "40.0,M,36.0,M,," : ",M,,M,,"),
            "GPGSA,A,\(mode),\(numbers),\(dilutions)",
        ].map(Self.sentence) + views
    }

    /// Satellites of which only the first has an elevation and azimuth: gpsd believes no view in which none has, and of
    /// one in which all have it computes errors of its own, whatever the dilution.
    private var views: [String] {
        let messages = max(1, (satellites + 3) / 4)
        return (0..<messages).map { message in
            let members = message * 4..<min(satellites, message * 4 + 4)
            let entries = members.map { ",\(Self.padded($0 + 1, 2)),\($0 == 0 ? "45,120" : ","),\(signal)" }
            return Self.sentence(
                "GPGSV,\(messages),\(message + 1),\(Self.padded(satellites, 2))\(entries.joined())")
        }
    }

    private var clock: String {
        let second = time % 86_400
        return Self.padded(second / 3600, 2) + Self.padded(second / 60 % 60, 2) + Self.padded(second % 60, 2) + ".000"
    }

    private var date: String {
        var days = time / 86_400
        var year = 1970
        let isLeap = { (year: Int) in year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
        while days >= (isLeap(year) ? 366 : 365) {
            days -= isLeap(year) ? 366 : 365
            year += 1
        }
        var month = 0
        let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        while days >= lengths[month] {
            days -= lengths[month]
            month += 1
        }
        return Self.padded(days + 1, 2) + Self.padded(month + 1, 2) + Self.padded(year % 100, 2)
    }

    /// Adds start, checksum and line end.
    public static func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(0, ^)
        let digits = String(sum, radix: 16, uppercase: true)
        return "$\(body)*\(sum < 16 ? "0" : "")\(digits)\r\n"
    }

    /// Degrees and minutes with five decimals, a comma, the hemisphere.
    private static func angle(_ degrees: Double, _ digits: Int, _ positive: String, _ negative: String) -> String {
        let units = Int((abs(degrees) * 6_000_000).rounded())
        let (whole, rest) = units.quotientAndRemainder(dividingBy: 6_000_000)
        return padded(whole, digits) + padded(rest / 100_000, 2) + "." + padded(rest % 100_000, 5) + ","
            + (degrees < 0 ? negative : positive)
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

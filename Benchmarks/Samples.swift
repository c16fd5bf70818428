import Foundation

/// Measured values of one quantity.
struct Samples {
    private let sorted: [Double]

    init(_ values: [Double]) { sorted = values.sorted() }

    var count: Int { sorted.count }
    var median: Double { quantile(0.5) }

    /// The value that the share `q` of all values does not exceed, interpolated between neighbours.
    func quantile(_ q: Double) -> Double {
        guard let last = sorted.last else { return .nan }
        let place = q * Double(sorted.count - 1)
        let index = Int(place)
        guard index + 1 < sorted.count else { return last }
        return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
    }

    /// How noisy the values are: the middle half's width as a share of the median.
    var noise: Double { (quantile(0.75) - quantile(0.25)) / median }
}

/// What a receiver says of one moment: NMEA 0183 sentences, the last of which completes the epoch.
struct NMEAEpoch {
    let sentences: [[UInt8]]
    /// Milliseconds since midnight, by which a report of this epoch is known.
    let key: Int

    /// - Parameter milliseconds: The moment since 1970; NMEA says hundredths of seconds.
    init(milliseconds: Int) {
        var second = milliseconds / 1000
        var parts = tm()
        gmtime_r(&second, &parts)
        let clock = String(
            format: "%02d%02d%02d.%02d", parts.tm_hour, parts.tm_min, parts.tm_sec, milliseconds % 1000 / 10)
        let date = String(format: "%02d%02d%02d", parts.tm_mday, parts.tm_mon + 1, parts.tm_year % 100)
        // A slow walk to the north, of some hundredths of a metre each time.
        let latitude = String(format: "3540.%05d,N", 87416 - milliseconds / 10 % 5000)
        let longitude = "13946.02750,E"
        sentences = [
            "GPGGA,\(clock),\(latitude),\(longitude),1,08,0.92,40.0,M,36.7,M,,",
            "GPGSA,A,3,05,06,07,08,09,10,11,12,,,,,1.50,0.92,1.20",
            "GPGSV,2,1,08,05,25,120,25,06,30,150,26,07,35,180,27,08,40,210,28",
            "GPGSV,2,2,08,09,45,240,29,10,50,270,30,11,55,300,31,12,60,330,32",
            "GPRMC,\(clock),A,\(latitude),\(longitude),0.30,0.0,\(date),,,A",
        ].map(Self.sentence)
        key = milliseconds % 86_400_000
    }

    private static func sentence(_ body: String) -> [UInt8] {
        let sum = body.utf8.reduce(0, ^)
        return Array("$\(body)*\(String(format: "%02X", Int(sum)))\r\n".utf8)
    }
}

import Glibc

/// The reports of a lively receiver as gpsd words them: fixes a millisecond apart, and the sky after each tenth.
struct ReportStream {
    /// What gpsd says when a client connects.
    static let greeting =
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\n"
    /// What it answers to WATCH.
    static let answer =
        #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyBENCH0","driver":"NMEA0183","#
        + #""activated":"2026-01-01T00:00:00.000Z","flags":1,"native":0,"bps":9600,"parity":"N","stopbits":1,"cycle":1.00}]}"#
        + "\n" + #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false,"timing":false,"#
        + #""split24":false,"pps":false}"# + "\n"

    private static let beforeTime = Array(#"{"class":"TPV","device":"/dev/ttyBENCH0","mode":3,"time":""#.utf8)
    private static let afterTime = Array(#"Z","ept":0.005,"lat":35.68"#.utf8)
    private static let afterLatitude = Array(
        (#","lon":139.767125000,"altHAE":76.7000,"altMSL":40.0000,"alt":40.0000,"epx":4.512,"epy":5.108,"epv":13.800,"#
            + #""track":87.3000,"magtrack":79.5000,"magvar":-7.8,"speed":1.543,"climb":0.100,"eps":10.22,"epc":27.60,"#
            + #""geoidSep":36.700,"eph":9.120,"sep":18.050}"# + "\n").utf8)
    private static let sky: [UInt8] = {
        let satellites = (1...12).map {
            #"{"PRN":\#($0),"gnssid":0,"svid":\#($0),"el":\#(5 * $0).0,"az":\#(30 * $0 - 30).0,"ss":\#(20 + $0).0,"used":\#($0 > 4)}"#
        }
        let head =
            #"{"class":"SKY","device":"/dev/ttyBENCH0","xdop":0.61,"ydop":0.69,"vdop":1.20,"tdop":0.90,"hdop":0.92,"#
            + #""gdop":1.80,"pdop":1.50,"satellites":["#
        return Array((head + satellites.joined(separator: ",") + "]}\n").utf8)
    }()

    private let start: Int
    private(set) var fixes = 0
    private var second: [UInt8] = []

    init() { start = time(nil) }

    /// Appends the next fix.
    mutating func appendFix(to bytes: inout [UInt8]) {
        if fixes % 1000 == 0 { second = Self.text(ofSecond: start + fixes / 1000) }
        bytes += Self.beforeTime
        bytes += second
        Self.append(fixes % 1000, width: 3, to: &bytes)
        bytes += Self.afterTime
        Self.append(1_236_000 + fixes % 1_000_000, width: 7, to: &bytes)
        bytes += Self.afterLatitude
        fixes += 1
    }

    /// Appends the sky.
    func appendSky(to bytes: inout [UInt8]) { bytes += Self.sky }

    private static func append(_ value: Int, width: Int, to bytes: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<width { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    /// `2026-01-31T12:34:56.` in UTC.
    private static func text(ofSecond second: Int) -> [UInt8] {
        var second = second
        var parts = tm()
        gmtime_r(&second, &parts)
        var bytes: [UInt8] = []
        let fields: [(value: Int32, width: Int, mark: UInt8)] = [
            (parts.tm_year + 1900, 4, UInt8(ascii: "-")), (parts.tm_mon + 1, 2, UInt8(ascii: "-")),
            (parts.tm_mday, 2, UInt8(ascii: "T")), (parts.tm_hour, 2, UInt8(ascii: ":")),
            (parts.tm_min, 2, UInt8(ascii: ":")), (parts.tm_sec, 2, UInt8(ascii: ".")),
        ]
        for field in fields {
            append(Int(field.value), width: field.width, to: &bytes)
            bytes.append(field.mark)
        }
        return bytes
    }
}

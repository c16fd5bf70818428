import Glibc

/// Speaks gpsd's protocol to one client and sends it a ``ReportStream``, each report by itself as gpsd does.
///
/// It works in another process than the readers that are measured.
final class ReportServer {
    /// Where a client connects.
    let port: UInt16
    private let listener: Int32

    init() throws(BenchmarkError) {
        (listener, port) = try Loopback.bound(SOCK_STREAM)
        guard listen(listener, 1) == 0 else { throw BenchmarkError("cannot listen on loopback", errno: errno) }
    }

    deinit { close(listener) }

    /// Serves the next client until it has got `fixes` fixes or goes away.
    ///
    /// - Parameters:
    ///   - fixes: How many to send.
    ///   - rate: Reports a second, or `nil` for as many as the client takes.
    ///   - reader: The process of the client, whose end is waited for.
    /// - Returns: How many reports a second were sent, and what the reader printed.
    /// - Throws: `BenchmarkError` when the reader does not come or fails.
    func serve(fixes: Int, rate: Int?, _ reader: Program) throws(BenchmarkError) -> (
        rate: Double, text: String
    ) {
        let client = try accepted()
        defer { close(client) }
        _ = send(Array(ReportStream.greeting.utf8), to: client)
        var command = [UInt8](repeating: 0, count: 256)
        guard recv(client, &command, command.count, 0) > 0 else {
            throw BenchmarkError("the reader did not ask for reports")
        }
        _ = send(Array(ReportStream.answer.utf8), to: client)
        var stream = ReportStream()
        var (reports, isOpen) = (0, true)
        var bytes: [UInt8] = []
        let start = Clocks.monotonic
        while isOpen, stream.fixes < fixes {
            bytes.removeAll(keepingCapacity: true)
            if reports % 10 == 9 { stream.appendSky(to: &bytes) } else { stream.appendFix(to: &bytes) }
            if let rate {
                let due = start + Int64(reports) * 1_000_000_000 / Int64(rate)
                if Clocks.monotonic < due { Clocks.sleep(until: due) }
            }
            isOpen = send(bytes, to: client)
            reports += 1
        }
        let seconds = Double(Clocks.monotonic - start) / 1e9
        // The connection stays open until the reader has read all.
        return (Double(reports) / seconds, try reader.finish())
    }

    private func accepted() throws(BenchmarkError) -> Int32 {
        var wanted = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, 10_000) == 1 else { throw BenchmarkError("the reader did not connect") }
        let client = accept(listener, nil, nil)
        guard client >= 0 else { throw BenchmarkError("the reader did not connect", errno: errno) }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        var one: Int32 = 1
        setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        return client
    }

    private func send(_ bytes: [UInt8], to client: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(client, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}

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

/// Lines of gpsd's protocol for a ``FakeGPSD``.
public enum GPSDLines {
    /// The greeting.
    public static let version =
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\n"

    /// The answer to a subscription.
    public static func devices(_ paths: [String]) -> String {
        let entries = paths.map {
            #"{"class":"DEVICE","path":"\#($0)","driver":"NMEA0183","activated":"2026-11-21T06:30:00.000Z"}"#
        }
        return #"{"class":"DEVICES","devices":[\#(entries.joined(separator: ","))]}"# + "\n"
            + #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false}"# + "\n"
    }

    /// A report with the values as they are given, which need not be values; a `nil` leaves the key out.
    public static func fix(
        latitude: String? = "35.5", longitude: String? = "139.5", mode: String = "3",
        time: String? = #""2026-11-21T06:30:00.000Z""#, eph: String? = "10.0", device: String = "/dev/ttyACM0",
        rest: String = ""
    ) -> String {
        let values = [("mode", mode), ("time", time), ("lat", latitude), ("lon", longitude), ("eph", eph)]
        let members = values.compactMap { key, value in value.map { #","\#(key)":\#($0)"# } }
        return #"{"class":"TPV","device":"\#(device)"\#(members.joined())\#(rest)}"# + "\n"
    }

    /// A report of so many satellites.
    public static func sky(count: Int, used: Int = 0, signal: Int = 40, device: String = "/dev/ttyACM0") -> String {
        let satellites = (0..<count).map {
            #"{"PRN":\#($0 % 200 + 1),"el":45.0,"az":10.0,"ss":\#(signal).0,"used":\#($0 < used)}"#
        }
        return #"{"class":"SKY","device":"\#(device)","hdop":1.0,"satellites":[\#(satellites.joined(separator: ","))]}"#
            + "\n"
    }
}

extension FakeGPSD.Step {
    /// What a gpsd with these receivers does first.
    public static func greeting(devices: [String] = ["/dev/ttyACM0"]) -> [FakeGPSD.Step] {
        [.send(GPSDLines.version), .waitForWatch, .send(GPSDLines.devices(devices))]
    }
}

import Foundation

/// A GPX file of a walk around Reykjavík, where clocks show UTC all year.
struct TagTrack {
    /// How many points it has.
    let points: Int
    /// Seconds between two of them; the first is as old as the first picture of ``CameraEXIF``.
    let interval: Int

    /// Where a walker is, so many seconds after the start.
    static func place(at seconds: Double) -> (latitude: Double, longitude: Double) {
        (64.14 + 0.02 * sin(seconds / 7_919), -21.93 + 0.05 * sin(seconds / 6_131))
    }

    /// Writes it as recorders of the most common kind do: position, height and time.
    ///
    /// - Throws: `BenchmarkError` when it cannot be written.
    func write(to path: String) throws(BenchmarkError) {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="benchmarks" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>

            """
        for index in 0..<points {
            let seconds = index * interval
            let place = Self.place(at: Double(seconds))
            text += String(
                format: "<trkpt lat=\"%.7f\" lon=\"%.7f\"><ele>%.1f</ele><time>", place.latitude, place.longitude,
                35 + 20 * sin(Double(seconds) / 1_009))
            text += Self.time(CameraEXIF.start + seconds) + "</time></trkpt>\n"
        }
        text += "</trkseg></trk></gpx>\n"
        do { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) } catch { throw BenchmarkError("\(error)") }
    }

    private static func time(_ seconds: Int) -> String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        return String(
            format: "%04d-%02d-%02dT%02d:%02d:%02dZ", Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1,
            Int(parts.tm_mday), Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
    }
}

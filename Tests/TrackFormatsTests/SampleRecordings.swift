import Foundation
import LKGeo
import LKTrackFormats
import TestSupport

/// The sample recordings of `Data/samples`, made up: nobody carried a receiver for them.
enum SampleRecordings {
    private static let origin =
        "# Made up by LocationKit's tests (SampleRecordings.swift), CC0: no receiver was carried, no person was there."

    /// Fourteen satellites over Tokyo: number, elevation, azimuth, signal once it is found.
    private static let satellites: [(id: Int, elevation: Double, azimuth: Double, signal: Double)] = [
        (3, 62, 41, 45), (17, 48, 118, 43), (22, 35, 205, 41), (6, 71, 262, 46), (19, 28, 312, 38), (2, 22, 74, 36),
        (14, 41, 164, 42), (28, 17, 232, 34), (31, 12, 340, 32), (9, 8, 25, 24), (12, 6, 98, 21), (24, 9, 190, 26),
        (25, 5, 285, 19), (32, 11, 141, 28),
    ]

    /// A receiver that is switched on at Tokyo Station and converges: no fix, two dimensions, three with falling dilution.
    static func tokyoStation() -> String {
        var generator = SeededGenerator(seed: 20_261_121)
        let start = Date(timeIntervalSince1970: 1_795_242_590)
        let dilutions = [
            14.2, 12.4, 5, 4.2, 3.6, 3, 2.6, 2.2, 1.9, 1.7, 1.5, 1.4, 1.3, 1.2, 1.1, 1, 0.9, 0.9, 0.8, 0.8, 0.8,
        ]
        var text =
            origin
            + "\r\n# A receiver finds its position at Tokyo Station, 35.681236 139.767125, from 2026-11-21 06:29:50 UTC on.\r\n"
        for epoch in 0..<(4 + dilutions.count) {
            let time = start + Double(epoch)
            guard epoch >= 4 else {
                let sky = sky(visible: [4, 7, 10, 14][epoch], used: 0, share: Double(epoch + 2) / 6)
                text += NMEAWriter().sentencesWithoutFix(at: time, sky: sky).joined()
                continue
            }
            let dilution = dilutions[epoch - 4]
            let is3D = epoch >= 6
            let used = is3D ? min(epoch - 2, 9) : 3
            var sky = sky(visible: 14, used: used, share: 1)
            sky.horizontalDilution = dilution
            sky.verticalDilution = dilution * 1.5
            sky.positionDilution = dilution * 1.8
            var location = location(35.681236, 139.767125, metres: dilution * 0.12, &generator)
            location.timestamp = time
            location.fix = is3D ? .threeDimensional : .twoDimensional
            location.altitude = 40 + Double.random(in: -1.5...1.5, using: &generator) * dilution
            location.ellipsoidalAltitude = location.altitude.map { $0 + 36.7 }
            location.speed = .random(in: 0...0.15, using: &generator)
            location.course = .random(in: 0..<360, using: &generator)
            location.horizontalDilution = dilution
            text += NMEAWriter().sentences(for: location, sky: sky).joined()
        }
        return text
    }

    /// Two minutes on foot along the Sumida river, at 1.3 metres a second.
    static func sumidaWalk() -> String {
        var generator = SeededGenerator(seed: 1300)
        let start = Date(timeIntervalSince1970: 1_795_244_400)
        var (latitude, longitude) = (35.710_3, 139.798_6)
        var text =
            origin
            + "\r\n# A walk along the Sumida river in Tokyo at 1.3 m/s, 120 seconds from 2026-11-21 07:00:00 UTC on.\r\n"
        for second in 0..<120 {
            // The embankment bends to the south-west; the walker wavers a little.
            let course = 172 + 0.25 * Double(second) + 6 * sin(Double(second) / 9)
            var sky = sky(visible: 14, used: 9, share: 1)
            sky.horizontalDilution = 0.9
            sky.verticalDilution = 1.3
            sky.positionDilution = 1.6
            var location = location(latitude, longitude, metres: 0.3, &generator)
            location.timestamp = start + Double(second)
            location.fix = .threeDimensional
            location.altitude = 4.5 + Double.random(in: -0.3...0.3, using: &generator)
            location.ellipsoidalAltitude = location.altitude.map { $0 + 36.7 }
            location.speed = 1.3
            location.course = course
            location.horizontalDilution = 0.9
            text += NMEAWriter().sentences(for: location, sky: sky).joined()
            // Metres in a degree at this latitude.
            latitude += 1.3 * cos(course * .pi / 180) / 110_950
            longitude += 1.3 * sin(course * .pi / 180) / 90_480
        }
        return text
    }

    /// Five minutes on foot from Ōtemachi to the bridge Nihonbashi, four minutes' rest there, and two minutes on along the street
    /// Chūō-dōri: a fix every five seconds.
    static func nihonbashiStop() -> String {
        var generator = SeededGenerator(seed: 1603)
        let start = Date(timeIntervalSince1970: 1_795_248_000)
        var (latitude, longitude) = (35.683_5, 139.769_0)
        var text =
            origin
            + "\r\n# A walk to the bridge Nihonbashi in Tokyo, with a stop there from 08:05:20 to 08:09:20 UTC, from 2026-11-21 08:00:00 UTC on.\r\n"
        for second in stride(from: 0, to: 680, by: 5) {
            let rests = (320..<560).contains(second)
            let course = second < 320 ? 83 : 15.0
            let speed = rests ? 0 : 1.4
            var sky = sky(visible: 8, used: 8, share: 1)
            sky.horizontalDilution = 1
            sky.verticalDilution = 1.5
            sky.positionDilution = 1.8
            // At rest the receiver still drifts.
            var location = location(latitude, longitude, metres: rests ? 2 : 0.5, &generator)
            location.timestamp = start + Double(second)
            location.fix = .threeDimensional
            location.altitude = 5 + Double.random(in: -0.5...0.5, using: &generator)
            location.ellipsoidalAltitude = location.altitude.map { $0 + 36.7 }
            location.speed = rests ? .random(in: 0...0.15, using: &generator) : speed
            location.course = course
            location.horizontalDilution = 1
            text += NMEAWriter().sentences(for: location, sky: sky).joined()
            latitude += 5 * speed * cos(course * .pi / 180) / 110_950
            longitude += 5 * speed * sin(course * .pi / 180) / 90_480
        }
        return text
    }

    private static func sky(visible: Int, used: Int, share: Double) -> SkyView {
        SkyView(
            satellites: satellites.prefix(visible).enumerated().map { index, satellite in
                SkyView.Satellite(
                    id: satellite.id, elevation: satellite.elevation, azimuth: satellite.azimuth,
                    signal: (satellite.signal * share).rounded(), isUsed: index < used)
            })
    }

    /// A position some metres away, at random.
    private static func location(
        _ latitude: Double, _ longitude: Double, metres: Double, _ generator: inout SeededGenerator
    ) -> Location {
        let north = Double.random(in: -1...1, using: &generator) * metres
        let east = Double.random(in: -1...1, using: &generator) * metres
        let coordinate = Coordinate(latitude: latitude + north / 110_950, longitude: longitude + east / 90_480)
        return Location(coordinate: coordinate ?? Coordinate(latitude: 0, longitude: 0)!)
    }
}

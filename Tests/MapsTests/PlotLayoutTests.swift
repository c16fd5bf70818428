import Foundation
import LKGazetteer
import LKGeo
import LKGeocoding
import LKTracks
import LocationKitMaps
import Testing

/// Where the texts of pictures are.
@Suite("texts of pictures have room") struct PlotLayoutTests {
    /// A text and about where it is.
    struct Box: CustomStringConvertible {
        var text: String
        var (left, right, top, bottom): (Double, Double, Double, Double)

        func overlaps(_ other: Box) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }

        var description: String { "\(text) (\(left)...\(right), \(top)...\(bottom))" }
    }

    static let languages = ["en", "de", "fr", "es", "it", "pt", "nl", "ja"]
    static let sizes = [
        (400, 400), (400, 8192), (8192, 400), (600, 400), (800, 600), (1200, 900), (4000, 3000), (2000, 400),
        (400, 640),
    ]

    /// Tracks of all kinds.
    static let samples: [(name: String, plot: TrackPlot)] = {
        let hike = TestTracks.hike(count: 300)
        let high = hike.map { location in
            var high = location
            high.altitude = location.altitude.map { 3 * $0 - 4000 }
            return high
        }
        let rest = TestTracks.rest(at: TestTracks.location(52.52, 13.405, altitude: 35, seconds: 0), minutes: 30)
        let walk = hike[..<120] + TestTracks.rest(at: hike[120], minutes: 20)
        let earth = (0..<100).map {
            TestTracks.location(40, Double($0) * 3.55, altitude: 9, seconds: Double($0) * 80_000)
        }
        var plots = [
            ("hike", TestTracks.track(hike, name: "Von Zermatt über den Höhenweg nach Täsch und Randa")),
            ("high", TestTracks.track(high)), ("no heights", TestTracks.track(TestTracks.hike(hasHeights: false))),
            ("no times", TestTracks.track(TestTracks.hike(hasTimes: false))), ("stop", TestTracks.track(Array(walk))),
            ("lone", TestTracks.track([TestTracks.location(46.3, 7.9, altitude: 1234, seconds: 0)])),
            ("rest", TestTracks.track(rest)), ("short", TestTracks.track(Array(hike.prefix(3)))),
            ("earth", TestTracks.track(earth)), ("loop", TestTracks.track(hike + hike.reversed(), name: nil)),
        ].map { (name: $0.0, plot: TrackPlot($0.1)) }
        var several = TrackMap(in: TestPages.world, languages: [])
        for index in 0..<14 {
            let shifted = hike.map {
                TestTracks.location($0.coordinate.latitude, 7.7 + 0.02 * Double(index), altitude: 900)
            }
            try? several.add(
                TestTracks.track(shifted, name: "Étape \(index + 1): de l’auberge au sommet du grand mont"))
        }
        plots.append((name: "several", plot: TrackPlot(several)))
        return plots
    }()

    /// The texts of a picture, with their boxes as wide as the code estimates them.
    static func boxes(_ svg: String) throws -> [Box] {
        var boxes: [Box] = []
        // The attributes of the elements that are open.
        var open: [[String: String]] = [[:]]
        for tag in svg.components(separatedBy: "<").dropFirst(2) {
            let parts = tag.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
            if tag.hasPrefix("/") {
                open.removeLast()
                continue
            }
            var attributes = try #require(open.last)
            for name in ["x", "text-anchor"] { attributes[name] = nil }
            for match in parts[0].matches(of: /([a-z-]+)="([^"]*)"/) { attributes[String(match.1)] = String(match.2) }
            if !parts[0].hasSuffix("/") { open.append(attributes) }
            guard parts[0].hasPrefix("text ") else { continue }
            let number = { (name: String) in try #require(attributes[name].flatMap { Double($0) }, "\(name): \(tag)") }
            let (x, y, size) = (try number("x"), try number("y"), try number("font-size"))
            let text = String(parts[1]).replacing("&amp;", with: "&").replacing("&lt;", with: "<")
            let isBold = (Int(attributes["font-weight"] ?? "") ?? 400) >= 600
            let width = PlotText.width(text, size: size, isBold: isBold)
            let left =
                x - width * (attributes["text-anchor"] == "end" ? 1 : attributes["text-anchor"] == "middle" ? 0.5 : 0)
            boxes.append(
                Box(text: text, left: left, right: left + width, top: y - 0.75 * size, bottom: y + 0.2 * size))
        }
        return boxes
    }

    /// What is wrong with a picture.
    static func problems(
        _ sample: TrackPlot, _ size: (width: Int, height: Int), _ units: MeasurementSystem, _ language: String,
        world: World?
    ) throws -> [String] {
        var plot = sample
        plot.world = world
        (plot.style.width, plot.style.height) = size
        plot.style.units = units
        plot.style.languages = [try #require(LanguageTag(language))]
        let boxes = try boxes(String(decoding: plot.svg(), as: UTF8.self))
        #expect(boxes.count >= 2)
        return boxes.enumerated().flatMap { index, box in
            let isInside =
                box.left >= 0 && box.right <= Double(size.width) && box.top >= 0 && box.bottom <= Double(size.height)
            return (isInside ? [] : ["\(box) leaves it"])
                + boxes[..<index].filter { box.overlaps($0) }.map { "\(box) is over \($0)" }
        }
    }

    @Test("No text is over another, and none leaves the picture", arguments: languages)
    func room(language: String) throws {
        for (name, sample) in Self.samples {
            for size in Self.sizes {
                for units in MeasurementSystem.allCases {
                    let problems = try Self.problems(sample, size, units, language, world: nil)
                    #expect(problems.isEmpty, "\(name) in \(language), \(units), \(size)")
                }
            }
        }
    }

    // Land takes long to trace: with names of places each size has every other track, each in another language.
    @Test("Nor are names of places", arguments: sizes.indices)
    func names(index: Int) throws {
        for (number, (name, sample)) in Self.samples.enumerated() where (number + index) % 2 == 0 {
            let language = Self.languages[(index + number) % Self.languages.count]
            let units = MeasurementSystem.allCases[number / 2 % 2]
            let problems = try Self.problems(sample, Self.sizes[index], units, language, world: TestPages.world)
            #expect(problems.isEmpty, "\(name) in \(language), \(units), \(Self.sizes[index])")
        }
    }
}

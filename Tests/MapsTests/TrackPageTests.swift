import Foundation
import LKGeo
import LKGeocoding
import LKTracks
import LocationKitMaps
import TestSupport
import Testing

/// What a browser shows of a page with tracks; skipped where there is no browser.
@Suite(
    "pages of tracks in a browser", .serialized,
    .enabled(if: HeadlessBrowser.absence == nil, HeadlessBrowser.absence))
struct TrackPageTests {
    private static let state = "document.documentElement.dataset"

    /// A page of tracks; the base map is that of other places, which is as well.
    private static func page(_ tracks: [Track], live: MapPage.LiveView? = nil, title: String = "Tracks") throws
        -> [UInt8]
    {
        var map = TrackMap(in: TestPages.world, languages: [.english])
        for track in tracks { try map.add(track) }
        var page = MapPage(title: title, baseMap: try TestPages.base.get(), languages: [.english])
        if map.statistics.count > 0 { try page.add(map) }
        if let live { page.add(live) }
        return try page.html()
    }

    /// A hike with a rest of 40 minutes at its highest point: 30 here, and the 10 of every hike.
    private static func hike() -> Track {
        let walk = TestTracks.hike()
        var top = walk[500]
        top.timestamp = walk[499].timestamp
        let later = walk[500...].map { location in
            var location = location
            location.timestamp = location.timestamp?.addingTimeInterval(1800)
            return location
        }
        return TestTracks.track(Array(walk[..<500]) + TestTracks.rest(at: top, minutes: 30) + later)
    }

    private func expectClean(_ outcome: HeadlessBrowser.Outcome) {
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.requests.isEmpty, "\(outcome.requests)")
    }

    @Test("The line, the figures, the stop and the profile are shown")
    func shown() throws {
        let outcome = try HeadlessBrowser.open(
            try Self.page([Self.hike()]),
            [
                ["eval": "\(Self.state).state + ' ' + \(Self.state).points + ' ' + \(Self.state).color"],
                ["eval": "document.querySelector('.facts').textContent"],
                ["eval": "document.querySelector('.stop-name').textContent"],
                ["eval": "String(\(Self.state).drawnPoints > 100)"],
                [
                    "eval":
                        "String(document.querySelector('.profile canvas').getContext('2d').getImageData(500, 100, 1, 1).data[3] > 0)"
                ],
            ])
        expectClean(outcome)
        #expect(outcome.results[0] == "ready 1030 speed")
        // Within a figure no line ends.
        let facts = outcome.results[1].replacing("\u{A0}", with: "_")
        #expect(
            facts == "10.0_km 2_h_40_min_elapsed 2_h_00_min_in_motion ↑_400_m ↓_400_m 1,600_m_–_2,000_m ")
        #expect(outcome.results[2].hasSuffix(", 40\u{A0}min"), "\(outcome.results[2])")
        #expect(outcome.results[3] == "true")
        #expect(outcome.results[4] == "true")
    }

    @Test("The colour is by speed, height or time, and the legend says from what to what")
    func colors() throws {
        let pick = { (name: String) in ["eval": "document.querySelector('input[value=\(name)]').click()"] }
        let legend = ["eval": "\(Self.state).color + ': ' + document.querySelector('.legend .ends').textContent"]
        let outcome = try HeadlessBrowser.open(
            try Self.page([Self.hike()]), [pick("height"), legend, pick("time"), legend, pick("speed"), legend])
        expectClean(outcome)
        #expect(outcome.results.contains("height: 1,600\u{A0}m2,000\u{A0}m"))
        #expect(outcome.results.contains { $0.hasPrefix("time: Jul 14, 2026, 8:00") })
        // A steady 5 km/h is in the middle of the scale, in spite of the rest.
        #expect(outcome.results.contains("speed: ≤\u{A0}4.4\u{A0}km/h≥\u{A0}5.6\u{A0}km/h"))
    }

    @Test("Keys and the pointer move a mark on the profile and on the map")
    func cursor() throws {
        let cursor = ["eval": "String(\(Self.state).cursor)"]
        let outcome = try HeadlessBrowser.open(
            try Self.page([Self.hike()]),
            [
                ["eval": "document.querySelector('.profile canvas').focus()"], cursor, ["key": "ArrowRight"],
                ["eval": "String(Number(\(Self.state).cursor) > 0)"],
                ["eval": "document.querySelector('.profile canvas').getAttribute('aria-valuetext')"],
                ["eval": "String(document.querySelectorAll('.cursor').length)"],
                ["eval": "document.activeElement.blur()"], cursor, ["click": [500, 600]], cursor,
            ])
        expectClean(outcome)
        #expect(outcome.results[1] == "0")
        #expect(outcome.results[2] == "true")
        #expect(outcome.results[3].contains("\u{A0}m, 1,60"))
        #expect(outcome.results[4] == "1")
        #expect(outcome.results[6] == "undefined")
        #expect(outcome.results[7] != "undefined")
    }

    @Test("Several tracks have a legend; names in them are texts")
    func several() throws {
        let names = ["Morning", "<img src=x onerror=\"document.title='broken'\">", "a\u{202E}b", ""]
        let tracks = names.enumerated().map { index, name in
            TestTracks.track(
                (0..<50).map {
                    TestTracks.location(46 + Double(index) / 10, 8 + Double($0) / 1000, seconds: Double($0 * 10))
                },
                name: name)
        }
        let outcome = try HeadlessBrowser.open(
            try Self.page(tracks, title: "</script><b>Title"),
            [
                ["eval": "[...document.querySelectorAll('.legend li button')].map((e) => e.textContent).join('|')"],
                ["eval": "document.title + ' ' + document.querySelectorAll('img').length"],
            ])
        expectClean(outcome)
        #expect(outcome.results[0] == "Morning|<img src=x onerror=\"document.title='broken'\">|ab|Track 4")
        #expect(outcome.results[1] == "</script><b>Title 0")
    }

    @Test("Times are those of the clocks where each track was made, and a point without one does not change that")
    func zones() throws {
        func walk(_ latitude: Double, _ longitude: Double, _ time: Double) -> Track {
            var fixes = (0..<30).map { index in
                let north = Double(index) / 1000
                return TestTracks.location(latitude + north, longitude, seconds: Double(index * 10))
            }
            for index in fixes.indices {
                fixes[index].timestamp = index == 0 ? nil : Date(timeIntervalSince1970: time + Double(index * 10))
            }
            return TestTracks.track(fixes)
        }
        // At 11:00 in Greenwich it is noon in Munich in January, one in July, and seven in New York.
        let tracks = [
            walk(48.1, 11.5, 1_768_042_800), walk(48.1, 11.5, 1_783_681_200), walk(40.7, -74, 1_784_545_200),
        ]
        let outcome = try HeadlessBrowser.open(
            try Self.page(tracks),
            [
                [
                    "eval":
                        "[...document.querySelectorAll('.actions button')].find(b => b.textContent === 'Table').click()"
                ],
                [
                    "eval":
                        "[...document.querySelectorAll('dialog tbody tr')].map(r => r.children[1].textContent).join(' | ')"
                ],
                ["eval": "document.querySelector('.dates').textContent"],
            ])
        expectClean(outcome)
        let dates = outcome.results[1].components(separatedBy: " | ")
        #expect(
            dates.count == 3 && dates[0].contains("12:00") && dates[1].contains("1:00") && dates[2].contains("7:00"),
            "\(dates)")
        #expect(outcome.results[2].contains("Jan 10, 2026, 12:00") && outcome.results[2].contains("Jul 20, 2026, 7:0"))
    }

    @Test(
        "A map of cities has no length, which would be that of another way", arguments: [MapPrecision.city, .country])
    func coarse(precision: MapPrecision) throws {
        var map = TrackMap(in: TestPages.world, languages: [.english], precision: precision)
        for part in 0..<2 {
            let way = (0..<100).map { index in
                let latitude = 47 + Double(index + 100 * part) / 50
                return TestTracks.location(latitude, 8, seconds: Double(index) * 60)
            }
            try map.add(TestTracks.track(way))
        }
        var page = MapPage(title: "Cities", baseMap: try TestPages.base.get(), languages: [.english])
        try page.add(map)
        let outcome = try HeadlessBrowser.open(
            try page.html(),
            [
                ["eval": "document.querySelector('.facts').textContent"],
                ["eval": "[...document.querySelectorAll('.legend li')].map(e => e.textContent).join('|')"],
            ])
        expectClean(outcome)
        #expect(outcome.results == ["", "Hike|Hike"])
    }

    @Test("Of many tracks the legend has the first, and of many stops the page says how many it has")
    func many() throws {
        let tracks = (0..<520).map { index in
            let place = TestTracks.location(46 + Double(index % 20) / 10, 8, seconds: Double(index) * 7200)
            return TestTracks.track(TestTracks.rest(at: place, minutes: index < 20 ? 4 : 30))
        }
        let outcome = try HeadlessBrowser.open(
            try Self.page(tracks),
            [
                ["eval": "String(document.querySelectorAll('.legend li').length)"],
                ["eval": "document.querySelector('.legend li:last-child').textContent"],
                ["eval": "document.querySelector('.facts').textContent"],
                ["eval": "document.querySelector('.legend li:last-child button').click()"],
                ["eval": "document.querySelector('dialog caption').textContent"],
                ["eval": "document.querySelector('dialog .where').textContent"],
            ])
        expectClean(outcome)
        #expect(outcome.results[0] == "201")
        #expect(outcome.results[1] == "and 320 more")
        #expect(outcome.results[2].hasSuffix("the\u{A0}500\u{A0}longest\u{A0}of\u{A0}520\u{A0}stops "))
        #expect(outcome.results[4] == "Tracks · the 500 longest of 520 stops")
        #expect(outcome.results[5] == "1–200 / 1,020")
    }

    @Test("Each of several tracks has its ends marked, and its date, duration and climb in the table")
    func ends() throws {
        let second = TestTracks.hike().map { location in
            var location = location
            location.timestamp = location.timestamp?.addingTimeInterval(86_400)
            return location
        }
        let tracks = [TestTracks.track(TestTracks.hike(), name: "One"), TestTracks.track(second, name: "Two")]
        let outcome = try HeadlessBrowser.open(
            try Self.page(tracks),
            [
                ["eval": "['start', 'end'].map((e) => document.querySelectorAll('.small.' + e).length).join(' ')"],
                ["eval": "document.querySelector('.actions button').click()"],
                [
                    "eval":
                        "[...document.querySelectorAll('tbody tr')].slice(0, 2).map((e) => [...e.children].slice(0, 5).map((c) => c.textContent).join('|')).join('#')"
                ],
            ])
        expectClean(outcome)
        #expect(outcome.results[0] == "2 2")
        let rows = outcome.results[2].replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
            .replacing("\u{2009}", with: " ")
        #expect(
            rows == "One|Jul 14, 2026, 8:00 – 10:10 AM|2 h 10 min|10.0 km|400 m"
                + "#Two|Jul 15, 2026, 8:00 – 10:10 AM|2 h 10 min|10.0 km|400 m")
    }

    @Test("A view that has not been moved fits what is shown in each size, and the track fills most of a narrow one")
    func resized() throws {
        let walk = (0..<200).map { TestTracks.location(46.02, 7.7 + Double($0) / 2000, seconds: Double($0) * 60) }
        let share = [
            "eval": """
            (() => { const at = (i) => MapPage.map.latLngToContainerPoint([MapPage.tracks.latitudes[i], MapPage.tracks.longitudes[i]]).x;
            const west = at(0), east = at(MapPage.tracks.length - 1);
            return String(west > 0 && east < innerWidth && east - west > 0.7 * innerWidth); })()
            """
        ]
        let outcome = try HeadlessBrowser.open(
            try Self.page([TestTracks.track(walk)]),
            [
                ["size": [400, 700]], ["wait": "MapPage.map.getSize().x === 400"], share,
                ["eval": "String(document.querySelector('.dock').contains(document.querySelector('.legend')))"],
                ["eval": "(MapPage.map.setView([46, 7], 5, { animate: false }), 0)"],
                ["size": [1000, 700]], ["wait": "MapPage.map.getSize().x === 1000"], ["eval": "\(Self.state).zoom"],
            ])
        expectClean(outcome)
        #expect(outcome.results == ["true", "true", "0", "5"])
    }

    @Test("The scale is in the units of the page")
    func scale() throws {
        var map = TrackMap(in: TestPages.world, languages: [.english])
        map.units = .imperial
        try map.add(Self.hike())
        var page = MapPage(title: "Miles", baseMap: try TestPages.base.get(), languages: [.english])
        try page.add(map)
        let outcome = try HeadlessBrowser.open(
            try page.html(),
            [["eval": "[...document.querySelectorAll('.leaflet-control-scale-line')].map((e) => e.textContent).join()"]]
        )
        expectClean(outcome)
        #expect(outcome.results.count == 1 && outcome.results[0].hasSuffix("\u{A0}mi"), "\(outcome.results)")
    }

    @Test("The page is drawn when the load event comes, since it may be printed then")
    func loading() throws {
        let outcome = try HeadlessBrowser.open(
            try Self.page([Self.hike()]),
            [
                [
                    "eval":
                        "String(performance.getEntriesByType('navigation')[0].loadEventStart >= Number(\(Self.state).ready))"
                ]
            ])
        expectClean(outcome)
        #expect(outcome.results == ["true"])
    }

    @Test("Across the date line the line does not run around the Earth")
    func dateLine() throws {
        let fiji = (0..<200).map { TestTracks.location(-16.8, 179 + Double($0) / 100, seconds: Double($0) * 60) }
        let outcome = try HeadlessBrowser.open(
            try Self.page([TestTracks.track(fiji)]),
            [["eval": "String(Number(\(Self.state).zoom) >= 7)"]])
        expectClean(outcome)
        #expect(outcome.results == ["true"])
    }

    @Test("On paper there is the map with its legend and scale, and nothing to press")
    func paper() throws {
        let outcome = try HeadlessBrowser.open(
            try Self.page([Self.hike()]),
            [
                ["print": true], ["eval": "window.dispatchEvent(new Event('beforeprint'))"],
                ["eval": "String(document.querySelector('#map').offsetHeight)"],
                ["eval": "getComputedStyle(document.querySelector('.actions')).display"],
                ["eval": "String(document.documentElement.scrollHeight <= 718)"],
                ["eval": "String(document.querySelector('.leaflet-control-scale-line').offsetWidth > 20)"],
                ["eval": "getComputedStyle(document.querySelector('.leaflet-overlay-pane')).mixBlendMode"],
            ])
        expectClean(outcome)
        // The lines are multiplied: in a PDF their canvas is white, not transparent.
        #expect(Array(outcome.results.dropFirst()) == ["448", "none", "true", "true", "multiply"])
    }

    @Test("A receiver at work shows its position and the sky; the view stays in the address")
    func live() throws {
        var here = TestTracks.location(46.02, 7.749, altitude: 1600, seconds: 0)
        here.horizontalAccuracy = Accuracy(radius: 4.5, estimator: .receiver)
        let sky = SkyView(
            satellites: (1...12).map {
                SkyView.Satellite(
                    id: $0, elevation: Double($0 * 7), azimuth: Double($0 * 30), signal: Double(20 + $0), isUsed: $0 > 3
                )
            })
        var view = MapPage.LiveView(location: here, sky: sky, written: Date())
        view.place = "<b>Zermatt</b>"
        view.isEnded = true
        let outcome = try HeadlessBrowser.open(
            try Self.page([Self.hike()], live: view),
            [
                ["eval": "\(Self.state).live + ' ' + \(Self.state).satellites"],
                ["eval": "document.querySelector('.live-facts').textContent"],
                ["eval": "document.querySelector('.sky h2').textContent"],
                ["eval": "location.hash"],
            ])
        expectClean(outcome)
        #expect(outcome.results[0] == "ended 12")
        #expect(outcome.results[1].hasPrefix("46.020000, 7.749000 ±\u{A0}4.5\u{A0}m"))
        #expect(outcome.results[1].contains("<b>Zermatt</b>"))
        #expect(outcome.results[2] == "9 of 12 satellites in use")
        #expect(outcome.results[3].hasPrefix("#16/46.0"))
    }

    @Test("Before the first fix, the page shows the sky and why there is no fix")
    func searching() throws {
        var view = MapPage.LiveView(
            location: nil, sky: SkyView(satellites: [SkyView.Satellite(id: 5)]), written: Date())
        view.state = "acquiring"
        let outcome = try HeadlessBrowser.open(
            try Self.page([], live: view),
            [["eval": "\(Self.state).live + ' ' + document.querySelector('.live-state').textContent"]])
        expectClean(outcome)
        #expect(outcome.results == ["live acquiring"])
    }
}

import Foundation
import LKGeo
import LKGeocoding
import LKTracks
import LocationKitMaps
import TestSupport
import Testing

/// Tables of pages, photos in large and what is on paper; skipped where there is no browser.
@Suite(
    "tables and large photos in a browser", .serialized,
    .enabled(if: HeadlessBrowser.absence == nil, HeadlessBrowser.absence))
struct PageTableTests {
    private static let state = "document.documentElement.dataset"
    private static let openTable = ["eval": "(document.querySelector('.actions button').click(), 0)"]
    private static let firstCells = [
        "eval": "[...document.querySelectorAll('tbody tr')].map((e) => e.children[0].textContent).join('|')"
    ]

    private static func page(_ tracks: [Track], jumps: Int = 0, languages: [LanguageTag] = [.english]) throws -> [UInt8]
    {
        var map = TrackMap(in: TestPages.world, languages: languages)
        for track in tracks { try map.add(track) }
        map.jumpCount = jumps
        var page = MapPage(title: "", baseMap: try TestPages.base.get(), languages: languages)
        try page.add(map)
        return try page.html()
    }

    private static func walk(_ name: String, length: Int, at latitude: Double) -> Track {
        let fixes = (0..<length).map { index in
            let longitude = 8 + Double(index) / 1000
            return TestTracks.location(latitude, longitude, seconds: Double(index * 30))
        }
        return TestTracks.track(fixes, name: name)
    }

    private func expectClean(_ outcome: HeadlessBrowser.Outcome) {
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.requests.isEmpty, "\(outcome.requests)")
    }

    @Test("A table is sorted by its headings, both ways, and a row shows its track on the map")
    func tracks() throws {
        let tracks = [
            Self.walk("B", length: 20, at: 46), Self.walk("A", length: 200, at: 47), Self.walk("C", length: 50, at: 48),
        ]
        let heading = { (index: Int) in
            ["eval": "(document.querySelectorAll('th button')[\(index)].click(), 0)"]
        }
        let sort = [
            "eval": "[...document.querySelectorAll('th')].map((e) => e.getAttribute('aria-sort') || '-').join()"
        ]
        let outcome = try HeadlessBrowser.open(
            try Self.page(tracks),
            [
                Self.openTable, Self.firstCells, heading(0), Self.firstCells, sort, heading(0), Self.firstCells,
                heading(3),
                Self.firstCells, sort,
                ["eval": "(document.querySelector('tbody tr:last-child button').click(), 0)"],
                ["wait": "!document.querySelector('dialog')"],
                [
                    "eval":
                        "String(MapPage.map.getBounds().contains([47, 8.1]) && !MapPage.map.getBounds().contains([46, 8]))"
                ],
            ])
        expectClean(outcome)
        let orders = [1, 3, 6, 8].map { outcome.results[$0] }
        #expect(orders == ["B|A|C", "A|B|C", "C|B|A", "B|C|A"])
        #expect(outcome.results[4].hasPrefix("ascending,-,-,-"))
        #expect(outcome.results[9].hasPrefix("-,-,-,ascending"))
        #expect(outcome.results.last == "true")
    }

    @Test("Negative numbers have a minus sign, not a hyphen")
    func minus() throws {
        let outcome = try HeadlessBrowser.open(
            try Self.page([Self.walk("A", length: 20, at: -33.5)]),
            [
                Self.openTable,
                ["eval": "document.querySelector('tbody').textContent"],
            ])
        expectClean(outcome)
        let table = try #require(outcome.results.last)
        #expect(table.contains("\u{2212}33.50000") && !table.contains("-33"), "\(table)")
    }

    @Test("No name of the base map is drawn under a panel")
    func panels() throws {
        let outcome = try HeadlessBrowser.open(
            try Self.page([Self.walk("A", length: 200, at: 47.5), Self.walk("B", length: 200, at: 47.6)]),
            [
                [
                    "eval": """
                    (window.boxes = [], window.fill = CanvasRenderingContext2D.prototype.fillText,
                    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
                      if (this.textAlign === "center" && this.canvas.classList.contains("base-names")) {
                        const at = this.canvas.getBoundingClientRect(), wide = this.measureText(text).width / 2;
                        boxes.push([at.left + x - wide, at.top + y - 5, at.left + x + wide, at.top + y + 5, text]);
                      }
                      window.fill.apply(this, arguments);
                    }, MapPage.map.panBy([60, 40], { animate: false }), 0)
                    """
                ],
                ["wait": "window.boxes.length > 3"],
                [
                    "eval": """
                    [...document.querySelectorAll('.bar, .dock > *, .legend, .leaflet-control')].flatMap((panel) => {
                      const box = panel.getBoundingClientRect();
                      return boxes.filter((name) => name[0] < box.right && box.left < name[2] && name[1] < box.bottom && box.top < name[3]);
                    }).map((name) => name[4]).join('|')
                    """
                ],
            ])
        expectClean(outcome)
        #expect(outcome.results.last == "")
    }

    @Test("The first drawing already leaves out names under panels")
    func panelsAtFirst() throws {
        let walks = [Self.walk("A", length: 200, at: 47.5), Self.walk("B", length: 200, at: 47.6)]
        let outcome = try HeadlessBrowser.open(
            try Self.page(walks),
            [
                ["wait": "\(Self.state).state === 'ready'"],
                ["eval": "(window.first = document.querySelector('canvas.base-names').toDataURL(), 0)"],
                ["eval": "(MapPage.map.panBy([400, 0], { animate: false }), 0)"],
                ["wait": "document.querySelector('canvas.base-names').toDataURL() !== window.first"],
                ["eval": "(MapPage.map.panBy([-400, 0], { animate: false }), 0)"],
                ["wait": "document.querySelector('canvas.base-names').toDataURL() === window.first"],
            ])
        expectClean(outcome)
    }

    @Test("A row of a stop leads to it, and says how far along the way it is")
    func stop() throws {
        let walk = TestTracks.hike()
        let rest = TestTracks.track(Array(walk[..<500]) + TestTracks.rest(at: walk[499], minutes: 9))
        let outcome = try HeadlessBrowser.open(
            try Self.page([rest]),
            [
                Self.openTable,
                ["eval": "document.querySelector('tbody tr:last-child').children[3].textContent"],
                ["eval": "(document.querySelector('tbody tr:last-child').click(), 0)"],
                ["wait": "!document.querySelector('dialog') && Number(\(Self.state).zoom) >= 15"],
                ["eval": "document.querySelectorAll('.stop-name').length"],
            ])
        expectClean(outcome)
        #expect(outcome.results[1].hasPrefix("after 5.0"))
        #expect(outcome.results.last == "1")
    }

    @Test("A photo of the strip opens in large, the keys go on, and Escape closes it alone")
    func viewer() throws {
        let photos = (0..<3).map {
            PhotoMap.Photo(TestPages.coordinate(35.0116, 135.7681), time: 1_600_000_000 + 86_400 * $0)
        }
        let place = ["eval": "document.querySelector('.viewer .where').textContent"]
        let outcome = try HeadlessBrowser.open(
            try TestPages.page(photos, thumbnails: 3),
            [
                ["eval": "(document.querySelector('.photo-icon').click(), 0)"], ["wait": "\(Self.state).strip === '3'"],
                ["eval": "(document.querySelectorAll('.strip .item')[1].click(), 0)"], place, ["key": "ArrowRight"],
                place,
                ["eval": "document.querySelector('.viewer .words').textContent"],
                [
                    "eval":
                        "document.querySelectorAll('.viewer img').length + ' ' + document.querySelectorAll('.highlight').length"
                ],
                ["key": "ArrowRight"], place, ["key": "Escape"], ["wait": "!document.querySelector('dialog')"],
                ["eval": "\(Self.state).strip"],
            ])
        expectClean(outcome)
        #expect(outcome.results[2] == "2 / 3")
        #expect(outcome.results[3] == "3 / 3")
        #expect(outcome.results[4].hasPrefix("Kyoto, JapanSep 15, 2020"))
        #expect(outcome.results[5] == "1 1")
        #expect(outcome.results[6] == "3 / 3")
        #expect(outcome.results[7] == "3")
    }

    @Test("A row of a photo opens it, with the map around it")
    func photo() throws {
        let photos = [(35.0116, 135.7681), (48.137, 11.575)].enumerated().map { index, place in
            PhotoMap.Photo(TestPages.coordinate(place.0, place.1), time: 1_600_000_000 + 86_400 * index)
        }
        let outcome = try HeadlessBrowser.open(
            try TestPages.page(photos),
            [
                Self.openTable, ["eval": "(document.querySelectorAll('tbody tr button')[1].click(), 0)"],
                ["wait": "document.querySelector('.viewer') && MapPage.map.getZoom() >= 13"],
                ["eval": "String(MapPage.map.getBounds().contains([48.137, 11.575]))"],
            ])
        expectClean(outcome)
        #expect(outcome.results.last == "true")
    }

    @Test("On paper, as many track names as fit are below the map, on a single sheet")
    func paper() throws {
        let tracks = (0..<40).map { Self.walk("Tour \($0)", length: 20, at: 45 + Double($0) / 20) }
        let outcome = try HeadlessBrowser.open(
            try Self.page(tracks),
            [
                ["print": true], ["eval": "(window.dispatchEvent(new Event('beforeprint')), 0)"],
                ["eval": "document.querySelectorAll('.legend li').length"],
                ["eval": "document.querySelector('.legend li:last-child').textContent"],
                ["eval": "String(document.documentElement.scrollHeight <= 718)"],
                [
                    "eval": """
                    (() => { const list = document.querySelector('.legend ul'), map = document.querySelector('#map');
                    return String(list.scrollHeight <= list.clientHeight && list.getBoundingClientRect().top >= map.getBoundingClientRect().bottom); })()
                    """
                ],
                ["eval": "(window.dispatchEvent(new Event('afterprint')), 0)"],
                ["eval": "document.querySelectorAll('.legend li').length"],
            ])
        expectClean(outcome)
        #expect(outcome.results[1...4] == ["30", "and 11 more", "true", "true"])
        #expect(outcome.results.last == "40")
    }

    @Test("Heights that are all equal are no profile, but speeds are")
    func flat() throws {
        let fixes = (0..<200).map {
            TestTracks.location(46 + Double($0) / 10_000, 8, altitude: 0, seconds: Double($0 * 10))
        }
        let outcome = try HeadlessBrowser.open(
            try Self.page([TestTracks.track(fixes)]),
            [
                ["eval": "document.querySelector('.profile canvas').getAttribute('aria-label')"],
                ["eval": "document.querySelector('.facts').textContent"],
                // A steady speed is one value.
                ["eval": "document.querySelector('.legend .ends').children.length"],
            ])
        expectClean(outcome)
        #expect(outcome.results[0] == "Speed")
        #expect(!outcome.results[1].contains("↑"))
        let still = try HeadlessBrowser.open(
            try Self.page([TestTracks.track(TestTracks.hike(hasHeights: false, hasTimes: false))]),
            [["eval": "document.querySelectorAll('.profile').length"]])
        expectClean(still)
        #expect(still.results == ["0"])
    }

    @Test("The page names its clocks, and says what it leaves out: what is beyond 85°, and impossible fixes")
    func words() throws {
        let pole = TestTracks.track(
            (0..<60).map { TestTracks.location(60 + Double($0) / 2, 8, seconds: Double($0 * 600)) })
        let outcome = try HeadlessBrowser.open(
            try Self.page([pole], jumps: 2, languages: [LanguageTag("de")].compactMap(\.self)),
            [
                ["eval": "document.querySelector('.zone').textContent"],
                ["eval": "document.querySelector('.beyond').textContent"],
                ["eval": "document.querySelector('.facts').textContent"], ["eval": "document.title"],
            ])
        expectClean(outcome)
        #expect(outcome.results[0] == "UTC+02:00")
        #expect(outcome.results[1].hasPrefix("Diese Karte endet bei 85°"))
        #expect(outcome.results[2].contains("2\u{A0}unmögliche\u{A0}Positionen\u{A0}weggelassen"))
        #expect(outcome.results[3] == "Tracks")
    }

    @Test("Names are in a layer above the lines")
    func names() throws {
        let walk = TestTracks.hike()
        let rest = TestTracks.track(Array(walk[..<500]) + TestTracks.rest(at: walk[0], minutes: 9))
        let outcome = try HeadlessBrowser.open(
            try Self.page([rest]),
            [
                [
                    "eval": """
                    (() => { const z = (name) => Number(getComputedStyle(document.querySelector('.leaflet-' + name + '-pane')).zIndex);
                    return String(z('names') > z('overlay') && document.querySelectorAll('.base-names').length === 1); })()
                    """
                ]
            ])
        expectClean(outcome)
        #expect(outcome.results == ["true"])
    }

    @Test("Why there is no position is said in the language of the page")
    func state() throws {
        let german = [LanguageTag("de")].compactMap(\.self)
        var page = MapPage(title: "locate", baseMap: try TestPages.base.get(), languages: german)
        var view = MapPage.LiveView(location: nil, sky: nil, written: Date())
        (view.state, view.stateName) = ("no satellite is seen; go outside", "no-satellites")
        page.add(view)
        let outcome = try HeadlessBrowser.open(
            try page.html(), [["eval": "document.querySelector('.live-state').textContent"]])
        expectClean(outcome)
        #expect(outcome.results == ["Kein Satellit ist zu sehen"])
    }
}

import Foundation
import LKGeo
import LKGeocoding
import LocationKitMaps
import TestSupport
import Testing

/// What a browser shows of a page.
@Suite("pages in a browser", .serialized, .enabled(if: HeadlessBrowser.absence == nil, HeadlessBrowser.absence))
struct BrowserTests {
    private static let state = "document.documentElement.dataset"

    /// Photos at three places: many at one point, two an hour apart, one alone.
    private static var threePlaces: [PhotoMap.Photo] {
        let kyoto = TestPages.coordinate(35.0116, 135.7681)
        let many = (0..<70).map { PhotoMap.Photo(kyoto, time: 1_600_000_000 + 86_400 * $0) }
        let two = [0, 3600].map { PhotoMap.Photo(TestPages.coordinate(34.6937, 135.5023), time: 1_650_000_000 + $0) }
        return many.shuffled() + two + [PhotoMap.Photo(TestPages.coordinate(43.0618, 141.3545))]
    }

    /// Expects that a page was shown without any complaint.
    private func expectClean(_ outcome: HeadlessBrowser.Outcome) {
        #expect(outcome.errors.isEmpty)
        #expect(outcome.requests.isEmpty)
    }

    @Test("A marker and its strip name the same place and say how many others there are; one with a thumbnail is shown")
    func names() throws {
        let places = [(35.0116, 135.7681), (35.0116, 135.7681), (35.0116, 135.7681), (34.6937, 135.5023)]
        let photos = places.enumerated().map { index, place in
            PhotoMap.Photo(TestPages.coordinate(place.0, place.1), time: 1_600_000_000 + index)
        }
        var map = try PhotoMap(photos, in: TestPages.world, languages: [.english])
        map.setThumbnail(TestPages.jpeg, of: 3)
        var page = MapPage(title: "", baseMap: try TestPages.base.get(), languages: [.english])
        page.add(map)
        let outcome = try HeadlessBrowser.open(
            try page.html(),
            [
                ["eval": "(MapPage.map.setView([35, 135.6], 5, { animate: false }), 0)"],
                ["wait": "\(Self.state).clusters === '1'"],
                ["eval": "document.querySelector('.photo-icon').getAttribute('aria-label')"],
                ["eval": "document.querySelectorAll('.photo-icon img').length"],
                ["eval": "(document.querySelector('.photo-icon').click(), 0)"],
                ["eval": "document.querySelector('.strip h2').textContent"],
            ])
        expectClean(outcome)
        #expect(outcome.results[1] == "4 photos, Kyoto, Japan and 1 other place")
        #expect(outcome.results[2] == "1")
        #expect(outcome.results[4].hasPrefix("Kyoto, Japan and 1 other place · 4 photos · "))
    }

    @Test("Photos are clusters, and a click on one opens its photos in order of time")
    func clusters() throws {
        let page = try TestPages.page(Self.threePlaces, title: "Japan", thumbnails: 100)
        let outcome = try HeadlessBrowser.open(
            page,
            [
                ["eval": "\(Self.state).state + ' ' + \(Self.state).shown + ' ' + \(Self.state).inView"],
                ["eval": "[...document.querySelectorAll('.badge')].map((e) => e.textContent).sort().join()"],
                ["eval": "document.title + '|' + document.querySelector('h1').textContent"],
                // Close in on one point, which stays one cluster.
                ["eval": "(MapPage.map.setView([35.0116, 135.7681], 16, { animate: false }), 0)"],
                ["wait": "\(Self.state).zoom === '16' && \(Self.state).clusters === '1'"],
                ["eval": "document.querySelector('.badge').textContent"],
                [
                    "eval": """
                    (() => { const box = document.querySelector('.photo-icon').getBoundingClientRect();
                    return Math.round(box.x + 24) + ' ' + Math.round(box.y + 24); })()
                    """
                ],
                ["click": [500, 350]],
                ["wait": "\(Self.state).strip === '70'"],
                ["eval": "document.querySelector('.strip h2').textContent"],
                ["eval": "document.querySelectorAll('.strip li').length"],
                [
                    "eval": """
                    (() => { const list = [...document.querySelectorAll('.strip time')].map((e) => Date.parse(e.textContent));
                    return list.every((time, k) => k === 0 || time >= list[k - 1]); })()
                    """
                ],
                ["eval": "(document.querySelector('.strip ul').scrollLeft = 1e6, 0)"],
                ["wait": "document.querySelectorAll('.strip li').length === 70"],
                [
                    "eval":
                        "[...document.querySelectorAll('.strip img')].every((e) => e.src.startsWith('data:image/jpeg'))"
                ],
                ["key": "Escape"],
                ["eval": "String(\(Self.state).strip) + ' ' + document.querySelector('.strip').hidden"],
            ])
        expectClean(outcome)
        #expect(outcome.results[0] == "ready 73 73")
        #expect(outcome.results[1] == "72")
        #expect(outcome.results[2] == "Japan|Japan")
        #expect(outcome.results[4] == "70")
        #expect(outcome.results[5] == "500 350")
        #expect(outcome.results[6].hasPrefix("Kyoto, Japan · 70 photos · Sep 13, 2020"))
        #expect(outcome.results[7] == "40")
        #expect(outcome.results[8] == "1")
        #expect(outcome.results[10] == "1")
        #expect(outcome.results[11] == "undefined true")
    }

    @Test("The map works by keyboard: a marker opens by Enter, Escape closes, the table lists everything")
    func keyboard() throws {
        let page = try TestPages.page(Self.threePlaces)
        let outcome = try HeadlessBrowser.open(
            page,
            [
                ["eval": "(document.querySelector('.photo-icon').focus(), 0)"],
                [
                    "eval":
                        "document.activeElement.getAttribute('role') + ' ' + document.activeElement.getAttribute('aria-label')"
                ],
                ["key": "Enter"],
                ["wait": "\(Self.state).strip !== undefined"],
                ["key": "Escape"],
                ["wait": "\(Self.state).strip === undefined"],
                ["eval": "(document.querySelector('.actions button').click(), 0)"],
                ["wait": "document.querySelector('dialog[open]')"],
                ["eval": "document.querySelectorAll('dialog tbody tr').length"],
                ["eval": "[...document.querySelectorAll('dialog th')].map((e) => e.textContent).join()"],
                ["eval": "document.querySelector('dialog tbody tr:last-child').textContent"],
                ["key": "Escape"],
                ["wait": "!document.querySelector('dialog')"],
            ])
        expectClean(outcome)
        #expect(outcome.results[1].hasPrefix("button "))
        #expect(outcome.results[3] == "73")
        #expect(outcome.results[4] == "Date,Place,Latitude,Longitude")
        #expect(outcome.results[5] == "without a dateSapporo, Japan43.06180141.35450")
    }

    @Test("The time line filters what is shown, by its handles and as a whole")
    func timeLine() throws {
        let page = try TestPages.page(Self.threePlaces)
        let setHigh = """
            (() => { const high = document.querySelectorAll('.track input')[1]; high.value = '10';
            high.dispatchEvent(new Event('input')); return 0; })()
            """
        let outcome = try HeadlessBrowser.open(
            page,
            [
                ["eval": setHigh], ["wait": "\(Self.state).shown === '10'"],
                [
                    "eval":
                        "document.querySelector('.bar p').textContent + '|' + document.querySelector('.period').textContent"
                ],
                ["eval": "document.querySelectorAll('.photo-icon').length"],
                // The handles hold each other back.
                ["eval": setHigh.replacingOccurrences(of: "'10'", with: "'0'")],
                ["eval": "document.querySelectorAll('.track input')[1].value"],
                ["eval": "(document.querySelector('.time-head button').click(), 0)"],
                ["wait": "\(Self.state).shown === '73'"],
                // By the arrow keys, as any slider.
                ["eval": "(document.querySelectorAll('.track input')[0].focus(), 0)"],
                ["key": "ArrowRight"], ["wait": "\(Self.state).shown === '71'"],
            ])
        expectClean(outcome)
        #expect(outcome.results[1] == "10 of 73 photos|Sep 13, 2020 – Sep 22, 2020")
        #expect(outcome.results[2] == "1")
        #expect(outcome.results[4] == "1")
    }

    @Test("Names of photos and files are texts, whatever is in them")
    func hostile() throws {
        let hostile =
            "<img src=x onerror=\"document.title='bad'\">\u{202E}'\"&amp;</script>\n"
            + String(repeating: "z", count: 5000)
        var photo = PhotoMap.Photo(TestPages.coordinate(48.137, 11.575), time: 1_600_000_000)
        photo.name = hostile
        photo.link = "./%3Cimg%20src%3Dx%3E.jpg"
        let page = try TestPages.page([photo], title: hostile)
        let outcome = try HeadlessBrowser.open(
            page,
            [
                ["eval": "(document.querySelector('.photo-icon').click(), 0)"], ["wait": "\(Self.state).strip === '1'"],
                ["eval": "document.querySelector('.strip .file').textContent.length"],
                ["eval": "document.querySelectorAll('img[src=x]').length + ' ' + document.title.startsWith('<img')"],
                ["eval": "document.querySelector('.strip a').getAttribute('href')"],
                ["eval": "String(\(Self.state).violation)"],
            ])
        expectClean(outcome)
        #expect(outcome.results[1] == "201")
        #expect(outcome.results[2] == "0 true")
        #expect(outcome.results[3] == "./%3Cimg%20src%3Dx%3E.jpg")
        #expect(outcome.results[4] == "undefined")
    }

    @Test("The policy stops what would be put into the page")
    func policy() throws {
        let page = try TestPages.page(TestPages.photos(3))
        let inject = """
            (() => { const script = document.createElement('script'); script.textContent = "document.title = 'bad'";
            document.body.appendChild(script); const image = new Image(); image.src = 'https://example.org/x.png'; return 0; })()
            """
        let outcome = try HeadlessBrowser.open(
            page, [["eval": inject], ["wait": "\(Self.state).violation"], ["eval": "document.title"]])
        #expect(outcome.results[1] == "Photos")
        #expect(outcome.requests.isEmpty)
        #expect(!outcome.errors.isEmpty)
    }

    @Test(
        "Poles, the date line and one photo are shown",
        arguments: [
            [(90.0, 0.0)], [(-90, 10)], [(0, 180)], [(-17.7, 179.9), (-17.7, -179.9)], [(85.06, 0), (-85.06, 0)],
        ])
    func edges(places: [(Double, Double)]) throws {
        let photos = places.map { PhotoMap.Photo(TestPages.coordinate($0.0, $0.1)) }
        let outcome = try HeadlessBrowser.open(
            try TestPages.page(photos), width: 400, height: 640,
            [
                ["eval": "\(Self.state).state + ' ' + \(Self.state).shown"],
                [
                    "eval":
                        "[...document.querySelectorAll('.photo-icon')].filter((e) => { const b = e.getBoundingClientRect(); return b.right > 0 && b.left < 400 && b.bottom > 0 && b.top < 640; }).length > 0"
                ],
                ["eval": "\(Self.state).zoom"],
            ])
        expectClean(outcome)
        #expect(outcome.results[0] == "ready \(places.count)")
        #expect(outcome.results[1] == "1")
        // Two islands beside the date line are near each other.
        if places.count == 2, places[0].0 == -17.7 { #expect((Int(outcome.results[2]) ?? 0) >= 8) }
    }

    @Test("Land, sea and names are drawn, in colours for light and for dark, and again when the map moves")
    func drawing() throws {
        let page = try TestPages.page(TestPages.photos(100))
        // The colour of the canvas at a place, as red + green + blue.
        func light(_ latitude: Double, _ longitude: Double) -> [String: Any] {
            [
                "eval": """
                (() => { const point = MapPage.map.latLngToContainerPoint([\(latitude), \(longitude)]);
                const canvas = document.querySelector('.base-map'), box = canvas.getBoundingClientRect();
                const one = document.createElement('canvas').getContext('2d');
                    one.drawImage(canvas, Math.round(box.x - point.x), Math.round(box.y - point.y));
                    const data = one.getImageData(0, 0, 1, 1).data;
                    return data[0] + ' ' + data[1] + ' ' + data[2]; })()
                """
            ]
        }
        let view: [String: Any] = ["eval": "(MapPage.map.setView([30, -30], 3, { animate: false }), 0)"]
        let outcome = try HeadlessBrowser.open(
            page,
            [
                view, ["wait": "\(Self.state).zoom === '3'"], light(22, 3), light(30, -40),
                ["eval": "Number(\(Self.state).labels) > 10"],
                ["dark": true], ["wait": "matchMedia('(prefers-color-scheme: dark)').matches"],
                ["eval": "new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0, 0)))"], light(22, 3),
                light(30, -40),
            ])
        expectClean(outcome)
        #expect(outcome.results[1] == "247 245 240")
        #expect(outcome.results[2] == "213 227 234")
        #expect(outcome.results[3] == "1")
        #expect(outcome.results[5] == "34 44 53")
        #expect(outcome.results[6] == "18 26 33")
    }

    @Test("On paper there are no buttons; a page that is cut says so")
    func paper() throws {
        let page = try TestPages.page(TestPages.photos(100))
        let outcome = try HeadlessBrowser.open(
            page,
            [
                ["print": true],
                [
                    "eval":
                        "[...document.querySelectorAll('button, .leaflet-control-zoom')].filter((e) => e.offsetParent).length"
                ],
            ])
        expectClean(outcome)
        #expect(outcome.results[0] == "0")
        let text = String(decoding: page, as: UTF8.self)
        let start = try #require(text.range(of: "id=\"data-photos\">"))
        let damaged = text.replacingCharacters(
            in: start.upperBound..<text.index(start.upperBound, offsetBy: 40), with: "")
        let broken = try HeadlessBrowser.open(
            Array(damaged.utf8),
            [["eval": "\(Self.state).state + ' ' + document.querySelector('.failure').textContent.length"]])
        #expect(broken.results[0].hasPrefix("failed "))
        #expect(broken.requests.isEmpty)
    }

    @Test("The interface speaks the language of the page")
    func language() throws {
        let page = try TestPages.page(Self.threePlaces, title: "", languages: [LanguageTag("ja")!])
        let outcome = try HeadlessBrowser.open(
            page,
            [
                ["eval": "document.documentElement.lang + ' ' + document.querySelector('.bar').textContent"],
                ["eval": "(document.querySelector('.photo-icon').click(), 0)"], ["wait": "\(Self.state).strip"],
                ["eval": "document.querySelector('.strip .place').textContent"],
            ])
        expectClean(outcome)
        #expect(outcome.results[0] == "ja 写真73 枚の写真表すべて表示")
        #expect(outcome.results[2].contains("日本"))
    }
}

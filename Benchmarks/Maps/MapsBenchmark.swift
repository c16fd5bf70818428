import Foundation

/// A page of 100,000 photos: made by the tool, then opened and zoomed in a browser; beside it, two peers show the same positions.
struct MapsBenchmark {
    /// The tool, built in release.
    let tool: String
    var count = 100_000
    var runs = 3

    /// Where Debian's packages have Leaflet and its plug-ins.
    private static let leaflet = "file:///usr/share/javascript/leaflet/"

    func run() throws(BenchmarkError) -> [Measurement] {
        let photos = try PhotoFolder(count: count, perFolder: 1000, isWhole: false, place: Self.place)
        let cache = try TemporaryFolder()
        let page = cache.path + "/photos.html"
        let command = [
            "env", "XDG_CACHE_HOME=\(cache.path)", tool, "photos", "map", photos.path, "-o", page, "--thumbnails", "0",
            "--quiet",
        ]
        // The first run leaves the catalog.
        _ = try Resources.measure(command)
        var made: [Resources] = []
        for _ in 0..<runs { made.append(try Resources.measure(command)) }
        let wall = Samples(made.map(\.wall))
        let memory = Samples(made.map(\.peakMemory)).median
        let size = Double((try? FileManager.default.attributesOfItem(atPath: page)[.size] as? Int) ?? 0) / 1e6
        let lines = [
            Measurement(
                "maps.make", unit: "s", ours: wall.median,
                note: "\(count) photos from the catalog, whole process; median of \(runs), noise "
                    + "\(ResultTable.number(wall.noise * 100)) %"
            ).goal("at most 10 s", isMet: wall.median <= 10),
            Measurement("maps.make.memory", unit: "MB", ours: memory, note: "peak of the process")
                .goal("at most 300 MB", isMet: memory <= 300),
            Measurement("maps.size", unit: "MB", ours: size, note: "without thumbnails, a random time each")
                .goal("at most 1.5 MB", isMet: size <= 1.5),
        ]
        guard MapBrowser.isInstalled else {
            BenchmarkCommand.say("maps: the page was not opened, since chromium-headless-shell is not installed")
            return lines
        }
        let clusters = try peer(
            cache, "clusters", styles: ["MarkerCluster.css"], scripts: ["leaflet.markercluster.min.js"],
            code: """
                const group = L.markerClusterGroup();
                group.addLayers(points.map((point) => L.marker(point)));
                map.addLayer(group);
                """)
        let circles = try peer(
            cache, "circles", styles: [], scripts: [],
            code: "for (const point of points) L.circleMarker(point, { radius: 4 }).addTo(map);")
        var (ours, theirs, plain): ([View], [View], [View]) = ([], [], [])
        for _ in 0..<runs {
            ours.append(try view(page, cache, map: "MapPage.map"))
            theirs.append(try view(clusters, cache, map: "map"))
            plain.append(try view(circles, cache, map: "map"))
        }
        return lines + compare(ours, theirs, plain)
    }

    /// What a browser needed for a page, in milliseconds.
    private struct View {
        var ready: Double
        var steps: [Double]
    }

    private func compare(_ ours: [View], _ clusters: [View], _ circles: [View]) -> [Measurement] {
        func opened(_ views: [View]) -> Double { Samples(views.map(\.ready)).median }
        func worst(_ views: [View]) -> Double { Samples(views.map { $0.steps.max() ?? .nan }).median }
        func middle(_ views: [View]) -> String { ResultTable.number(Samples(views.flatMap(\.steps)).median) }
        let note = "headless Chromium, 1280 x 800; median of \(runs)"
        let steps = "\(note) worst of 51 steps, from the change to the next frame; median step"
        return [
            Measurement("maps.open", unit: "ms", ours: opened(ours), note: note)
                .against("Leaflet.markercluster", opened(clusters))
                .goal("at most 1500 ms", isMet: opened(ours) <= 1500),
            Measurement("maps.open.circles", unit: "ms", ours: opened(ours), note: note)
                .against("circle markers on canvas", opened(circles)),
            Measurement(
                "maps.zoom", unit: "ms", ours: worst(ours),
                note: "\(steps) \(middle(ours)), peer's \(middle(clusters)) ms"
            )
            .against("Leaflet.markercluster", worst(clusters)).goal("at most 50 ms", isMet: worst(ours) <= 50),
            Measurement(
                "maps.zoom.circles", unit: "ms", ours: worst(ours),
                note: "\(steps) \(middle(ours)), peer's \(middle(circles)) ms"
            ).against("circle markers on canvas", worst(circles)),
        ]
    }

    /// Writes a page of a peer with the same positions.
    private func peer(
        _ folder: TemporaryFolder, _ name: String, styles: [String], scripts: [String], code: String
    ) throws(BenchmarkError) -> String {
        let points = (0..<count).map { number in
            let place = Self.place(number)
            return String(format: "[%.5f,%.5f]", place.latitude, place.longitude)
        }
        let styles = (["leaflet.css"] + styles).map { "<link rel=\"stylesheet\" href=\"\(Self.leaflet)\($0)\">" }
        let scripts = (["leaflet.min.js"] + scripts).map { "<script src=\"\(Self.leaflet)\($0)\"></script>" }
        let page = """
            <!DOCTYPE html><meta charset="utf-8"><title>\(name)</title>\(styles.joined())
            <style>html, body, #map { height: 100%; margin: 0 }</style><div id="map"></div>\(scripts.joined())
            <script>
            const points = [\(points.joined(separator: ","))];
            const map = L.map("map", { preferCanvas: true, maxZoom: 18 }).setView([20, 0], 2);
            \(code)
            document.documentElement.dataset.state = "ready";
            document.documentElement.dataset.ready = performance.now();
            </script>
            """
        let path = "\(folder.path)/\(name).html"
        do { try Data(page.utf8).write(to: URL(fileURLWithPath: path)) } catch { throw BenchmarkError("\(error)") }
        return path
    }

    /// Opens a page, and zooms in on three places from the whole world to a street.
    private func view(_ page: String, _ folder: TemporaryFolder, map: String) throws(BenchmarkError) -> View {
        let zoom = """
            (async () => {
              const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
              const steps = [];
              for (const place of [[48.137, 11.575], [35.681, 139.767], [64.147, -21.942]]) {
                for (let zoom = 2; zoom <= 18; zoom++) {
                  await frame();
                  const begin = performance.now();
                  \(map).setView(place, zoom, { animate: false });
                  await frame();
                  steps.push(performance.now() - begin);
                }
              }
              return steps;
            })()
            """
        let results = try MapBrowser.open(page, folder, evaluating: [zoom])
        guard results[1].count == 51 else { throw BenchmarkError("\(page) was zoomed \(results[1].count) times") }
        return View(ready: results[0][0], steps: results[1])
    }

    /// Where a photo was taken: dense where people stay, sparse between.
    private static func place(_ number: Int) -> (latitude: Double, longitude: Double) {
        let homes = [
            (48.137, 11.575), (35.681, 139.767), (40.713, -74.006), (-33.868, 151.207), (47.141, 9.521), (43.296, 5.37),
            (64.147, -21.942), (-22.907, -43.173), (28.614, 77.209), (-17.713, 175.065), (37.774, -122.419),
        ]
        var random = SplitMix64(state: UInt64(number))
        let home = homes[Int(random.next() % UInt64(homes.count))]
        func share() -> Double { Double(random.next() >> 11) / Double(1 << 53) }
        let (distance, turn) = (pow(share(), 6) * 3, share() * 2 * .pi)
        return (home.0 + distance * sin(turn), home.1 + distance * cos(turn))
    }
}

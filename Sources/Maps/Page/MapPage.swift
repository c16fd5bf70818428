public import LKGeocoding
import LKStreets

/// A map in one HTML file, which works from a disk without the internet.
///
/// The page contains its scripts, its base map and its data, and its Content-Security-Policy forbids everything else. Nothing in
/// the data is ever interpreted: it is packed, and the page shows its texts as texts.
///
/// ```swift
/// let places = try OfflineProvider(regions: .standard)          // installed regions, and the world around them
/// let photos = try PhotoMap(positions, with: places, languages: [.english])
/// try MapPage(photos, title: "Holidays").write(to: URL(filePath: "holidays.html"))
/// ```
public struct MapPage: Sendable {
    /// A part of a page: what it shows besides the base map.
    package struct Part: Sendable {
        /// The name by which its script registers itself: `photos`.
        package var name: String
        package var script: PageAsset
        package var style: PageAsset
        /// What the script reads, decompressed.
        package var data: PackedBytes
        /// Lines of text that the script reads as they are, such as images in base64.
        package var lines: [[UInt8]]

        package init(
            name: String, script: PageAsset, style: PageAsset, data: PackedBytes, lines: [[UInt8]] = []
        ) {
            self.name = name
            self.script = script
            self.style = style
            self.data = data
            self.lines = lines
        }
    }

    /// The title; empty for one that says what is shown, in the language of the interface.
    public var title: String

    /// What is drawn below everything.
    public var baseMap: BaseMap

    /// The languages of the interface, in order of preference; English if there are no strings in any of them.
    public var languages: [LanguageTag]

    /// A server of map images; `nil`, the default, for a page that makes no requests.
    public var tiles: MapPage.TileServer?

    /// Whether what it shows has names of streets, whose source the page credits.
    package var namesStreets = false

    /// What it shows, each name once.
    package var parts: [Part] = []

    /// Creates a page with nothing but the base map.
    ///
    /// - Parameters:
    ///   - title: The title; empty for one that says what is shown.
    ///   - baseMap: What is drawn below everything.
    ///   - languages: Those of the interface, in order of preference.
    public init(title: String, baseMap: BaseMap, languages: [LanguageTag]) {
        self.title = title
        self.baseMap = baseMap
        self.languages = languages
    }

    /// Creates a page of tracks, as `locate track map` writes it: on a map of what is around them, in their languages.
    ///
    /// - Parameters:
    ///   - tracks: The tracks.
    ///   - photos: Photos that were taken along them; `nil` for none.
    ///   - title: The title; empty for one that says what is shown.
    ///   - tiles: A server of map images, with which no streets are drawn; `nil` for a page that makes no requests.
    /// - Throws: ``MapError/Code/dataDamaged``.
    public init(
        _ tracks: TrackMap, photos: PhotoMap? = nil, title: String = "", tiles: TileServer? = nil
    ) throws(MapError) {
        self.init(title: title, baseMap: try BaseMap(of: tracks, tiles: tiles), languages: tracks.languages)
        self.tiles = tiles
        if let photos { add(photos) }
        try add(tracks)
    }

    /// Creates a page of photos, as `locate photos map` writes it: on a map of what is around them, in their languages.
    ///
    /// - Parameters:
    ///   - photos: The photos.
    ///   - title: The title; empty for one that says what is shown.
    ///   - tiles: A server of map images, with which no streets are drawn; `nil` for a page that makes no requests.
    /// - Throws: ``MapError/Code/dataDamaged``.
    public init(_ photos: PhotoMap, title: String = "", tiles: TileServer? = nil) throws(MapError) {
        self.init(title: title, baseMap: try BaseMap(of: photos, tiles: tiles), languages: photos.languages)
        self.tiles = tiles
        add(photos)
    }

    /// Returns whether a page draws streets: map images have their own, and around the middle of a city they would mean nothing.
    package static func drawsStreets(_ precision: MapPrecision = .exact, with tiles: TileServer?) -> Bool {
        precision == .exact && tiles == nil
    }

    /// Returns the whole page as UTF-8.
    ///
    /// - Throws: ``MapError/Code/memory``.
    public func html() throws(MapError) -> [UInt8] {
        var page: [UInt8] = []
        try build { page += $0 }
        return page
    }

    /// Builds the page in pieces, so that it need not be in memory as a whole.
    ///
    /// - Parameter take: Receives the next bytes.
    /// - Throws: ``MapError/Code/memory``.
    public func build(_ take: ([UInt8]) -> Void) throws(MapError) {
        let strings = PageStrings.strings(for: languages)
        let title = PageText.clean(title.isEmpty ? strings["title.\(parts.last?.name ?? "")"] : title)
        var baseMap = baseMap
        if !Self.drawsStreets(with: tiles) { baseMap.streets = MapStreets() }
        let licence = PageAsset.leafletLicence.text
        let leaflet = "/*\nLeaflet (https://leafletjs.com)\n\n\(licence)*/\n" + PageAsset.leafletScript.text
        let scripts = [leaflet, PageAsset.pageScript.text] + parts.map { $0.script.text }
        let styles = [PageAsset.leafletStyle.text, PageAsset.pageStyle.text] + parts.map { $0.style.text }
        func put(_ text: String) { take(Array(text.utf8)) }
        put(
            """
            <!DOCTYPE html>
            <html lang="\(PageText.html(strings.language))" data-state="loading">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy(scripts: scripts, styles: styles))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="color-scheme" content="light dark">
            \(Self.mark)
            <title>\(PageText.html(title))</title>

            """)
        for style in styles { put("<style>\(style)</style>\n") }
        put(
            """
            </head>
            <body>
            <noscript><p>\(PageText.html(strings["noScript"]))</p></noscript>
            <main id="map"></main>
            <script type="application/json" id="settings">\(settings(title, strings, baseMap))</script>

            """)
        put(Self.block("data-base"))
        take(try baseMap.packed().text())
        put("</script>\n")
        for part in parts {
            put(Self.block("data-\(part.name)"))
            take(try part.data.text())
            put("</script>\n")
            guard !part.lines.isEmpty else { continue }
            put(Self.block("lines-\(part.name)"))
            for line in part.lines { take(line + [UInt8(ascii: "\n")]) }
            put("</script>\n")
        }
        for script in scripts { put("<script>\(script)</script>\n") }
        put("</body>\n</html>\n")
    }

    /// What identifies a page of this kind; it is within the first few thousand bytes.
    package static let mark = #"<meta name="generator" content="LocationKit">"#

    /// Returns whether a file that begins with these bytes is a page that LocationKit has made.
    package static func isMarked(_ beginning: [UInt8]) -> Bool {
        let text = String(decoding: beginning, as: UTF8.self)
        return text.lowercased().hasPrefix("<!doctype html") && text.contains(mark)
    }

    /// Returns the beginning of an element whose content no browser runs.
    private static func block(_ id: String) -> String { "<script type=\"application/octet-stream\" id=\"\(id)\">" }

    /// Returns the page's policy: run its own scripts and show its own images, known by their digests, and load nothing
    /// else.
    private func policy(scripts: [String], styles: [String]) -> String {
        let images = ["data:"] + (tiles.map { [$0.origin] } ?? [])
        return [
            "default-src 'none'", "script-src \(scripts.map(PageAsset.policy).joined(separator: " "))",
            "style-src \(styles.map(PageAsset.policy).joined(separator: " "))",
            "img-src \(images.joined(separator: " "))", "base-uri 'none'", "form-action 'none'",
        ].joined(separator: "; ")
    }

    private func settings(_ title: String, _ strings: PageStrings, _ baseMap: BaseMap) -> String {
        // With streets on the map, their source is in its attribution.
        let names = namesStreets && !baseMap.hasStreets ? "; streets: \(StreetIndex.attribution)" : ""
        var members = [
            ("title", PageText.json(title)), ("language", PageText.json(strings.language)),
            ("attribution", PageText.json(baseMap.attribution + names)),
            ("parts", "[\(parts.map { PageText.json($0.name) }.joined(separator: ","))]"),
            ("strings", strings.json),
        ]
        if let tiles { members.append(("tiles", PageText.json(tiles.template))) }
        return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }
}

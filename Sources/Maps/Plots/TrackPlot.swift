import LKFormats
package import LKGazetteer
import LKGeo
public import LKGeocoding
public import LKOfflineGeocoding
package import LKStreets
public import LKTrackFormats
public import LKTracks

/// A picture of tracks for a report: their lines on a map, heights and speeds over the distance, and what they amount to.
///
/// The map is drawn from files on this machine. Points are taken one by one, in constant memory.
///
/// ```swift
/// let places = try OfflineProvider(regions: .standard)
/// var plot = TrackPlot(try Track(contentsOf: URL(filePath: "hike.gpx")), with: places)
/// plot.title = "Hörnlihütte"
/// try plot.write(to: URL(filePath: "hike.png"))        // or hike.svg
/// ```
public struct TrackPlot: Sendable {
    /// How a picture looks.
    public struct Style: Sendable {
        /// The width in pixels; ``TrackPlot/sizes``.
        public var width = 1200
        /// The height in pixels; ``TrackPlot/sizes``.
        public var height = 900
        /// Whether the picture is light on dark.
        public var isDark = false
        /// The units of lengths, heights and speeds.
        public var units = MeasurementSystem.metric
        /// The languages of names of places, in order of preference; empty for each place's own.
        public var languages: [LanguageTag] = []
        /// The user's own names of places, which take precedence.
        public var corrections: PlaceCorrections?

        /// Creates the default style.
        public init() {}
    }

    /// The widths and heights that a picture may have, in pixels.
    public static let sizes = 400...8192

    /// The title; by default the file's, or the name of its only track.
    public var title: String?

    /// How the picture looks.
    public var style = Style()

    /// Whose land, borders and names are drawn behind the line; `nil` for none.
    package var world: World?
    /// Whose streets are drawn behind the line, and name its ends and stops; `nil` for none.
    package var streets: StreetIndexes?
    /// How exactly positions are shown.
    private var precision = MapPrecision.exact
    private var nameOfFile: String?
    private var sketch = TrackSketch(capacity: Self.capacity)
    private static let capacity = 16_384

    /// Creates a plot without points.
    ///
    /// - Parameter provider: Whose land, borders, names and streets are drawn behind the line, and name its ends and stops; `nil` for
    ///   the line alone.
    public init(with provider: OfflineProvider? = nil) { (world, streets) = (provider?.world, provider?.streets) }

    /// Creates a plot of a track; waypoints are left out.
    ///
    /// - Parameters:
    ///   - track: The track.
    ///   - provider: Whose land, borders, names and streets are drawn behind the line, and name its ends and stops; `nil` for the line
    ///     alone.
    public init(_ track: Track, with provider: OfflineProvider? = nil) {
        self.init(with: provider)
        title = track.name
        sketch.startTrack(name: track.name)
        for segment in track.segments {
            sketch.startSegment()
            for location in segment.locations { sketch.add(location) }
        }
    }

    /// Creates a plot of what a page would show: with the same precision, hidden areas, units, languages and map.
    ///
    /// ```swift
    /// var tracks = TrackMap(with: places, languages: [.english], hiding: [home], secret: secret)
    /// try tracks.add(TrackFile(URL(filePath: "hike.gpx")))
    /// let picture = try TrackPlot(tracks).svg()
    /// ```
    ///
    /// - Parameter map: The tracks.
    public init(_ map: TrackMap) {
        sketch = map.sketch
        sketch.reduce(to: Self.capacity)
        precision = map.precision
        style.units = map.units
        style.languages = map.languages
        style.corrections = map.corrections
        (world, streets) = (map.world, map.streets)
    }

    /// What the picture is called: ``title``, else what the file says.
    public var shownTitle: String? {
        title ?? nameOfFile ?? (sketch.tracks.count == 1 ? sketch.tracks[0].name : nil)
    }

    /// The statistics of all points.
    public var statistics: TrackStatistics { sketch.statistics }

    /// Adds the tracks of a file of any size, without impossible fixes; planned routes and waypoints are left out.
    ///
    /// - Parameter file: The file.
    /// - Throws: `TrackFormatError` when the file cannot be read.
    public mutating func add(_ file: TrackFile) throws(TrackFormatError) {
        let reader = JumpReader(try file.reader())
        while let element = try reader.next() { add(element) }
    }

    /// Adds an element of a file; planned routes and waypoints are left out.
    package mutating func add(_ element: TrackElement) {
        if case .metadata(let metadata) = element { nameOfFile = metadata.name.map { PlotText.line($0) } }
        sketch.add(element)
    }

    /// Draws the picture as SVG 1.1, without scripts and references.
    ///
    /// - Returns: The document, UTF-8.
    /// - Throws: ``MapError/Code/nothingToShow`` without points, ``MapError/Code/invalid`` for a size outside of ``sizes``, and
    ///   ``MapError/Code/dataDamaged``.
    public func svg() throws(MapError) -> [UInt8] {
        guard statistics.count > 0 else { throw MapError(.nothingToShow, "there are no points to draw") }
        guard Self.sizes.contains(style.width), Self.sizes.contains(style.height) else {
            throw MapError(
                .invalid,
                "a picture of \(style.width) × \(style.height) pixels is not drawn; width and height may be "
                    + "\(Self.sizes.lowerBound) to \(Self.sizes.upperBound)")
        }
        var sketch = sketch
        sketch.finish()
        do throws(GeocodingError) {
            return try PlotPage(
                sketch, title: shownTitle, style: style, precision: precision, world: world, streets: streets
            ).svg()
        } catch {
            throw MapError(error)
        }
    }

    /// Draws the picture as PNG: that of ``svg()``, rendered by librsvg on the calling thread.
    ///
    /// - Returns: The PNG.
    /// - Throws: As ``svg()``, ``MapError/Code/unavailable`` where librsvg is not installed, and ``MapError/Code/memory``.
    public func png() throws(MapError) -> [UInt8] {
        try SVGRasterizer.png(try svg(), width: style.width, height: style.height)
    }

    /// Returns whether a file that begins with these bytes is a plot that LocationKit has drawn.
    package static func isMarked(_ beginning: [UInt8]) -> Bool {
        beginning.starts(with: (ProgramMark.xmlProlog + "<svg").utf8) || ProgramMark.isMarked(png: beginning)
    }
}

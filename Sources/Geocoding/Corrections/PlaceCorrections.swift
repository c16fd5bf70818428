package import Geo
internal import TrackFormats

/// A user's own names of places, which outrank those of every provider.
///
/// They come from GeoJSON (RFC 7946): each feature is an area, or a point with a `radius`, and its properties name what is within.
/// `Docs/Corrections.md` has the rules.
///
/// ```swift
/// var configuration = ReverseGeocoder.Configuration([WorldProvider(world: try World.embedded())])
/// configuration.corrections = try PlaceCorrections(path: "/home/ann/places.geojson")
/// ```
///
/// Where several features hold a point, the smallest counts; of points with a radius the one that is nearest for its radius.
public struct PlaceCorrections: Sendable {
    /// The metres around a point without the property `radius`.
    public static let defaultRadius = 500.0
    /// The name under which they answer where no provider knows the point.
    public static let providerName = "corrections"
    /// The longest file that is read, in bytes.
    public static let longestFile = 1 << 26

    /// What was left out of a damaged file that was to be salvaged, in its order.
    public private(set) var problems: [GeocodingError]

    /// The names of properties that mean nothing here, each once.
    public let unknownProperties: [String]

    /// The properties that name a place.
    public static let properties: [String] = CorrectedPart.allCases.map(\.rawValue)

    private let features: [CorrectedFeature]
    private let index: FeatureIndex

    /// How many features there are.
    public var count: Int { features.count }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file, which is read once.
    ///   - salvaging: Whether of a damaged file the sound features are taken; ``problems`` has what was left out.
    /// - Throws: `GeocodingError` with `dataUnreadable`, `inputInvalid` for what is not GeoJSON in WGS 84, and `dataDamaged`, which
    ///   says which feature is wrong and why.
    public init(path: String, salvaging: Bool = false) throws(GeocodingError) {
        self.init(try CorrectionReader.read(path: path, salvaging: salvaging))
    }

    /// Reads bytes.
    ///
    /// - Parameters:
    ///   - geoJSON: A FeatureCollection or a Feature.
    ///   - name: Its name in messages.
    ///   - salvaging: Whether of damaged GeoJSON the sound features are taken; ``problems`` has what was left out.
    /// - Throws: `GeocodingError` with `inputInvalid` for what is not GeoJSON in WGS 84, and `dataDamaged`, which says which feature is
    ///   wrong and why.
    public init(
        geoJSON: [UInt8], name: String = "corrections", salvaging: Bool = false
    ) throws(GeocodingError) {
        self.init(try CorrectionReader.read(FileChunks(bytes: geoJSON, name: name), salvaging: salvaging))
    }

    private init(_ reader: CorrectionReader) {
        features = reader.features
        problems = reader.problems
        unknownProperties = reader.unknownProperties
        index = FeatureIndex(features.map(\.shape))
    }

    /// A placemark with the names that the user has for its point; the same where there are none.
    ///
    /// What is given replaces that part, and what it contradicts is left out, such as the quarter of another city.
    ///
    /// - Parameter placemark: What a provider says, also of a point without names.
    /// - Returns: The placemark.
    public func corrected(_ placemark: Placemark) -> Placemark {
        guard let feature = feature(at: placemark.coordinate) else { return placemark }
        return corrected(placemark, by: feature)
    }

    /// The number of the feature that counts at a point; `nil` if none does.
    ///
    /// - Complexity: That of a few look-ups, and of the edges at the point's latitude of the areas whose boxes hold it.
    package func feature(at coordinate: Coordinate) -> Int? {
        features.isEmpty ? nil : index.best(at: coordinate, among: features)
    }

    /// A placemark with the names of a feature.
    package func corrected(_ placemark: Placemark, by feature: Int) -> Placemark {
        var placemark = placemark
        placemark.apply(features[feature].names)
        return placemark
    }

    /// Whether a feature says which country it is in.
    package func namesCountry(_ feature: Int) -> Bool { features[feature].names.namesCountry }
}

/// A feature of a file of corrections.
struct CorrectedFeature: Sendable {
    var shape: CorrectedShape
    var names: NameCorrection
}

/// Finds the features whose boxes hold a point: a hash of grids, each twice as fine as the one before.
///
/// A box is in the finest grid whose cells are not smaller than it, and so in four cells at most. A point is looked up in one cell of
/// each grid in use.
struct FeatureIndex: Sendable {
    private struct Cell: Hashable {
        var level: Int32
        var column: Int32
        var row: Int32
    }

    /// Cells of 20 cm or so.
    private static let finest: Int32 = 28

    private var cells: [Cell: [UInt32]] = [:]
    /// The grids in use.
    private var levels: [Int32] = []
    private let sizes: [Double]

    init(_ shapes: [CorrectedShape]) {
        sizes = shapes.map(\.size)
        for (number, shape) in shapes.enumerated() {
            for box in shape.boxes { insert(UInt32(number), box) }
        }
        levels = Set(cells.keys.map(\.level)).sorted()
    }

    /// The feature that counts at a point: the smallest, where of circles only the one that is nearest for its radius is looked at.
    ///
    /// Of equal ones it is the first in the file.
    func best(at point: Coordinate, among features: [CorrectedFeature]) -> Int? {
        var area: Int?
        var circle: (number: Int, share: Double)?
        for level in levels {
            guard let numbers = cells[Self.cell(level, point.longitude, point.latitude)] else { continue }
            for number in numbers.lazy.map(Int.init) {
                switch features[number].shape {
                case .area(let polygons):
                    // What would not count need not be looked at.
                    if let area, !isBefore(number, area) { continue }
                    if polygons.contains(where: { $0.holds(point) }) { area = number }
                case .circle(let center, let radius):
                    let share = center.distance(to: point) / radius
                    guard share <= 1 else { continue }
                    if let circle, (circle.share, circle.number) < (share, number) { continue }
                    circle = (number, share)
                }
            }
        }
        guard let area, let circle else { return area ?? circle?.number }
        return isBefore(area, circle.number) ? area : circle.number
    }

    private func isBefore(_ one: Int, _ other: Int) -> Bool { (sizes[one], one) < (sizes[other], other) }

    private mutating func insert(_ number: UInt32, _ box: CorrectedBox) {
        // The 180th meridian belongs to both sides, and coordinates have it as -180.
        if box.east >= 180, box.west > -180 {
            insertPart(number, CorrectedBox(south: box.south, west: -180, north: box.north, east: box.east - 360))
        }
        var box = box
        box.east = min(box.east, 180)
        insertPart(number, box)
    }

    private mutating func insertPart(_ number: UInt32, _ box: CorrectedBox) {
        let width = max(box.east - box.west, box.north - box.south)
        var level: Int32 = 0
        while level < Self.finest, 360 / Double(1 << (level + 1)) >= width { level += 1 }
        let first = Self.cell(level, box.west, box.south)
        let last = Self.cell(level, box.east, box.north)
        for column in first.column...last.column {
            for row in first.row...last.row {
                cells[Cell(level: level, column: column, row: row), default: []].append(number)
            }
        }
    }

    private static func cell(_ level: Int32, _ longitude: Double, _ latitude: Double) -> Cell {
        let scale = Double(1 << level) / 360
        return Cell(level: level, column: Int32((longitude + 180) * scale), row: Int32((latitude + 90) * scale))
    }
}

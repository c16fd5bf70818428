public import FoundationEssentials
import LKFormats
package import LKGeo
import LKTrackFormats

/// A user's own place names, which override those of every provider.
///
/// They are read from GeoJSON (RFC 7946): each feature is an area, or a point with a `radius`, and its properties name
/// everything inside. `Docs/Corrections.md` has the rules.
///
/// ```swift
/// var configuration = Geocoder.Configuration([OfflineProvider.installed])
/// configuration.corrections = try PlaceCorrections(url: URL(filePath: "/home/ann/places.geojson"))
/// ```
///
/// If several features contain a point, the smallest is used; of points with a radius, the one that is nearest relative
/// to its radius.
public struct PlaceCorrections: Sendable {
    /// The radius in metres of a point without the property `radius`.
    public static let defaultRadius = 500.0
    /// The provider name of placemarks for points that no provider knows.
    public static let providerName = "corrections"
    /// The maximum file size, in bytes.
    public static let maximumFileSize = 1 << 26

    /// The features left out of a damaged file when salvaging, in file order.
    public private(set) var problems: [GeocodingError]

    /// The names of unknown properties, each once.
    public let unknownProperties: [String]

    /// The properties that name a place.
    public static let properties: [String] = CorrectedPart.allCases.map(\.rawValue)

    private let features: [CorrectedFeature]
    private let index: FeatureIndex

    /// The number of features.
    public var count: Int { features.count }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - url: The file, which is read once.
    ///   - salvaging: Whether to use the valid features of a damaged file; ``problems`` lists the others.
    /// - Throws: `GeocodingError` with `dataUnreadable`, `inputInvalid` if the file is not GeoJSON in WGS 84, and
    ///   `dataDamaged` with the invalid feature and the reason.
    public init(url: URL, salvaging: Bool = false) throws(GeocodingError) {
        try self.init(path: url.filePath, salvaging: salvaging)
    }

    /// Reads a file.
    package init(path: String, salvaging: Bool = false) throws(GeocodingError) {
        self.init(try CorrectionReader.read(path: path, salvaging: salvaging))
    }

    /// Parses GeoJSON from memory.
    ///
    /// - Parameters:
    ///   - geoJSON: A FeatureCollection or a Feature.
    ///   - name: Its name in messages.
    ///   - salvaging: Whether to use the valid features of damaged GeoJSON; ``problems`` lists the others.
    /// - Throws: `GeocodingError` with `inputInvalid` if it is not GeoJSON in WGS 84, and `dataDamaged` with the
    ///   invalid feature and the reason.
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

    /// Returns a placemark with the user's names for its point; unchanged if there are none.
    ///
    /// Given names replace the provider's, and names that contradict them are removed, such as the quarter of another
    /// city.
    ///
    /// - Parameter placemark: A provider's placemark, possibly without names.
    /// - Returns: The placemark.
    public func corrected(_ placemark: Placemark) -> Placemark {
        guard let feature = feature(at: placemark.coordinate) else { return placemark }
        return corrected(placemark, by: feature)
    }

    /// Returns the index of the feature that applies at a point; `nil` if there is none.
    ///
    /// - Complexity: A few hash look-ups, plus the edges at the point's latitude of the areas whose boxes contain it.
    package func feature(at coordinate: Coordinate) -> Int? {
        features.isEmpty ? nil : index.best(at: coordinate, among: features)
    }

    /// Returns a placemark with the names of a feature.
    package func corrected(_ placemark: Placemark, by feature: Int) -> Placemark {
        var placemark = placemark
        placemark.apply(features[feature].names)
        return placemark
    }

    /// Returns whether a feature names its country.
    package func namesCountry(_ feature: Int) -> Bool { features[feature].names.namesCountry }
}

/// A feature of a corrections file.
struct CorrectedFeature: Sendable {
    var shape: CorrectedShape
    var names: NameCorrection
}

/// Finds the features whose boxes contain a point: a hash of grids, each twice as fine as the previous one.
///
/// A box is stored in the finest grid whose cells are at least as large, and so in four cells at most. A query looks up
/// one cell of each grid in use.
struct FeatureIndex: Sendable {
    private struct Cell: Hashable {
        var level: Int32
        var column: Int32
        var row: Int32
    }

    /// Cells of about 20 cm.
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

    /// Returns the index of the feature that applies at a point: the smallest, where only the circle nearest relative
    /// to its radius is considered.
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
                    // Skip areas that would not be chosen anyway.
                    if let area, !isBefore(number, area) { continue }
                    if polygons.contains(where: { $0.contains(point) }) { area = number }
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
        // The 180th meridian belongs to both sides, and coordinates represent it as -180.
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

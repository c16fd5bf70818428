/// The elements of KML that are understood, by their local names.
enum KMLName: String, CaseIterable {
    case kml, Document, Folder, Placemark, name, description, TimeStamp, when, ExtendedData, Data, SchemaData
    case SimpleData, SimpleArrayData, value, Point, LineString, MultiGeometry, Track, MultiTrack, coordinates, coord
    case altitudeMode, Polygon, LinearRing, Model, NetworkLink
    /// Any other.
    case other

    private static let byLength: [[(bytes: [UInt8], name: KMLName)]] = (0...16).map { length in
        allCases.filter { $0.rawValue.utf8.count == length && $0 != .other }.map { (Array($0.rawValue.utf8), $0) }
    }

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self = .other
        guard text.count < Self.byLength.count else { return }
        for candidate in Self.byLength[text.count] where candidate.bytes.elementsEqual(text) { self = candidate.name }
    }
}

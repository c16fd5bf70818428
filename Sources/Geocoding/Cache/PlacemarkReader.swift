internal import Geo
internal import Storage

/// Reads what ``PlacemarkWriter`` writes; `nil` for everything else.
struct PlacemarkReader {
    private var rest: UnsafeRawBufferPointer

    /// The placemarks in some bytes.
    ///
    /// The checksum at the end finds every changed byte, of the answer and of the question it belongs to, so what follows it
    /// need only be safe.
    static func placemarks(_ bytes: UnsafeRawBufferPointer, to question: String) -> [Placemark]? {
        guard bytes.count >= 6, bytes[0] == PlacemarkField.version else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: bytes.dropLast(4))
        let sum = bytes.loadUnaligned(fromByteOffset: content.count, as: UInt32.self)
        guard PlacemarkWriter.checksum(content, question) == UInt32(littleEndian: sum) else { return nil }
        var reader = PlacemarkReader(rest: UnsafeRawBufferPointer(rebasing: content.dropFirst()))
        guard let count = reader.count(), count <= content.count else { return nil }
        var placemarks: [Placemark] = []
        for _ in 0..<count {
            guard let placemark = reader.placemark() else { return nil }
            placemarks.append(placemark)
        }
        return reader.rest.isEmpty ? placemarks : nil
    }

    private mutating func placemark() -> Placemark? {
        guard let (first, content) = field(), first == .coordinate, let coordinate = Self.point(content) else {
            return nil
        }
        var placemark = Placemark(coordinate: coordinate, provider: "")
        while let (field, content) = field() {
            if field == .end { return placemark }
            guard Self.take(content, field, into: &placemark) else { return nil }
        }
        return nil
    }

    private mutating func field() -> (PlacemarkField, UnsafeRawBufferPointer)? {
        guard let byte = rest.first, let field = PlacemarkField(rawValue: byte) else { return nil }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
        if field == .end { return (field, UnsafeRawBufferPointer(start: nil, count: 0)) }
        guard let count = count(), count <= rest.count else { return nil }
        defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
        return (field, UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
    }

    private mutating func count() -> Int? {
        var value = 0
        for shift in stride(from: 0, through: 28, by: 7) {
            guard let byte = rest.first else { return nil }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }

    private static func take(
        _ content: UnsafeRawBufferPointer, _ field: PlacemarkField, into placemark: inout Placemark
    ) -> Bool {
        switch field {
        case .bounds, .border, .placeDistance, .placeNumber, .placePopulation, .placeCoordinate, .placeConfidence:
            return takeNumbers(content, field, into: &placemark)
        default: break
        }
        guard let text = String(validating: content, as: UTF8.self) else { return false }
        if let slot = slot(field) {
            placemark[keyPath: slot] = text
            return true
        }
        switch field {
        case .provider: placemark.provider = text
        case .precision:
            guard let precision = Placemark.Precision(rawValue: text) else { return false }
            placemark.precision = precision
        case .areaOfInterest: placemark.areasOfInterest.append(text)
        case .claim: placemark.claims.append(text)
        case .borderCountryCode: placemark.border?.isoCountryCode = text
        case .borderCountry: placemark.border?.country = text
        case .placePartOf: placemark.place?.partOf = text
        case .place: placemark.place = Placemark.Place(name: text, distance: 0)
        case .language:
            placemark.language = LanguageTag(text)
            return placemark.language != nil
        default:
            guard let language = LanguageTag(text) else { return false }
            switch field {
            case .subLocalityLanguage: placemark.nameLanguages.subLocality = language
            case .localityLanguage: placemark.nameLanguages.locality = language
            case .administrativeAreaLanguage: placemark.nameLanguages.administrativeArea = language
            case .countryLanguage: placemark.nameLanguages.country = language
            default: return false
            }
        }
        return true
    }

    private static func takeNumbers(
        _ content: UnsafeRawBufferPointer, _ field: PlacemarkField, into placemark: inout Placemark
    ) -> Bool {
        switch (field, numbers(content)) {
        case (.bounds, let values) where values.count == 4:
            placemark.bounds = BoundingBox(south: values[0], west: values[1], north: values[2], east: values[3])
            return placemark.bounds != nil
        case (.border, let values) where values.count == 2:
            placemark.border = Placemark.Border(
                distance: values[0], isoCountryCode: nil, country: nil, isCertain: values[1] == 1)
        case (.placeDistance, let values) where values.count == 1: placemark.place?.distance = values[0]
        case (.placeNumber, let values) where values.count == 1: placemark.place?.geonameId = whole(content)
        case (.placePopulation, let values) where values.count == 1: placemark.place?.population = whole(content)
        case (.placeConfidence, let values) where values.count == 1: placemark.place?.confidence = values[0]
        case (.placeCoordinate, let values) where values.count == 2:
            guard let coordinate = point(content) else { return false }
            placemark.place?.coordinate = coordinate
        default: return false
        }
        return true
    }

    private static func slot(_ field: PlacemarkField) -> WritableKeyPath<Placemark, String?>? {
        PlacemarkField.texts.first { $0.0 == field }?.1
    }

    private static func numbers(_ content: UnsafeRawBufferPointer) -> [Double] {
        guard content.count % 8 == 0, content.count <= 32 else { return [] }
        return stride(from: 0, to: content.count, by: 8).map {
            Double(bitPattern: UInt64(littleEndian: content.loadUnaligned(fromByteOffset: $0, as: UInt64.self)))
        }
    }

    private static func whole(_ content: UnsafeRawBufferPointer) -> Int {
        Int(Int64(bitPattern: UInt64(littleEndian: content.loadUnaligned(as: UInt64.self))))
    }

    private static func point(_ content: UnsafeRawBufferPointer) -> Coordinate? {
        let values = numbers(content)
        return values.count == 2 ? Coordinate(latitude: values[0], longitude: values[1]) : nil
    }
}

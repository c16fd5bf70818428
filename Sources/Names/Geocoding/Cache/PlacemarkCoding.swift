import LKFormats
import LKGeo
import LKStorage

/// Reads the output of ``PlacemarkWriter``; returns `nil` for everything else.
struct PlacemarkReader {
    private var rest: UnsafeRawBufferPointer

    /// Returns the placemarks in some bytes.
    ///
    /// The checksum at the end detects every changed byte of the answer and of its question, so decoding need only be
    /// memory-safe.
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
            guard Self.set(field, content, of: &placemark) else { return nil }
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
        var position = 0
        guard let count = LEB128.read(rest, at: &position, maximumBytes: 5) else { return nil }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(position))
        return Int(count)
    }

    private static func set(
        _ field: PlacemarkField, _ content: UnsafeRawBufferPointer, of placemark: inout Placemark
    ) -> Bool {
        switch field {
        case .bounds, .border, .placeDistance, .placeNumber, .placePopulation, .placeCoordinate, .placeConfidence:
            return setNumbers(field, content, of: &placemark)
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

    private static func setNumbers(
        _ field: PlacemarkField, _ content: UnsafeRawBufferPointer, of placemark: inout Placemark
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

/// Writes placemarks in the form of `Docs/Formats/AddressCache.md`.
struct PlacemarkWriter {
    private var bytes: [UInt8]

    /// Returns the encoded placemarks, the answer to a question.
    static func bytes(_ placemarks: [Placemark], to question: String) -> [UInt8] {
        var writer = PlacemarkWriter(bytes: [PlacemarkField.version])
        writer.count(placemarks.count)
        for placemark in placemarks { writer.write(placemark) }
        return sealed(writer.bytes, question)
    }

    /// Returns the bytes with the checksum appended.
    static func sealed(_ bytes: [UInt8], _ question: String) -> [UInt8] {
        var writer = PlacemarkWriter(bytes: bytes)
        writer.fixed(bytes.withUnsafeBytes { checksum($0, question) })
        return writer.bytes
    }

    /// Returns the checksum of an answer and its question: a damaged database may return the answer of another
    /// question.
    static func checksum(_ bytes: UnsafeRawBufferPointer, _ question: String) -> UInt32 {
        var sum = CRC32()
        sum.update(bytes)
        var question = question
        question.withUTF8 { sum.update(UnsafeRawBufferPointer($0)) }
        return sum.value
    }

    private mutating func write(_ placemark: Placemark) {
        point(placemark.coordinate, .coordinate)
        for (field, path) in PlacemarkField.texts { text(placemark[keyPath: path], field) }
        text(placemark.provider, .provider)
        text(placemark.precision.rawValue, .precision)
        text(placemark.language?.description, .language)
        for area in placemark.areasOfInterest { text(area, .areaOfInterest) }
        for claim in placemark.claims { text(claim, .claim) }
        for (field, path) in PlacemarkField.languages {
            text(placemark.nameLanguages[keyPath: path]?.description, field)
        }
        if let bounds = placemark.bounds {
            numbers([bounds.south, bounds.west, bounds.north, bounds.east], .bounds)
        }
        if let border = placemark.border {
            numbers([border.distance, border.isCertain ? 1 : 0], .border)
            text(border.isoCountryCode, .borderCountryCode)
            text(border.country, .borderCountry)
        }
        if let place = placemark.place {
            text(place.name, .place)
            numbers([place.distance], .placeDistance)
            integer(place.geonameId, .placeNumber)
            integer(place.population, .placePopulation)
            text(place.partOf, .placePartOf)
            if let confidence = place.confidence { numbers([confidence], .placeConfidence) }
            if let coordinate = place.coordinate { point(coordinate, .placeCoordinate) }
        }
        bytes.append(PlacemarkField.end.rawValue)
    }

    private mutating func text(_ value: String?, _ field: PlacemarkField) {
        guard let value else { return }
        bytes.append(field.rawValue)
        count(value.utf8.count)
        bytes.append(contentsOf: value.utf8)
    }

    private mutating func point(_ value: Coordinate, _ field: PlacemarkField) {
        numbers([value.latitude, value.longitude], field)
    }

    private mutating func integer(_ value: Int?, _ field: PlacemarkField) {
        guard let value else { return }
        bytes.append(field.rawValue)
        count(8)
        fixed(UInt64(bitPattern: Int64(value)))
    }

    private mutating func numbers(_ values: [Double], _ field: PlacemarkField) {
        bytes.append(field.rawValue)
        count(values.count * 8)
        for value in values { fixed(value.bitPattern) }
    }

    private mutating func fixed(_ value: some FixedWidthInteger & UnsignedInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func count(_ value: Int) { LEB128.append(UInt64(value), to: &bytes) }
}

/// The fields of a stored placemark, by their first byte.
enum PlacemarkField: UInt8 {
    case end = 0
    case coordinate = 1
    case name, thoroughfare, subThoroughfare, subLocality, locality, subAdministrativeArea, administrativeArea
    case postalCode, isoCountryCode, country, inlandWater, ocean, timeZone, attribution
    case provider, precision, language, areaOfInterest, claim
    case subLocalityLanguage, localityLanguage, administrativeAreaLanguage, countryLanguage
    case bounds
    case border, borderCountryCode, borderCountry
    case place, placeDistance, placeNumber, placePopulation, placeCoordinate, placePartOf, placeConfidence

    /// The format's version; increased whenever fields change.
    static let version: UInt8 = 1

    // Computed, since key paths are not `Sendable` and cannot be shared constants.
    static var texts: [(PlacemarkField, WritableKeyPath<Placemark, String?>)] {
        [
            (.name, \.name), (.thoroughfare, \.thoroughfare), (.subThoroughfare, \.subThoroughfare),
            (.subLocality, \.subLocality), (.locality, \.locality),
            (.subAdministrativeArea, \.subAdministrativeArea), (.administrativeArea, \.administrativeArea),
            (.postalCode, \.postalCode), (.isoCountryCode, \.isoCountryCode), (.country, \.country),
            (.inlandWater, \.inlandWater), (.ocean, \.ocean), (.timeZone, \.timeZone), (.attribution, \.attribution),
        ]
    }

    static var languages: [(PlacemarkField, WritableKeyPath<Placemark.NameLanguages, LanguageTag?>)] {
        [
            (.subLocalityLanguage, \.subLocality), (.localityLanguage, \.locality),
            (.administrativeAreaLanguage, \.administrativeArea), (.countryLanguage, \.country),
        ]
    }
}

internal import Geo
internal import Formats

/// Writes placemarks in the form of `Docs/Formats/AddressCache.md`.
struct PlacemarkWriter {
    private var bytes: [UInt8]

    /// The bytes of some placemarks, which are the answer to a question.
    static func bytes(_ placemarks: [Placemark], to question: String) -> [UInt8] {
        var writer = PlacemarkWriter(bytes: [PlacemarkField.version])
        writer.count(placemarks.count)
        for placemark in placemarks { writer.write(placemark) }
        return sealed(writer.bytes, question)
    }

    /// The bytes with the checksum behind them.
    static func sealed(_ bytes: [UInt8], _ question: String) -> [UInt8] {
        var writer = PlacemarkWriter(bytes: bytes)
        writer.fixed(bytes.withUnsafeBytes { checksum($0, question) })
        return writer.bytes
    }

    /// The checksum of an answer and its question: a damaged database may hand out the answer to another.
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

    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    private mutating func count(_ value: Int) {
        var rest = UInt(value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

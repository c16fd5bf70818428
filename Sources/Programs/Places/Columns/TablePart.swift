import LKGazetteer
import LKGeo
import LKGeocoding

/// Fills the columns of a range of rows.
// Unchecked because each part writes its own rows, and the caller waits for all parts.
final class TablePart: @unchecked Sendable {
    let rows: Range<Int>
    /// The texts of each column; `nil` for a column of numbers.
    let texts: [TextPart?]
    private(set) var failure: PlacesError?

    private let geocoder: PlaceNamer
    private let names: World.NameTable
    private let mask: ColumnMask
    private let needsNames: Bool
    private let values: [ColumnValues]
    private let points: BatchPoints
    private let answers: [World.Answer?]
    /// The names of the rows of a block.
    private let references: UnsafeMutablePointer<World.NameReferences>
    /// Those of one column.
    private let columnReferences: UnsafeMutableBufferPointer<UInt32>
    /// The rows of a block that the fast way does not answer for: with street indexes, and those that are not on the Earth.
    private var special: [Int: Placemark?] = [:]
    private var borders: [World.Border?] = []
    private let needsPositions: Bool
    /// Where the cities of a block are: latitude and longitude need the same arithmetic.
    private var positions: [Coordinate?] = []
    /// Addresses, which take long to format, by the key of the names.
    private var addresses: [UInt64: String] = [:]

    /// Rows that are answered together: what one step prefetches, the next finds in the processor's caches.
    private static let blockSize = 256

    init(
        _ geocoder: PlaceNamer, _ mask: ColumnMask, _ values: [ColumnValues], _ points: BatchPoints,
        _ answers: [World.Answer?], _ rows: Range<Int>, maximumTextLength: Int
    ) {
        self.geocoder = geocoder
        names = geocoder.names
        self.mask = mask
        needsNames = mask.needsNames
        needsPositions = mask.intersects([.placeLatitude, .placeLongitude])
        references = .allocate(capacity: Self.blockSize)
        references.initialize(repeating: World.NameReferences(), count: Self.blockSize)
        columnReferences = .allocate(capacity: Self.blockSize)
        columnReferences.initialize(repeating: 0)
        self.values = values
        self.points = points
        self.answers = answers
        self.rows = rows
        texts = values.map { $0.column.kind == .text ? TextPart($0, maximumTextLength: maximumTextLength) : nil }
    }

    deinit {
        references.deallocate()
        columnReferences.deallocate()
    }

    /// Answers the rows; on failure, sets ``failure``.
    func run() {
        do throws(PlacesError) {
            for first in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.blockSize) {
                let block = first..<min(first + Self.blockSize, rows.upperBound)
                try prepare(block)
                for (index, values) in values.enumerated() {
                    if let text = texts[index] { try fill(text, block) } else { try fill(values, block) }
                }
            }
        } catch {
            failure = error
        }
    }

    /// Finds the names of a block.
    private func prepare(_ block: Range<Int>) throws(PlacesError) {
        if needsNames {
            for row in block { if let answer = answers[row] { names.prefetchNames(of: answer) } }
            try findNames(block)
        }
        special.removeAll(keepingCapacity: true)
        if !points.areGood || !geocoder.isWorldAlone {
            for row in block {
                if points.problem(row) != nil {
                    special[row] = .some(nil)
                } else if geocoder.mayDifferFromWorld(at: points.coordinates[row]) {
                    special[row] = try geocoder.place(at: points.coordinates[row], withBorder: mask.needsBorder)
                }
            }
        }
        if needsPositions {
            positions.removeAll(keepingCapacity: true)
            for row in block { positions.append(answers[row].flatMap { names.coordinate(of: $0) }) }
        }
        guard mask.needsBorder else { return }
        borders.removeAll(keepingCapacity: true)
        try reading { () throws(GeocodingError) in
            for row in block {
                let isSpecial = special[row] != nil
                borders.append(isSpecial ? nil : try geocoder.world.border(near: points.coordinates[row]))
            }
        }
    }

    private func findNames(_ block: Range<Int>) throws(PlacesError) {
        try reading { () throws(GeocodingError) in
            for row in block {
                guard let answer = answers[row] else {
                    references[row - block.lowerBound] = World.NameReferences()
                    continue
                }
                let found = try names.references(of: answer)
                references[row - block.lowerBound] = found
                names.prefetchText(found.city)
                if found.quarter != 0 { names.prefetchText(found.quarter) }
            }
        }
    }
}

// MARK: - Texts

extension TablePart {
    private func fill(_ part: TextPart, _ block: Range<Int>) throws(PlacesError) {
        let first = block.lowerBound
        switch part.values.column {
        case .countryCode:
            try fill(
                part, block, \.isoCountryCode,
                bytes: { row throws(GeocodingError) in
                    try answers[row].map { answer throws(GeocodingError) in try names.countryCode(of: answer) }
                        ?? Self.none
                })
        case .country:
            try fill(part, block, \.country) { references[$0 - first].country }
        case .state:
            try fill(part, block, \.administrativeArea) { references[$0 - first].state }
        case .city:
            try fill(part, block, \.locality) { references[$0 - first].city }
        case .subLocality:
            try fill(part, block, \.subLocality) { references[$0 - first].quarter }
        case .county:
            try fill(part, block, \.subAdministrativeArea) { row throws(GeocodingError) in
                guard let answer = answers[row] else { return 0 }
                return try names.county(of: answer, references[row - first])
            }
        case .timeZone:
            try fill(part, block, \.timeZone) { row throws(GeocodingError) in
                guard let answer = answers[row] else { return try names.timeZone(atSea: points.coordinates[row]) }
                return try names.timeZone(of: answer)
            }
        case .precision:
            try fill(
                part, block, { $0.precision.rawValue },
                bytes: { row in
                    answers[row] == nil ? Self.bytes("none") : Self.bytes(of: references[row - first].precision)
                })
        case .provider:
            try fill(part, block, { $0.provider }, bytes: { _ in Self.bytes("world") })
        case .street: try fill(part, block, \.thoroughfare) { _ in 0 }
        case .houseNumber: try fill(part, block, \.subThoroughfare) { _ in 0 }
        case .postcode: try fill(part, block, \.postalCode) { _ in 0 }
        case .placeOfInterest: try fill(part, block, { $0.areasOfInterest.first }) { _ in 0 }
        case .address: try fillStrings(part, block, { $0.addressString }, string: address)
        case .claims:
            try fillStrings(part, block, { $0.claims.joined(separator: ",") }) { row throws(PlacesError) in
                try claims(row)
            }
        case .borderCountryCode:
            try fillStrings(part, block, { $0.border?.isoCountryCode }) { row in borders[row - first]?.neighbourCode }
        case .attribution:
            let attribution = geocoder.world.attribution
            try fillStrings(part, block, { $0.attribution }) { row throws(PlacesError) in
                if answers[row] == nil, try !hasZone(row) { return nil }
                return attribution
            }
        case .problem:
            for row in block {
                let problem = points.problem(row).map { Self.bytes($0.text) }
                try part.append(row, problem ?? Self.none)
            }
        case .distance, .border, .isBorderCertain, .geonameId, .population, .placeLatitude, .placeLongitude,
            .confidence, .isInterpolated:
            break
        }
    }

    /// Fills a column with names of the gazetteer, and with texts of placemarks in special rows.
    @inline(__always)
    private func fill(
        _ part: TextPart, _ block: Range<Int>, _ text: (Placemark) -> String?,
        name: (Int) throws(GeocodingError) -> UInt32
    ) throws(PlacesError) {
        guard special.isEmpty else {
            return try fill(part, block, text, bytes: { row throws(GeocodingError) in try names.bytes(name(row)) })
        }
        let first = block.lowerBound
        do throws(GeocodingError) {
            for row in block { columnReferences[row - first] = try name(row) }
        } catch {
            throw PlacesError(error)
        }
        try part.append(block, UnsafeBufferPointer(rebasing: columnReferences[..<block.count]), of: names)
    }

    /// Fills a column with bytes, and with texts of placemarks in special rows.
    @inline(__always)
    private func fill(
        _ part: TextPart, _ block: Range<Int>, _ text: (Placemark) -> String?,
        bytes: (Int) throws(GeocodingError) -> UnsafeRawBufferPointer
    ) throws(PlacesError) {
        let special = special
        let isPlain = special.isEmpty
        for row in block {
            if !isPlain, let place = special[row] {
                try part.append(row, place.flatMap(text))
                continue
            }
            let found: UnsafeRawBufferPointer
            do throws(GeocodingError) {
                found = try bytes(row)
            } catch {
                throw PlacesError(error)
            }
            try part.append(row, found)
        }
    }

    private func fillStrings(
        _ part: TextPart, _ block: Range<Int>, _ text: (Placemark) -> String?,
        string: (Int) throws(PlacesError) -> String?
    ) throws(PlacesError) {
        for row in block {
            if let place = special[row] {
                try part.append(row, place.flatMap(text))
            } else {
                try part.append(row, try string(row))
            }
        }
    }

    private func address(_ row: Int) throws(PlacesError) -> String? {
        guard let answer = answers[row] else { return nil }
        let key = names.key(of: answer)
        if let key, let known = addresses[key] { return known }
        let address = try geocoder.place(at: points.coordinates[row], withBorder: false).addressString
        if let key { addresses[key] = address }
        return address
    }

    private func claims(_ row: Int) throws(PlacesError) -> String? {
        guard let answer = answers[row] else { return nil }
        return try reading { () throws(GeocodingError) in try geocoder.world.claims(of: answer) }.joined(separator: ",")
    }

    private func hasZone(_ row: Int) throws(PlacesError) -> Bool {
        try reading { () throws(GeocodingError) in try names.timeZone(atSea: points.coordinates[row]) } != 0
    }

    private static var none: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

    @inline(__always)
    private static func bytes(_ text: StaticString) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    @inline(__always)
    private static func bytes(of precision: Placemark.Precision) -> UnsafeRawBufferPointer {
        switch precision {
        case .locality: bytes("locality")
        case .region: bytes("region")
        default: bytes("country")
        }
    }
}

// MARK: - Numbers

extension TablePart {
    private func fill(_ values: ColumnValues, _ block: Range<Int>) throws(PlacesError) {
        let first = block.lowerBound
        let special = special
        let isPlain = special.isEmpty
        for row in block {
            if !isPlain, let place = special[row] {
                if let place { try set(values, row, place) }
                continue
            }
            let answer = answers[row]
            switch values.column {
            case .distance:
                if let distance = answer?.distance, references[row - first].city != 0 {
                    values.set(row, distance.roundedToDecimetres)
                }
            case .border: if let border = borders[row - first] { values.set(row, border.distance.roundedToDecimetres) }
            case .isBorderCertain: if let border = borders[row - first] { values.set(row, border.isCertain) }
            case .isInterpolated: if answer != nil { values.set(row, false) }
            default:
                guard let answer, references[row - first].city != 0 else { continue }
                try setFacts(values, row, answer, at: needsPositions ? positions[row - first] : nil)
            }
        }
    }

    private func setFacts(
        _ values: ColumnValues, _ row: Int, _ answer: World.Answer, at position: Coordinate?
    ) throws(PlacesError) {
        switch values.column {
        case .geonameId: if let id = answer.settlementID { values.set(row, id) }
        case .placeLatitude: if let position { values.set(row, position.latitude) }
        case .placeLongitude: if let position { values.set(row, position.longitude) }
        case .population:
            let population = try reading { () throws(GeocodingError) in try names.population(of: answer) }
            if let population { values.set(row, population) }
        case .confidence:
            let confidence = try reading { () throws(GeocodingError) in try names.confidence(of: answer) }
            if let confidence { values.set(row, confidence) }
        default: break
        }
    }

    /// Sets a value of a placemark.
    private func set(_ values: ColumnValues, _ row: Int, _ place: Placemark) throws(PlacesError) {
        switch values.column {
        case .distance: if let distance = place.place?.distance { values.set(row, distance.roundedToDecimetres) }
        case .border: if let border = place.border { values.set(row, border.distance.roundedToDecimetres) }
        case .isBorderCertain: if let border = place.border { values.set(row, border.isCertain) }
        case .isInterpolated: if place.precision != .none { values.set(row, place.isInterpolated) }
        case .geonameId: if let id = place.place?.geonameId { values.set(row, id) }
        case .population: if let population = place.place?.population { values.set(row, population) }
        case .confidence: if let confidence = place.place?.confidence { values.set(row, confidence) }
        case .placeLatitude: if let point = try geocoder.position(of: place) { values.set(row, point.latitude) }
        case .placeLongitude: if let point = try geocoder.position(of: place) { values.set(row, point.longitude) }
        default: break
        }
    }
}

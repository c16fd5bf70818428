internal import Geocoding

extension World {
    struct Country {
        var index: Int
        var code: String
        var englishName: UInt32
        var language: Tag8
    }

    struct Division {
        var index: Int
        var country: Int
        var englishName: UInt32
        /// The language of the local names; zero if only the country's is known.
        var language: Tag8
    }

    struct Settlement {
        var geonameId: Int
        var population: Int
        var name: UInt32
        var zone: Int
        /// Index into `DIST`, 0 for none.
        var district: Int
    }

    /// The byte offset of a record; checks its index.
    private func offset(_ index: Int, in section: WorldLayout.Section, _ what: String) throws(GeocodingError) -> Int {
        guard index >= 0, index < section.count else { throw damaged("\(what) \(index) does not exist") }
        return section.offset + index * section.recordSize
    }

    func country(_ index: Int) throws(GeocodingError) -> Country {
        let offset = try offset(index, in: layout.countries, "country")
        let code = String(decoding: bytes[offset..<offset + 2], as: UTF8.self)
        return Country(
            index: index, code: code, englishName: bytes.uint32(offset + 4),
            language: Tag8(
                rawValue: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))))
    }

    func division(_ index: Int) throws(GeocodingError) -> Division {
        let offset = try offset(index, in: layout.divisions, "division")
        var language = Tag8(rawValue: 0)
        if index < layout.divisionLanguages.count {
            let offset = layout.divisionLanguages.offset + index * layout.divisionLanguages.recordSize
            language = Tag8(
                rawValue: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
        return Division(
            index: index, country: Int(bytes.uint16(offset)), englishName: bytes.uint32(offset + 8), language: language)
    }

    func settlement(_ index: Int) throws(GeocodingError) -> Settlement {
        let offset = try offset(index, in: layout.places, "settlement")
        return Settlement(
            geonameId: Int(bytes.uint32(offset)), population: Int(bytes.uint32(offset + 4)),
            name: bytes.uint32(offset + 8), zone: Int(bytes.uint16(offset + 12)),
            district: Int(bytes.uint16(offset + 14)))
    }

    func zone(_ index: Int) throws(GeocodingError) -> String? {
        try text(bytes.uint32(offset(index, in: layout.zones, "time zone")))
    }

    /// The name of a settlement's second-level division, in Latin script; `nil` if the file does not contain it.
    func district(of settlement: Settlement) throws(GeocodingError) -> String? {
        // Files of older builders lack this section and have zeros in the records.
        guard settlement.district != 0, layout.districts.count > 0 else { return nil }
        return try text(bytes.uint32(offset(settlement.district, in: layout.districts, "district")))
    }

    /// The text at a byte offset in `STRS`; `nil` for offset 0, the empty text.
    func text(_ reference: UInt32) throws(GeocodingError) -> String? {
        guard reference != 0 else { return nil }
        return String(decoding: try textBytes(reference), as: UTF8.self)
    }

    /// The UTF-8 bytes of the text at a byte offset in `STRS`.
    func textBytes(_ reference: UInt32) throws(GeocodingError) -> UnsafeRawBufferPointer {
        guard reference != 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let texts = layout.texts
        guard let start = Int(exactly: reference), start < texts.length else {
            throw damaged("a name begins outside its section")
        }
        let length = Int(bytes[texts.offset + start])
        guard length < texts.length - start else { throw damaged("a name ends outside its section") }
        let first = texts.offset + start + 1
        return UnsafeRawBufferPointer(rebasing: bytes[first..<first + length])
    }
}

extension World {
    /// The city that a settlement is part of.
    ///
    /// In files without `PART`, every settlement stands alone, with unknown confidence.
    ///
    /// - Parameter settlement: Index into `PLAC`.
    /// - Returns: The record; its city is a valid index into `POSN`.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func part(_ settlement: Int) throws(GeocodingError) -> PartRecord {
        let section = layout.belonging
        guard settlement >= 0, settlement < section.count else { return PartRecord(city: nil, confidence: 0) }
        let record = PartRecord(rawValue: bytes.uint32(section.offset + settlement * section.recordSize))
        guard let city = record.city else { return record }
        guard city < layout.positions.count, city != settlement else {
            throw damaged("settlement \(settlement) is part of \(city)")
        }
        return record
    }

    /// Whether an answer's quarter is part of its settlement, and how certain the settlement is.
    ///
    /// - Parameter answer: The answer.
    /// - Returns: Whether the file lists the quarter as part of the settlement; the confidence, 0...1, `nil` if unknown.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func belonging(of answer: Answer) throws(GeocodingError) -> (isPart: Bool, confidence: Double?) {
        let quarter = try part(Int(answer.quarterIndex))
        let isPart = quarter.city.map { $0 == Int(answer.settlementIndex) } ?? false
        let record = isPart ? quarter : try part(Int(answer.settlementIndex))
        return (isPart, record.confidence == 0 ? nil : Double(record.confidence) / 100)
    }
}

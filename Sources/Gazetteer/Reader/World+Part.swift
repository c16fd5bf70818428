internal import Geocoding

extension World {
    /// What a settlement is part of; a settlement of its own with unknown confidence in a file that does not say.
    ///
    /// - Parameter settlement: Index into `PLAC`.
    /// - Returns: The record; its city is an index of this file.
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

    /// What is known of an answer's settlement: whether its quarter is part of it, and how certain the settlement is.
    ///
    /// - Parameter answer: The answer.
    /// - Returns: Whether the quarter is part of the settlement by the file; the confidence, 0...1, `nil` where unknown.
    /// - Throws: `GeocodingError` with `dataDamaged`.
    func belonging(of answer: Answer) throws(GeocodingError) -> (isPart: Bool, confidence: Double?) {
        let quarter = try part(Int(answer.quarterIndex))
        let isPart = quarter.city.map { $0 == Int(answer.settlementIndex) } ?? false
        let record = isPart ? quarter : try part(Int(answer.settlementIndex))
        return (isPart, record.confidence == 0 ? nil : Double(record.confidence) / 100)
    }
}

import FoundationEssentials
import LKGeo
import LKMetadata

extension MatchingFilter {
    /// What an asset has to have.
    indirect enum Rule: Hashable, Sendable {
        /// A property that an asset has or has not.
        enum Kind: String, CaseIterable { case photo, video, jpeg, png, screenshot, hasLocation }

        case kind(Kind)
        case near(Coordinate, radius: Double)
        case taken(Range<Date>, TimeZone)
        case periods(first: CalendarGrouping.Period, last: CalendarGrouping.Period)
        case not(Rule)
        // With all rules at one level, so that long combinations are not nested deeply.
        case all([Rule])
        case any([Rule])

        var conjunction: [Rule] { if case .all(let rules) = self { rules } else { [self] } }
        var alternatives: [Rule] { if case .any(let rules) = self { rules } else { [self] } }

        func includes(_ asset: PhotoAsset) -> Bool {
            switch self {
            case .kind(.photo): return asset.isPhoto
            case .kind(.video): return asset.isVideo
            case .kind(.jpeg): return asset.isJPEG
            case .kind(.png): return asset.isPNG
            case .kind(.screenshot): return asset.isScreenshot
            case .kind(.hasLocation): return asset.record.content.location != nil
            case .near(let center, let radius):
                guard let coordinate = asset.usableCoordinate else { return false }
                let rough = coordinate.sphericalDistance(to: center)
                // The spherical distance is off by less than 1 %, so the geodesic is needed only near the circle.
                if rough < radius * 0.99 { return true }
                return rough <= radius * 1.01 + 1 && coordinate.distance(to: center) <= radius
            case .taken(let range, let zone):
                guard let date = asset.record.content.date else { return false }
                let local = Double(date.wallSeconds) + Double(date.nanosecond) / 1e9
                let offset =
                    date.offset.map(Int.init) ?? zone.secondsFromGMT(for: Date(timeIntervalSince1970: local))
                return range.contains(Date(timeIntervalSince1970: local - Double(offset)))
            case .periods(let first, let last):
                guard let date = asset.record.content.date else { return false }
                return Int(date.wallSeconds) >= first.begin && Int(date.wallSeconds) < last.end
            case .not(let rule): return !rule.includes(asset)
            case .all(let rules): return rules.allSatisfy { $0.includes(asset) }
            case .any(let rules): return rules.contains { $0.includes(asset) }
            }
        }
    }
}

// The stored form is documented at the type.
extension MatchingFilter: Codable {
    private enum Key: String, CodingKey { case near, taken, periods, not, all, any }
    private enum NearKey: String, CodingKey, CaseIterable { case latitude, longitude, radius }
    private enum TakenKey: String, CodingKey, CaseIterable { case begin, end, zone }
    private enum PeriodsKey: String, CodingKey, CaseIterable { case unit, first, last }

    /// Any key, known or not.
    private struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { stringValue = String(intValue) }
    }

    /// The deepest path of keys and indices in a stored filter, so that none exhausts the stack.
    private static let maximumDepth = 100

    /// The largest local time of a period, in seconds before and after 1970: 300,000 years.
    private static let maximumSeconds = 10_000_000_000_000

    /// Reads a stored filter.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for anything else, such as a filter of a newer version, a range that ends before it begins, or
    ///   a time zone that this system does not know.
    public init(from decoder: any Decoder) throws {
        func refusal(_ reason: String) -> DecodingError {
            DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
        }
        guard decoder.codingPath.count <= Self.maximumDepth else { throw refusal("a filter that is nested too deeply") }
        if let word = try? decoder.singleValueContainer().decode(String.self) {
            guard let kind = Rule.Kind(rawValue: word) else { throw refusal("an unknown filter: \(word)") }
            self.init(.kind(kind))
            return
        }
        let container = try decoder.container(keyedBy: Key.self)
        guard try decoder.container(keyedBy: AnyKey.self).allKeys.count == 1, let key = container.allKeys.first else {
            throw refusal("a filter is a word, or has one of the keys near, taken, periods, not, all and any")
        }
        func nested<Keys: CodingKey & CaseIterable>(_ keys: Keys.Type) throws -> KeyedDecodingContainer<Keys> {
            let found = try container.nestedContainer(keyedBy: AnyKey.self, forKey: key).allKeys
            guard found.count == Keys.allCases.count else { throw refusal("a filter with unknown or missing keys") }
            return try container.nestedContainer(keyedBy: Keys.self, forKey: key)
        }
        switch key {
        case .near:
            let values = try nested(NearKey.self)
            let latitude = try values.decode(Double.self, forKey: .latitude)
            let longitude = try values.decode(Double.self, forKey: .longitude)
            let radius = try values.decode(Double.self, forKey: .radius)
            guard let center = Coordinate(latitude: latitude, longitude: longitude), radius >= 0 else {
                throw refusal("a circle that is not on Earth")
            }
            self.init(.near(center, radius: radius))
        case .taken:
            let values = try nested(TakenKey.self)
            let begin = try values.decode(Double.self, forKey: .begin)
            let end = try values.decode(Double.self, forKey: .end)
            let name = try values.decode(String.self, forKey: .zone)
            guard begin <= end else { throw refusal("a time range that ends before it begins") }
            guard let zone = name == "GMT" ? .gmt : TimeZone(identifier: name) else {
                throw refusal("an unknown time zone: \(name)")
            }
            self.init(.taken(Date(timeIntervalSince1970: begin)..<Date(timeIntervalSince1970: end), zone))
        case .periods:
            let values = try nested(PeriodsKey.self)
            let word = try values.decode(String.self, forKey: .unit)
            let (first, last) = (
                try values.decode(Int.self, forKey: .first), try values.decode(Int.self, forKey: .last)
            )
            let limits = -Self.maximumSeconds...Self.maximumSeconds
            guard let unit = CalendarGrouping.Period.Unit(rawValue: word), limits.contains(first), limits.contains(last)
            else {
                throw refusal("a period of an unknown unit, or too far away")
            }
            self.init(
                .periods(
                    first: CalendarGrouping.Period(unit, wallSeconds: first),
                    last: CalendarGrouping.Period(unit, wallSeconds: last)))
        case .not: self.init(.not(try container.decode(MatchingFilter.self, forKey: key).rule))
        case .all: self.init(.all(try container.decode([MatchingFilter].self, forKey: key).map(\.rule)))
        case .any: self.init(.any(try container.decode([MatchingFilter].self, forKey: key).map(\.rule)))
        }
    }

    /// Stores the filter.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The errors of the encoder: JSON cannot hold an infinite radius.
    public func encode(to encoder: any Encoder) throws {
        if case .kind(let kind) = rule {
            var container = encoder.singleValueContainer()
            return try container.encode(kind.rawValue)
        }
        var container = encoder.container(keyedBy: Key.self)
        switch rule {
        case .kind: break
        case .near(let center, let radius):
            var values = container.nestedContainer(keyedBy: NearKey.self, forKey: .near)
            try values.encode(center.latitude, forKey: .latitude)
            try values.encode(center.longitude, forKey: .longitude)
            try values.encode(radius, forKey: .radius)
        case .taken(let range, let zone):
            var values = container.nestedContainer(keyedBy: TakenKey.self, forKey: .taken)
            try values.encode(range.lowerBound.timeIntervalSince1970, forKey: .begin)
            try values.encode(range.upperBound.timeIntervalSince1970, forKey: .end)
            try values.encode(zone.identifier, forKey: .zone)
        case .periods(let first, let last):
            var values = container.nestedContainer(keyedBy: PeriodsKey.self, forKey: .periods)
            // The unit of the last period may differ: its end counts.
            let unit = first.unit == last.unit ? first.unit : .second
            let begin = last.unit == first.unit ? last.begin : last.end - 1
            try values.encode(unit.rawValue, forKey: .unit)
            try values.encode(first.begin, forKey: .first)
            try values.encode(begin, forKey: .last)
        case .not(let rule): try container.encode(MatchingFilter(rule), forKey: .not)
        case .all(let rules): try container.encode(rules.map { MatchingFilter($0) }, forKey: .all)
        case .any(let rules): try container.encode(rules.map { MatchingFilter($0) }, forKey: .any)
        }
    }
}

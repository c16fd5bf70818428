import CLocationKit

/// A part of an answer; its raw value is the bit of the mask.
enum Column: Int, CaseIterable {
    case countryCode, country, state, county, city, subLocality, address, street, houseNumber, postcode, placeOfInterest
    case timeZone, precision, provider, distance, border, borderCountryCode, isBorderCertain, claims
    case geonameId, population, placeLatitude, placeLongitude, confidence, isInterpolated, attribution, problem

    /// What the values are.
    enum Kind { case text, double, integer, boolean }

    /// The name of the column; for C, it lives as long as the library.
    var name: StaticString {
        switch self {
        case .countryCode: "country_code"
        case .country: "country"
        case .state: "state"
        case .county: "county"
        case .city: "city"
        case .subLocality: "sub_locality"
        case .address: "address"
        case .street: "street"
        case .houseNumber: "house_number"
        case .postcode: "postcode"
        case .placeOfInterest: "place_of_interest"
        case .timeZone: "time_zone"
        case .precision: "precision"
        case .provider: "provider"
        case .distance: "distance_m"
        case .border: "border_m"
        case .borderCountryCode: "border_country_code"
        case .isBorderCertain: "border_certain"
        case .claims: "claims"
        case .geonameId: "geoname_id"
        case .population: "population"
        case .placeLatitude: "place_latitude"
        case .placeLongitude: "place_longitude"
        case .confidence: "confidence"
        case .isInterpolated: "interpolated"
        case .attribution: "attribution"
        case .problem: "problem"
        }
    }

    var kind: Kind {
        switch self {
        case .distance, .border, .placeLatitude, .placeLongitude, .confidence: .double
        case .geonameId, .population: .integer
        case .isBorderCertain, .isInterpolated: .boolean
        default: .text
        }
    }
}

extension Column {
    /// Whether two points with the same answer may have different values.
    var dependsOnPoint: Bool {
        switch self {
        case .distance, .border, .borderCountryCode, .isBorderCertain: true
        default: false
        }
    }
}

/// The columns that a caller asks for.
struct ColumnMask: Equatable {
    private let bits: UInt64

    static let standard = ColumnMask(bits: defaults)

    /// LK_DEFAULT_COLUMNS, which Swift does not import.
    private static let defaults: UInt64 = [
        Column.countryCode, .country, .state, .city, .subLocality, .timeZone, .precision, .distance,
    ].reduce(0) { $0 | 1 << UInt64($1.rawValue) }

    private init(bits: UInt64) { self.bits = bits }

    /// Creates a mask of columns from the caller's bits.
    ///
    /// - Parameter bits: The caller's mask; 0 for ``standard``.
    /// - Throws: ``PlacesError/Code/argument`` if there is no such column.
    init(_ bits: UInt64) throws(PlacesError) {
        let known = UInt64(1) << UInt64(Column.allCases.count) - 1
        guard bits & ~known == 0 else {
            throw PlacesError(
                .argument,
                "the mask of columns has bit \(bits.leadingZeroBitCount.distance(to: 63)), which is not a column")
        }
        self.bits = bits == 0 ? Self.defaults : bits
    }

    func contains(_ column: Column) -> Bool { bits & 1 << UInt64(column.rawValue) != 0 }

    /// Returns whether any of some columns is wanted.
    func intersects(_ columns: [Column]) -> Bool { columns.contains(where: contains) }

    /// The columns in their order.
    var columns: [Column] { Column.allCases.filter(contains) }

    /// Whether a column is wanted that names decide.
    var needsNames: Bool {
        let without: [Column] = [
            .countryCode, .timeZone, .provider, .border, .borderCountryCode, .isBorderCertain, .claims, .isInterpolated,
            .attribution, .problem,
        ]
        return columns.contains { !without.contains($0) }
    }

    /// Whether a column of the nearest border is wanted, which takes time to find.
    var needsBorder: Bool { intersects([.border, .borderCountryCode, .isBorderCertain]) }
}

/// Why a point is not on the Earth.
enum PointProblem: UInt8 {
    case latitudeNotANumber = 1
    case longitudeNotANumber, latitudeOutside, longitudeOutside

    /// Creates the problem of a point, or returns `nil` if it is valid.
    @inline(__always)
    init?(latitude: Double, longitude: Double) {
        if abs(latitude) <= 90, abs(longitude) <= 180 { return nil }
        if latitude.isNaN {
            self = .latitudeNotANumber
        } else if abs(latitude) > 90 {
            self = .latitudeOutside
        } else {
            self = longitude.isNaN ? .longitudeNotANumber : .longitudeOutside
        }
    }

    var text: StaticString {
        switch self {
        case .latitudeNotANumber: "latitude is not a number"
        case .longitudeNotANumber: "longitude is not a number"
        case .latitudeOutside: "latitude is not between -90 and 90"
        case .longitudeOutside: "longitude is not between -180 and 180"
        }
    }
}

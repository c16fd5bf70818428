import Geocoding

/// The columns of CSV that a place fills.
///
/// They are taken from the placemark and not from a ``PlaceReport``, which knows much that has no column: making it takes longer
/// than finding the place.
enum PlaceColumns {
    /// The columns appended to a row.
    static let names = [
        "country_code", "country", "state", "city", "sub_locality", "address", "precision", "provider", "distance_m",
    ]

    /// Appends the values of a place, separators between them, with a gap for the distance.
    static func append(
        _ placemark: Placemark, to bytes: inout [UInt8], separator: UInt8 = UInt8(ascii: ",")
    ) {
        let parts = [
            placemark.isoCountryCode, placemark.country, placemark.administrativeArea, placemark.locality,
            placemark.subLocality, placemark.addressString, placemark.precision.rawValue, placemark.provider,
        ]
        for part in parts {
            if let part { CSVWriter.append(part, to: &bytes, separator: separator) }
            bytes.append(separator)
        }
        if placemark.place != nil { PlaceFigure.distance.appendGap(to: &bytes) }
    }
}

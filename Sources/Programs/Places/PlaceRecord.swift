import CLocationKit
import Glibc
import LKGeo
import LKGeocoding

/// Fills the structure of one answer, whose texts are in one block of memory.
enum PlaceRecord {
    /// What precedes the texts.
    private struct Header {
        /// Tells blocks from other memory.
        var mark: UInt64
        /// The size of the caller's structure.
        var size: Int
    }

    /// "LKPLACE".
    private static let mark: UInt64 = 0x4C4B_504C_4143_4500

    /// A structure without an answer.
    static var empty: lk_place {
        var place = lk_place()
        for number in [
            \lk_place.latitude, \.longitude, \.distance_m, \.border_m, \.place_latitude, \.place_longitude,
            \.confidence,
        ] {
            place[keyPath: number] = .nan
        }
        (place.geoname_id, place.population, place.border_certain, place.interpolated) = (-1, -1, -1, -1)
        return place
    }

    /// Empties a caller's structure.
    ///
    /// - Throws: ``PlacesError/Code/argument`` if it is `nil` or smaller than in the first version of the header.
    static func clear(_ place: UnsafeMutablePointer<lk_place>?, _ size: Int) throws(PlacesError) {
        guard let place else { throw PlacesError(.argument, "the place is NULL") }
        guard size >= MemoryLayout<lk_place>.size, size <= 1 << 16,
            size.isMultiple(of: MemoryLayout<lk_place>.alignment)
        else {
            throw PlacesError(
                .argument,
                "the size of the place is \(size), and should be sizeof(struct lk_place), \(MemoryLayout<lk_place>.size)"
            )
        }
        memset(place, 0, size)
        place.pointee = empty
    }

    /// Writes an answer.
    ///
    /// - Parameters:
    ///   - placemark: The answer.
    ///   - name: The name to give; `nil` for the placemark's own.
    ///   - distance: The distance to give; `nil` for the placemark's own.
    ///   - position: The position of the placemark's place.
    ///   - withAddress: Whether to format the address.
    ///   - place: The caller's structure, which is empty.
    ///   - size: Its size.
    /// - Throws: ``PlacesError/Code/memory``.
    static func write(
        _ placemark: Placemark, name: String? = nil, distance: Double? = nil,
        position: (latitude: Double, longitude: Double)?,
        withAddress: Bool, to place: UnsafeMutablePointer<lk_place>, _ size: Int
    ) throws(PlacesError) {
        let texts: [(WritableKeyPath<lk_place, UnsafePointer<CChar>?>, String?)] = [
            (\.country_code, placemark.isoCountryCode), (\.country, placemark.country),
            (\.state, placemark.administrativeArea), (\.county, placemark.subAdministrativeArea),
            (\.city, placemark.locality), (\.sub_locality, placemark.subLocality),
            (\.address, withAddress ? placemark.addressString : nil), (\.street, placemark.thoroughfare),
            (\.house_number, placemark.subThoroughfare), (\.postcode, placemark.postalCode),
            (\.place_of_interest, placemark.areasOfInterest.first), (\.time_zone, placemark.timeZone),
            (\.precision, placemark.precision.rawValue), (\.provider, placemark.provider),
            (\.border_country_code, placemark.border?.isoCountryCode),
            (\.claims, placemark.claims.isEmpty ? nil : placemark.claims.joined(separator: ",")),
            (\.attribution, placemark.attribution), (\.name, name ?? placemark.name),
        ]
        var length = MemoryLayout<Header>.size
        for (_, text) in texts { length += text.map { $0.utf8.count + 1 } ?? 0 }
        guard let block = malloc(length) else { throw .memory(length) }
        block.storeBytes(of: Header(mark: mark, size: size), as: Header.self)
        var next = block + MemoryLayout<Header>.size
        for (member, text) in texts {
            guard var text, !text.isEmpty else { continue }
            place.pointee[keyPath: member] = UnsafePointer(next.assumingMemoryBound(to: CChar.self))
            text.withUTF8 { utf8 in
                if let start = utf8.baseAddress { next.copyMemory(from: start, byteCount: utf8.count) }
                next += utf8.count
            }
            next.storeBytes(of: 0, as: UInt8.self)
            next += 1
        }
        place.pointee.private_data = block
        place.pointee.latitude = placemark.coordinate.latitude
        place.pointee.longitude = placemark.coordinate.longitude
        if let distance = distance ?? placemark.place?.distance {
            place.pointee.distance_m = distance.roundedToDecimetres
        }
        if let border = placemark.border {
            place.pointee.border_m = border.distance.roundedToDecimetres
            place.pointee.border_certain = border.isCertain ? 1 : 0
        }
        if let position { (place.pointee.place_latitude, place.pointee.place_longitude) = position }
        if let confidence = placemark.place?.confidence { place.pointee.confidence = confidence }
        if let id = placemark.place?.geonameId { place.pointee.geoname_id = Int64(id) }
        if let population = placemark.place?.population { place.pointee.population = Int64(population) }
        if placemark.precision != .none { place.pointee.interpolated = placemark.isInterpolated ? 1 : 0 }
    }

    /// Frees an answer's texts and empties it.
    static func release(_ place: UnsafeMutablePointer<lk_place>?) {
        guard let place, let block = place.pointee.private_data else { return }
        var header = block.load(as: Header.self)
        guard header.mark == mark else { return }
        memset(place, 0, header.size)
        place.pointee = empty
        header.mark = 0
        block.storeBytes(of: header, as: Header.self)
        free(block)
    }
}

public import CLocationKit
import LKGazetteer
import LKGeo
import LKGeocoding
import LKOfflineGeocoding
import LKStreets
import LKThreads

// The functions of locationkit.h, which documents them. From Swift 6.3 on, the compiler compares them with the header.

/// Returns the version of the interface.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_abi_version")
#endif
public func lk_abi_version() -> Int32 { LK_ABI_VERSION }

/// Opens a gazetteer.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_world_open")
#endif
public func lk_world_open(
    _ path: UnsafePointer<CChar>?, _ world: UnsafeMutablePointer<OpaquePointer?>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> Int32 {
    world?.pointee = nil
    return guarded(message, messageSize) { () throws(PlacesError) in
        guard let world else { throw PlacesError(.argument, "the pointer that receives the world is NULL") }
        let opened = try reading { () throws(GeocodingError) in
            if let path { try World(path: String(cString: path)) } else { try World.embedded() }
        }
        world.pointee = Handle.open(opened)
    }
}

/// Closes a gazetteer.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_world_close")
#endif
public func lk_world_close(_ world: OpaquePointer?) { Handle.close(world, World.self) }

/// Compares a gazetteer with its checksums.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_world_verify")
#endif
public func lk_world_verify(
    _ world: OpaquePointer?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> Int32 {
    guarded(message, messageSize) { () throws(PlacesError) in
        let world = try Handle.object(world, World.self, "world")
        try reading { () throws(GeocodingError) in try world.verify() }
    }
}

/// Copies a text about a gazetteer.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_world_text")
#endif
public func lk_world_text(
    _ world: OpaquePointer?, _ key: Int32, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ length: UnsafeMutablePointer<Int>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> Int32 {
    length?.pointee = 0
    return guarded(message, messageSize) { () throws(PlacesError) in
        let world = try Handle.object(world, World.self, "world")
        let facts = try reading { () throws(GeocodingError) in try world.information() }
        let text = try DataFileFacts(
            attribution: facts.attribution, licence: facts.licence, sources: facts.sources, origin: facts.origin,
            languages: facts.languages
        ).text(key)
        try copy(text, buffer, size, length)
    }
}

/// Opens a street index.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_streets_open")
#endif
public func lk_streets_open(
    _ path: UnsafePointer<CChar>?, _ streets: UnsafeMutablePointer<OpaquePointer?>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> Int32 {
    streets?.pointee = nil
    return guarded(message, messageSize) { () throws(PlacesError) in
        guard let streets else { throw PlacesError(.argument, "the pointer that receives the street index is NULL") }
        guard let path else { throw PlacesError(.argument, "the path of the street index is NULL") }
        let opened = try reading { () throws(GeocodingError) in try StreetIndex(path: String(cString: path)) }
        streets.pointee = Handle.open(opened)
    }
}

/// Closes a street index.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_streets_close")
#endif
public func lk_streets_close(_ streets: OpaquePointer?) { Handle.close(streets, StreetIndex.self) }

/// Compares a street index with its checksums.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_streets_verify")
#endif
public func lk_streets_verify(
    _ streets: OpaquePointer?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> Int32 {
    guarded(message, messageSize) { () throws(PlacesError) in
        let streets = try Handle.object(streets, StreetIndex.self, "street index")
        try reading { () throws(GeocodingError) in try streets.verify() }
    }
}

/// Copies a text about a street index.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_streets_text")
#endif
public func lk_streets_text(
    _ streets: OpaquePointer?, _ key: Int32, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ length: UnsafeMutablePointer<Int>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> Int32 {
    length?.pointee = 0
    return guarded(message, messageSize) { () throws(PlacesError) in
        let facts = try Handle.object(streets, StreetIndex.self, "street index").information
        let text = try DataFileFacts(
            attribution: facts.attribution, licence: facts.licence, sources: facts.sources, origin: facts.origin,
            languages: []
        ).text(key)
        try copy(text, buffer, size, length)
    }
}

/// Copies the paths of the installed street indexes.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_region_paths")
#endif
public func lk_region_paths(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ length: UnsafeMutablePointer<Int>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> Int32 {
    length?.pointee = 0
    return guarded(message, messageSize) { () throws(PlacesError) in
        let (regions, problems) = RegionStore.standard.listing()
        try copy(regions.map(\.path).filter { !$0.utf8.contains(0x0A) }.joined(separator: "\n"), buffer, size, length)
        if let problem = problems.first { throw PlacesError(problem) }
    }
}

/// Makes a geocoder of a gazetteer, languages and street indexes.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_geocoder_open")
#endif
public func lk_geocoder_open(
    _ world: OpaquePointer?, _ languages: UnsafePointer<CChar>?, _ streets: UnsafePointer<OpaquePointer?>?,
    _ streetsCount: Int, _ flags: UInt32, _ geocoder: UnsafeMutablePointer<OpaquePointer?>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> Int32 {
    geocoder?.pointee = nil
    return guarded(message, messageSize) { () throws(PlacesError) in
        guard let geocoder else { throw PlacesError(.argument, "the pointer that receives the geocoder is NULL") }
        let world = try Handle.object(world, World.self, "world")
        let text = languages.map { String(cString: $0) } ?? ""
        guard let tags = text.isEmpty ? [] : LanguageTag.list(text) else {
            let start = text.count <= 100 ? text : text.prefix(100) + "…"
            throw PlacesError(
                .language, "\"\(start)\" is not a list of languages; expected tags separated by commas, such as ja,en")
        }
        guard tags.count <= 64 else {
            throw PlacesError(.language, "\(tags.count) languages are too many; expected at most 64")
        }
        guard streetsCount >= 0, streetsCount <= 1 << 16, streetsCount == 0 || streets != nil else {
            throw PlacesError(.argument, "the street indexes are NULL, or their number is out of range")
        }
        var indexes: [StreetIndex] = []
        for number in 0..<streetsCount {
            indexes.append(try Handle.object(streets?[number], StreetIndex.self, "street index"))
        }
        guard flags & ~UInt32(LK_STREETS_ONLY) == 0 else {
            throw PlacesError(.argument, "the flags have a bit that is not known; expected 0 or LK_STREETS_ONLY")
        }
        let onlyStreets = flags & UInt32(LK_STREETS_ONLY) != 0
        guard !onlyStreets || !indexes.isEmpty else {
            throw PlacesError(.argument, "LK_STREETS_ONLY needs a street index")
        }
        geocoder.pointee = Handle.open(
            try PlaceNamer(world: world, languages: tags, streets: indexes, fallsBackToWorld: !onlyStreets))
    }
}

/// Closes a geocoder.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_geocoder_close")
#endif
public func lk_geocoder_close(_ geocoder: OpaquePointer?) { Handle.close(geocoder, PlaceNamer.self) }

/// Returns the name of a column.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_column_name")
#endif
public func lk_column_name(_ bit: Int32) -> UnsafePointer<CChar>? {
    guard let column = Column(rawValue: Int(bit)) else { return nil }
    return UnsafeRawPointer(column.name.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Answers for one point.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_reverse")
#endif
public func lk_reverse(
    _ geocoder: OpaquePointer?, _ latitude: Double, _ longitude: Double, _ columns: UInt64,
    _ place: UnsafeMutablePointer<lk_place>?, _ placeSize: Int, _ message: UnsafeMutablePointer<CChar>?,
    _ messageSize: Int
) -> Int32 {
    guarded(message, messageSize) { () throws(PlacesError) in
        try PlaceRecord.clear(place, placeSize)
        guard let place else { return }
        let geocoder = try Handle.object(geocoder, PlaceNamer.self, "geocoder")
        let mask = try ColumnMask(columns)
        let problem = PointProblem(latitude: latitude, longitude: longitude)
        guard problem == nil, let point = Coordinate(latitude: latitude, longitude: longitude) else {
            throw PlacesError(.point, (problem?.text ?? "the point is not on the Earth").description)
        }
        let placemark = try geocoder.place(at: point, withBorder: mask.needsBorder)
        let position =
            mask.intersects([.placeLatitude, .placeLongitude]) ? try geocoder.position(of: placemark) : nil
        try PlaceRecord.write(
            placemark, position: position.map { ($0.latitude, $0.longitude) }, withAddress: mask.contains(.address),
            to: place, placeSize)
    }
}

/// Frees the texts of an answer.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_place_release")
#endif
public func lk_place_release(_ place: UnsafeMutablePointer<lk_place>?) { PlaceRecord.release(place) }

/// Answers for many points, as a table of the Arrow C Data Interface.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_reverse_batch")
#endif
public func lk_reverse_batch(
    _ geocoder: OpaquePointer?, _ latitudes: UnsafePointer<Double>?, _ longitudes: UnsafePointer<Double>?,
    _ count: Int64, _ options: UnsafePointer<lk_options>?, _ schema: UnsafeMutablePointer<ArrowSchema>?,
    _ array: UnsafeMutablePointer<ArrowArray>?, _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> Int32 {
    schema?.pointee = ArrowSchema()
    array?.pointee = ArrowArray()
    return guarded(message, messageSize) { () throws(PlacesError) in
        let geocoder = try Handle.object(geocoder, PlaceNamer.self, "geocoder")
        guard let array else { throw PlacesError(.argument, "the array is NULL") }
        guard count >= 0 else { throw PlacesError(.argument, "the number of points is \(count), which is negative") }
        guard count < Int64(Int32.max) else {
            throw PlacesError(.tooLarge, "a batch has at most \(Int32.max - 1) points, not \(count); split it")
        }
        guard count == 0 || latitudes != nil && longitudes != nil else {
            throw PlacesError(.argument, "the \(latitudes == nil ? "latitudes" : "longitudes") are NULL")
        }
        let options = try BatchOptions(options)
        let builder = TableBuilder(
            geocoder: geocoder, mask: options.mask, threads: options.threads, isDictionary: options.isDictionary,
            isDistinct: options.isDistinct)
        let table = try builder.table(
            UnsafeBufferPointer(start: latitudes, count: Int(count)),
            UnsafeBufferPointer(start: longitudes, count: Int(count)))
        try ArrowExport.export(table, schema, array)
    }
}

/// Finds places by name or address.
#if compiler(>=6.3)
@c @implementation
#else
@_cdecl("lk_search")
#endif
public func lk_search(
    _ geocoder: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ nearLatitude: Double, _ nearLongitude: Double,
    _ places: UnsafeMutablePointer<lk_place>?, _ placeSize: Int, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> Int32 {
    count?.pointee = 0
    return guarded(message, messageSize) { () throws(PlacesError) in
        let geocoder = try Handle.object(geocoder, PlaceNamer.self, "geocoder")
        guard let text else { throw PlacesError(.argument, "the text is NULL") }
        guard let count else { throw PlacesError(.argument, "the pointer that receives the count is NULL") }
        guard capacity >= 0 else { throw PlacesError(.argument, "the capacity is \(capacity), which is negative") }
        guard capacity > 0 else { return }
        try PlaceRecord.clear(places, placeSize)
        var near: Coordinate?
        if !(nearLatitude.isNaN && nearLongitude.isNaN) {
            if let problem = PointProblem(latitude: nearLatitude, longitude: nearLongitude) {
                throw PlacesError(.point, "the point to be near: \(problem.text)")
            }
            near = Coordinate(latitude: nearLatitude, longitude: nearLongitude)
        }
        let found = try geocoder.search(String(cString: text), limit: min(capacity, 10_000), near: near)
        for found in found {
            let placemark = found.placemark
            let place = UnsafeMutableRawPointer(places.unsafelyUnwrapped).advanced(by: count.pointee * placeSize)
                .assumingMemoryBound(to: lk_place.self)
            let position = (placemark.coordinate.latitude, placemark.coordinate.longitude)
            do throws(PlacesError) {
                try PlaceRecord.clear(place, placeSize)
                try PlaceRecord.write(
                    placemark, name: found.matchedName, distance: found.distance ?? .nan, position: position,
                    withAddress: true, to: place, placeSize)
            } catch {
                while count.pointee > 0 {
                    count.pointee -= 1
                    let written = UnsafeMutableRawPointer(places.unsafelyUnwrapped)
                        .advanced(by: count.pointee * placeSize)
                    PlaceRecord.release(written.assumingMemoryBound(to: lk_place.self))
                }
                throw error
            }
            count.pointee += 1
        }
    }
}

/// How a batch is answered, as the caller says.
private struct BatchOptions {
    var mask = ColumnMask.standard
    var threads = 1
    var isDictionary = false
    var isDistinct = false

    /// Decodes the options of a caller.
    ///
    /// - Throws: ``PlacesError/Code/argument`` if it is of another version, or has values that are not known.
    init(_ options: UnsafePointer<lk_options>?) throws(PlacesError) {
        guard let options else { return }
        let known = MemoryLayout<lk_options>.size
        let size = options.pointee.size
        guard size >= known, size <= 4096 else {
            throw PlacesError(
                .argument, "the size of the options is \(size), and should be sizeof(struct lk_options), \(known)")
        }
        let bytes = UnsafeRawBufferPointer(start: options, count: size)
        guard bytes[known...].allSatisfy({ $0 == 0 }) else {
            throw PlacesError(.argument, "the options have members that this version of the library does not know")
        }
        mask = try ColumnMask(options.pointee.columns)
        guard options.pointee.threads >= 0 else {
            throw PlacesError(.argument, "the number of threads is \(options.pointee.threads), which is negative")
        }
        threads = options.pointee.threads == 0 ? SystemThread.processors : min(Int(options.pointee.threads), 256)
        guard options.pointee.flags & ~UInt32(LK_DICTIONARY | LK_DISTINCT) == 0 else {
            throw PlacesError(
                .argument, "the flags have a bit that is not known; expected 0, LK_DICTIONARY, LK_DISTINCT or both")
        }
        isDictionary = options.pointee.flags & UInt32(LK_DICTIONARY) != 0
        isDistinct = options.pointee.flags & UInt32(LK_DISTINCT) != 0
        if isDistinct, let column = mask.columns.first(where: \.dependsOnPoint) {
            throw PlacesError(
                .argument, "the column \(column.name) depends on the point itself, so LK_DISTINCT excludes it")
        }
    }
}

/// What a data file says of itself.
private struct DataFileFacts {
    var attribution: String
    var licence: String
    var sources: [String]
    var origin: String
    var languages: [String]

    /// Returns one of the facts.
    func text(_ key: Int32) throws(PlacesError) -> String {
        switch Int(key) {
        case LK_TEXT_ATTRIBUTION: attribution
        case LK_TEXT_LICENCE: licence
        case LK_TEXT_SOURCES: sources.joined(separator: "\n")
        case LK_TEXT_ORIGIN: origin
        case LK_TEXT_LANGUAGES: languages.joined(separator: ",")
        default: throw PlacesError(.argument, "\(key) is not one of LK_TEXT_ATTRIBUTION to LK_TEXT_LANGUAGES")
        }
    }
}

/// Copies a text into the caller's buffer.
private func copy(
    _ text: String, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ length: UnsafeMutablePointer<Int>?
) throws(PlacesError) {
    let bytes = text.utf8.filter { $0 != 0 }
    length?.pointee = bytes.count
    guard let buffer, size > 0 else {
        if length != nil, size == 0 { return }
        throw PlacesError(.argument, "the buffer is NULL")
    }
    buffer.pointee = 0
    guard bytes.count < size else {
        throw PlacesError(.buffer, "the text needs \(bytes.count + 1) bytes, and the buffer has \(size)")
    }
    for (index, byte) in bytes.enumerated() { buffer[index] = CChar(bitPattern: byte) }
    buffer[bytes.count] = 0
}

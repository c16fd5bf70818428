import LKFormats
import LKStorage
import LKStreets

/// Writes a street index, `Docs/Formats/Streets.md`: the same bytes from the same input.
struct StreetIndexWriter {
    let extract: Extract
    let streets: [StreetJoining.Street]
    let streetOfHouse: [UInt32]

    /// Streets, houses, areas and settlements in the order of the file.
    let streetOrder: [Int]
    let houseOrder: [Int]
    let areaOrder: [Int]
    let settlementOrder: [Int]
    /// The number in the file of each street.
    private(set) var streetNumbers: [UInt32]

    var texts: TextSection
    private var names: NameSection
    private var pieces: [Piece] = []
    private var rings: [(first: UInt32, count: UInt32)] = []
    /// The first rings of houses and areas, in the order of the file.
    private var houseRings: [UInt32] = []
    private var areaRings: [UInt32] = []
    /// How many points are written.
    private var points: UInt32 = 0

    private struct Piece {
        var street: UInt32
        var first: UInt32
        var count: UInt16
        var flags: UInt16 = 0
        var box: GridBox
    }

    private init(_ result: HouseJoining.Result) {
        let (extract, streets) = (result.extract, result.streets)
        self.extract = extract
        self.streets = streets
        streetOfHouse = result.streetOfHouse
        streetOrder = Self.order(streets.count) { streets[$0].box }
        houseOrder = Self.order(extract.houses.count) { GridBox(extract.shapes.center(of: extract.houses[$0].shape)) }
        areaOrder = Self.order(extract.areas.count) { extract.shapes.box(of: extract.areas[$0].shape) }
        settlementOrder = Self.order(extract.settlements.count) { GridBox(extract.settlements[$0].point) }
        streetNumbers = Array(repeating: 0, count: streets.count)
        for (number, street) in streetOrder.enumerated() { streetNumbers[street] = UInt32(number) }
        texts = TextSection(extract.texts)
        names = NameSection(extract.names, extract.texts)
    }

    /// Returns indices in the order of their rectangles along the Hilbert curve.
    private static func order(_ count: Int, _ box: (Int) -> GridBox) -> [Int] {
        var keys = (0..<count).map { UInt64(HilbertCurve.index(of: box($0))) << 32 | UInt64($0) }
        keys.sort()
        return keys.map { Int(UInt32(truncatingIfNeeded: $0)) }
    }

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - result: What is written.
    ///   - descriptor: An empty file.
    ///   - path: Its name, for messages.
    /// - Returns: The file's size, in bytes.
    /// - Throws: `StorageError` when the file cannot be written.
    static func write(
        _ result: HouseJoining.Result, to descriptor: Int32, path: String
    ) throws(StorageError) -> Int {
        var writer = StreetIndexWriter(result)
        var stream = SectionStream(
            descriptor, StreetFormat.kind, sections: StreetSection.allCases.count, path: path)
        try stream.section(.points) { stream throws(StorageError) in try writer.appendPoints(&stream) }
        try stream.section(.rings) { stream throws(StorageError) in
            for ring in writer.rings { try stream.append(ring.first, ring.count) }
        }
        try stream.section(.pieces) { stream throws(StorageError) in
            for piece in writer.pieces { try stream.append(piece.street, piece.first, piece.count, piece.flags) }
        }
        try stream.section(.streets) { stream throws(StorageError) in try writer.appendStreets(&stream) }
        try writer.appendHouses(&stream)
        try stream.section(.areas) { stream throws(StorageError) in try writer.appendAreas(&stream) }
        try stream.section(.settlements) { stream throws(StorageError) in try writer.appendSettlements(&stream) }
        let fronts =
            writer.pieces.map(\.box)
            + writer.houseOrder.map { writer.extract.shapes.box(of: writer.extract.houses[$0].shape) }
        try stream.section(.frontTree, BoxTree.bytes(of: fronts))
        let areas = writer.areaOrder.map { writer.extract.shapes.box(of: writer.extract.areas[$0].shape) }
        try stream.section(.areaTree, BoxTree.bytes(of: areas))
        let settlements = writer.settlementOrder.map { GridBox(writer.extract.settlements[$0].point) }
        try stream.section(.settlementTree, BoxTree.bytes(of: settlements))
        try writer.appendHousesOfStreets(&stream)
        try writer.appendWords(&stream)
        try stream.section(.names, writer.names.bytes)
        try stream.section(.languages, writer.names.languages)
        try stream.section(.meta, Array(writer.meta(fronts).utf8))
        try stream.section(.texts, writer.texts.bytes)
        return try stream.finish()
    }
}

// MARK: - Shapes

extension StreetIndexWriter {
    /// Appends the points of all streets, houses and areas, and notes where they are.
    private mutating func appendPoints(_ stream: inout SectionStream) throws(StorageError) {
        for (number, street) in streetOrder.enumerated() {
            for way in streets[street].ways {
                switch extract.streets[way].shape {
                case .point: continue
                case .line(let first, let count):
                    let line = extract.shapes.points(first, count)
                    try appendPieces(of: line, UInt32(number))
                    try append(line, &stream)
                case .polygon(let first, let count):
                    let box = extract.shapes.box(of: extract.streets[way].shape)
                    let ring = try appendRings(first, count, &stream)
                    pieces.append(
                        Piece(
                            street: UInt32(number), first: ring, count: UInt16(clamping: count),
                            flags: StreetFormat.areaPiece, box: box))
                }
            }
        }
        for house in houseOrder {
            guard case .polygon(let first, let count) = extract.houses[house].shape else {
                houseRings.append(0)
                continue
            }
            houseRings.append(try appendRings(first, count, &stream))
        }
        for area in areaOrder {
            guard case .polygon(let first, let count) = extract.areas[area].shape else {
                areaRings.append(0)
                continue
            }
            areaRings.append(try appendRings(first, count, &stream))
        }
    }

    private mutating func appendPieces(of line: ArraySlice<OSMPoint>, _ street: UInt32) throws(StorageError) {
        var start = line.startIndex
        repeat {
            let end = min(start + StreetFormat.pieceLength, line.endIndex)
            if let box = GridBox(line[start..<end]) {
                pieces.append(
                    Piece(
                        street: street, first: points + UInt32(start - line.startIndex), count: UInt16(end - start),
                        box: box))
            }
            start = end - 1
        } while start + 1 < line.endIndex
    }

    /// Appends the rings of a polygon.
    ///
    /// - Returns: The number of the first one.
    private mutating func appendRings(
        _ first: UInt32, _ count: UInt32, _ stream: inout SectionStream
    ) throws(StorageError) -> UInt32 {
        let number = UInt32(rings.count)
        for ring in extract.shapes.rings(first, count) {
            rings.append((points, ring.count | (ring.isInner ? StreetFormat.hole : 0)))
            try append(extract.shapes.points(of: ring), &stream)
        }
        return number
    }

    private mutating func append(
        _ line: ArraySlice<OSMPoint>, _ stream: inout SectionStream
    ) throws(StorageError) {
        for point in line { try stream.append(point.latitude, point.longitude) }
        points += UInt32(line.count)
    }
}

// MARK: - Records

extension StreetIndexWriter {
    private mutating func appendStreets(_ stream: inout SectionStream) throws(StorageError) {
        var first = 0
        for (number, street) in streetOrder.enumerated() {
            let street = streets[street]
            var end = first
            while end < pieces.count, pieces[end].street == number { end += 1 }
            try stream.append(names.number(street.names, &texts))
            try stream.append(street.box.south, street.box.west, street.box.north, street.box.east)
            try stream.append(
                UInt32(first), packed(count: end - first, UInt8(street.rank.rawValue)),
                texts.offset(of: street.postcode))
            first = end
        }
    }

    /// Returns a count packed with eight bits above it.
    private func packed(count: Int, _ high: UInt8) -> UInt32 {
        UInt32(min(count, 1 << StreetFormat.countBits - 1)) | UInt32(high) << StreetFormat.countBits
    }

    private mutating func appendHouses(_ stream: inout SectionStream) throws(StorageError) {
        var localities: [Extract.Locality] = []
        var numbers: [Extract.Locality: UInt32] = [:]
        var interests: [Extract.Interest] = []
        try stream.section(.houses) { stream throws(StorageError) in
            for (index, number) in houseOrder.enumerated() {
                let house = extract.houses[number]
                let address = extract.addresses[Int(house.address)]
                var locality = StreetFormat.none
                if address.locality != Extract.Locality() {
                    locality = numbers[address.locality] ?? UInt32(localities.count)
                    if locality == localities.count {
                        numbers[address.locality] = locality
                        localities.append(address.locality)
                    }
                }
                var interest = StreetFormat.none
                if house.interest != 0 {
                    interest = UInt32(interests.count)
                    interests.append(extract.interests[Int(house.interest)])
                }
                var rings = 0
                if case .polygon(_, let count) = house.shape { rings = Int(count) }
                let street = streetOfHouse[number]
                let position = extract.shapes.center(of: house.shape)
                let mask: UInt64 = 1 << StreetFormat.kindBits - 1
                try stream.append(
                    UInt64(bitPattern: house.identity.id) & mask
                        | UInt64(house.identity.kind.rawValue) << StreetFormat.kindBits)
                try stream.append(
                    texts.offset(of: address.number),
                    street == StreetFormat.none ? street : streetNumbers[Int(street)],
                    texts.offset(of: address.place), texts.offset(of: address.postcode), locality, interest)
                try stream.append(
                    houseRings[index], packed(count: rings, house.flags.rawValue), position.latitude,
                    position.longitude)
            }
        }
        try stream.section(.localities) { stream throws(StorageError) in
            for locality in localities {
                try stream.append(
                    texts.offset(of: locality.province), texts.offset(of: locality.city),
                    texts.offset(of: locality.suburb), texts.offset(of: locality.quarter),
                    texts.offset(of: locality.neighbourhood), texts.offset(of: locality.block))
            }
        }
        try stream.section(.interests) { stream throws(StorageError) in
            for interest in interests {
                try stream.append(
                    texts.offset(of: interest.key), texts.offset(of: interest.value),
                    names.number(interest.names, &texts))
            }
        }
    }

    private mutating func appendAreas(_ stream: inout SectionStream) throws(StorageError) {
        for (index, number) in areaOrder.enumerated() {
            let area = extract.areas[number]
            guard case .polygon(_, let count) = area.shape else { continue }
            let box = extract.shapes.box(of: area.shape)
            try stream.append(names.number(area.names, &texts), texts.offset(of: area.code))
            try stream.append(box.south, box.west, box.north, box.east)
            try stream.append(areaRings[index], count)
            try stream.append(
                area.level, area.kind.rawValue, area.settlement?.number ?? StreetFormat.noSettlement, UInt8(0))
            try stream.append(texts.offset(of: area.country))
        }
    }

    private mutating func appendSettlements(_ stream: inout SectionStream) throws(StorageError) {
        for number in settlementOrder {
            let settlement = extract.settlements[number]
            try stream.append(
                names.number(settlement.names, &texts), UInt32(settlement.kind.number), settlement.population)
            try stream.append(settlement.point.latitude, settlement.point.longitude)
        }
    }

    private func meta(_ fronts: [GridBox]) -> String {
        var lines: [String] = []
        for source in extract.sources {
            let name = source.name.map { $0.isNewline || $0 == "\t" ? " " : $0 }
            lines.append("source=\(String(name))\t\(source.size)" + (source.timestamp.map { "\t\($0)" } ?? ""))
        }
        var extents = extract.sources.compactMap(\.extent).flatMap(GridBox.boxes(of:))
        if extents.isEmpty, var all = fronts.first {
            for box in fronts { all.extend(to: box) }
            extents = [all]
        }
        lines += extents.map { "extent=\($0.south),\($0.west),\($0.north),\($0.east)" }
        let counts = extract.counts
        lines += ["nodes=\(counts.nodes)", "ways=\(counts.ways)", "relations=\(counts.relations)"]
        lines += [
            "streets=\(streets.count)", "houses=\(extract.houses.count)", "areas=\(extract.areas.count)",
            "settlements=\(extract.settlements.count)",
        ]
        for (reason, count) in counts.skipped.all { lines.append("skipped.\(reason.rawValue)=\(count)") }
        lines += ["attribution=\(StreetFormat.attribution)", "licence=\(StreetFormat.licence)"]
        return lines.joined(separator: "\n") + "\n"
    }
}

extension GridBox {
    /// Returns the rectangles of an extent, two if it crosses the date line.
    fileprivate static func boxes(of extent: OSMExtent) -> [GridBox] {
        let box = GridBox(south: extent.south, west: extent.west, north: extent.north, east: extent.east)
        guard extent.west > extent.east else { return [box] }
        var (west, east) = (box, box)
        (west.east, east.west) = (1_800_000_000, -1_800_000_000)
        return [west, east]
    }
}

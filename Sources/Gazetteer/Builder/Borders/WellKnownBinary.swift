/// The polygons of a GeoPackage geometry (OGC 12-128, 2.1.3: a header, then well-known binary of OGC 06-103).
struct WellKnownBinary {
    /// For each polygon its outer ring and its holes.
    private(set) var polygons: [[[GridPoint]]] = []

    private let bytes: UnsafeRawBufferPointer
    private var position: Int

    /// `nil` for what is no polygon or multipolygon in degrees, or is cut short.
    init?(geoPackage bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8, bytes[0] == UInt8(ascii: "G"), bytes[1] == UInt8(ascii: "P") else { return nil }
        // Bits 1...3 of the flags say how large the envelope is that stands before the geometry.
        let envelopes = [0, 32, 48, 48, 64]
        let kind = Int(bytes[3] >> 1 & 7)
        guard envelopes.indices.contains(kind) else { return nil }
        self.bytes = bytes
        position = 8 + envelopes[kind]
        guard geometry(isPart: false) else { return nil }
    }

    private mutating func geometry(isPart: Bool) -> Bool {
        guard position < bytes.count else { return false }
        let isLittle = bytes[position] == 1
        position += 1
        guard let type = count(isLittle) else { return false }
        if type == 3 { return polygon(isLittle) }
        guard type == 6, !isPart, let parts = count(isLittle) else { return false }
        for _ in 0..<parts { guard geometry(isPart: true) else { return false } }
        return true
    }

    private mutating func polygon(_ isLittle: Bool) -> Bool {
        guard let rings = count(isLittle) else { return false }
        var polygon: [[GridPoint]] = []
        for _ in 0..<rings {
            guard let count = count(isLittle), count <= (bytes.count - position) / 16 else { return false }
            var ring: [GridPoint] = []
            for _ in 0..<count {
                guard let point = GridPoint(longitude: number(isLittle), latitude: number(isLittle)) else {
                    return false
                }
                if ring.last != point { ring.append(point) }
            }
            if ring.count > 1, ring.first == ring.last { ring.removeLast() }
            if ring.count >= 3 { polygon.append(ring) }
        }
        polygons.append(polygon)
        return true
    }

    private mutating func count(_ isLittle: Bool) -> Int? {
        guard position + 4 <= bytes.count else { return nil }
        let value = bytes.uint32(position)
        position += 4
        return Int(isLittle ? value : value.byteSwapped)
    }

    /// The next coordinate; that it is there has been checked.
    private mutating func number(_ isLittle: Bool) -> Double {
        let value = bytes.uint64(position)
        position += 8
        return Double(bitPattern: isLittle ? value : value.byteSwapped)
    }
}

import CLKShores
import LKFormats

/// Coasts and lakes of the Earth, cut into squares of whole degrees: `world.shores`, read in place.
///
/// Docs/Formats/Shores.md describes the file.
package struct ShoreFile: Sendable {
    /// One of the file's degrees of detail, each of which covers the Earth.
    package struct Level: Sendable {
        /// Height and width of a square in degrees.
        package let height: Int
        package let width: Int
        /// Steps of a degree.
        let steps: Int
        /// How far lines may be from the source's, in metres.
        package let tolerance: Int
        fileprivate let index: SectionedFile.Section
        fileprivate let data: SectionedFile.Section

        /// The number of squares from west to east, and from south to north.
        package var columns: Int { 360 / width }
        package var rows: Int { 180 / height }
    }

    /// The attribution that the licences of the data require.
    package static let attribution = "coasts © OpenStreetMap contributors, ODbL 1.0; lakes: \(lakesAttribution)"
    /// The attribution of the lakes alone.
    package static let lakesAttribution = "GSHHG by Wessel and Smith, LGPL 3"

    /// The levels, the finest first: three in the embedded file.
    package let levels: [Level]
    private let file: MappedFile

    /// The file that is embedded in the program.
    package static let embedded = try? ShoreFile(
        file: MappedFile(permanent: UnsafeRawBufferPointer(start: cshores_data(), count: cshores_size())))

    /// Reads a file from memory.
    ///
    /// - Throws: ``MapError/Code/dataDamaged``.
    package init(copying bytes: [UInt8]) throws(MapError) { try self.init(file: MappedFile(copying: bytes)) }

    private static let kind = SectionedFile.Kind(magic: "LKSHORES", version: 1)
    private static let levelSize = 20
    private static let maximumLevels = 8

    private init(file: MappedFile) throws(MapError) {
        self.file = file
        let bytes = file.bytes
        let sections: [String: SectionedFile.Section]
        do {
            let container = try SectionedFile(bytes, Self.kind)
            sections = Dictionary(container.sections.map { ($0.tag, $0.section) }) { first, _ in first }
        } catch {
            throw Self.damaged("\(error)")
        }
        guard let table = sections["LVLS"], table.recordSize == Self.levelSize,
            (1...Self.maximumLevels).contains(table.count)
        else { throw Self.damaged("it has no levels") }
        var levels: [Level] = []
        for number in 0..<table.count {
            let values = (0..<4).map { field in
                let offset = table.offset + number * Self.levelSize + 4 * field
                return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            }
            guard let index = sections["IDX\(number)"], let data = sections["DAT\(number)"], index.recordSize == 4,
                data.recordSize == 1, (1...180).contains(values[0]), 180 % values[0] == 0,
                (1...360).contains(values[1]), 360 % values[1] == 0, (1...1_000_000).contains(values[2])
            else { throw Self.damaged("its level \(number) is wrong") }
            let level = Level(
                height: values[0], width: values[1], steps: values[2], tolerance: values[3], index: index, data: data)
            guard index.count == level.rows * level.columns + 1 else {
                throw Self.damaged("its level \(number) has a wrong number of squares")
            }
            levels.append(level)
        }
        self.levels = levels
    }

    private static func damaged(_ reason: String) -> MapError {
        MapError(.dataDamaged, "the map of coasts is damaged: \(reason)")
    }
}

extension ShoreFile {
    /// Returns the coasts and lakes in a square.
    ///
    /// - Parameters:
    ///   - number: The index of the level.
    ///   - row: The row of the square, from the south pole.
    ///   - column: Its column, from 180°W.
    /// - Returns: The shores, cut at the square's edges; empty outside the level.
    /// - Throws: ``MapError/Code/dataDamaged``.
    package func square(level number: Int, row: Int, column: Int) throws(MapError) -> Shores {
        guard levels.indices.contains(number) else { return Shores() }
        let level = levels[number]
        guard (0..<level.rows).contains(row), (0..<level.columns).contains(column) else { return Shores() }
        let entry = level.index.offset + 4 * (row * level.columns + column)
        let (begin, end) = (offset(entry), offset(entry + 4))
        guard begin <= end, end <= level.data.length else { throw Self.damaged("a square is outside of its level") }
        guard begin < end else { return Shores() }
        let corner = MapPoint(Double(column * level.width - 180), Double(row * level.height - 90))
        var reader = SquareReader(
            bytes: UnsafeRawBufferPointer(rebasing: file.bytes[level.data.offset + begin..<level.data.offset + end]),
            corner: corner, steps: Double(level.steps),
            extent: SIMD2(Int64(level.width * level.steps), Int64(level.height * level.steps)))
        guard let coasts = reader.rings(), let lakes = reader.rings(), let sounds = reader.rings(), reader.isAtEnd
        else {
            throw Self.damaged("a square at \(Int(corner.y))°, \(Int(corner.x))° is wrong")
        }
        return Shores(coasts: coasts, lakes: lakes, sounds: sounds)
    }

    private func offset(_ position: Int) -> Int {
        Int(UInt32(littleEndian: file.bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
    }
}

/// Reads the rings of a square.
private struct SquareReader {
    let bytes: UnsafeRawBufferPointer
    let corner: MapPoint
    let steps: Double
    /// Width and height of the square in steps.
    let extent: SIMD2<Int64>
    private var position = 0

    init(bytes: UnsafeRawBufferPointer, corner: MapPoint, steps: Double, extent: SIMD2<Int64>) {
        (self.bytes, self.corner, self.steps, self.extent) = (bytes, corner, steps, extent)
    }

    var isAtEnd: Bool { position == bytes.count }

    /// Returns the next number of at most five bytes; `nil` where there is none.
    private mutating func number() -> Int64? {
        LEB128.read(bytes, at: &position, maximumBytes: 5).map { Int64($0) }
    }

    private mutating func signed() -> Int64? { number().map { $0 >> 1 ^ -($0 & 1) } }

    /// Returns the rings of one kind; `nil` if the bytes are not those of rings.
    mutating func rings() -> [[MapPoint]]? {
        // A ring has three points of two bytes.
        guard let count = number(), count <= (bytes.count - position) / 6 else { return nil }
        var rings: [[MapPoint]] = []
        rings.reserveCapacity(Int(count))
        var last = SIMD2<Int64>.zero
        for _ in 0..<count {
            guard let length = number(), length > 2, length <= (bytes.count - position) / 2 else { return nil }
            var ring: [MapPoint] = []
            ring.reserveCapacity(Int(length))
            for _ in 0..<length {
                guard let east = signed(), let north = signed() else { return nil }
                last &+= SIMD2(east, north)
                guard (0...extent.x).contains(last.x), (0...extent.y).contains(last.y) else { return nil }
                ring.append(corner + MapPoint(Double(last.x), Double(last.y)) / steps)
            }
            rings.append(ring)
        }
        return rings
    }
}

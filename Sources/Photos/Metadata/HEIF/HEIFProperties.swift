/// The properties of one item in `iprp`: its size, and its transforms in order of application.
///
/// Source: ISO/IEC 23008-12, 6.5 and 9.3.
struct HEIFProperties {
    private(set) var size: PixelSize?
    /// The visible part; the rest is cropped before the transforms.
    private(set) var aperture: PixelSize?
    private(set) var turn = OrientationTransform.none

    /// Reads the properties of an item.
    ///
    /// - Parameters:
    ///   - id: The item.
    ///   - box: The box `iprp`.
    ///   - file: The file.
    /// - Throws: ``MetadataError/Code/unreadable``.
    init(of id: UInt32, in box: Box, of file: FileBytes) throws(MetadataError) {
        guard let container = try BoxWalk.first("ipco", in: box.content, of: file) else { return }
        var indexes: [Int] = []
        var parts = BoxWalk(file, box.content)
        while let part = try parts.next() {
            if part.type == "ipma", indexes.isEmpty { indexes = try Self.associations(of: id, in: part, of: file) }
        }
        guard let last = indexes.max(), last > 0 else { return }
        // Associations refer to boxes by index, starting from 1.
        var properties: [Int: Box] = [:]
        var walk = BoxWalk(file, container.content)
        var number = 0
        while number < last, let property = try walk.next() {
            number += 1
            if ["ispe", "irot", "imir", "clap"].contains(property.type) { properties[number] = property }
        }
        for index in indexes {
            guard let property = properties[index] else { continue }
            try apply(property, of: file)
        }
    }

    private mutating func apply(_ property: Box, of file: FileBytes) throws(MetadataError) {
        var cursor = FileCursor(file, property.content)
        switch property.type {
        case "ispe":
            cursor.skip(4)
            let (width, height) = (Int(try cursor.uint32()), Int(try cursor.uint32()))
            if !cursor.isCut, width > 0, height > 0 { size = PixelSize(width: width, height: height) }
        case "irot": turn = turn.followed(by: .counterclockwise(Int(try cursor.uint8() & 3)))
        case "imir":
            // 0 exchanges top and bottom, like EXIF's 4; 1 left and right, like its 2.
            let isLeftRight = try cursor.uint8() & 1 == 1
            if !cursor.isCut { turn = turn.followed(by: isLeftRight ? .mirroredLeftRight : .mirroredTopBottom) }
        default:
            let width = (try cursor.uint32(), try cursor.uint32())
            let height = (try cursor.uint32(), try cursor.uint32())
            guard !cursor.isCut, width.1 > 0, height.1 > 0, width.0 >= width.1, height.0 >= height.1 else { return }
            aperture = PixelSize(width: Int(width.0 / width.1), height: Int(height.0 / height.1))
        }
    }

    private static func associations(of wanted: UInt32, in box: Box, of file: FileBytes) throws(MetadataError) -> [Int]
    {
        var cursor = FileCursor(file, box.content)
        let head = try cursor.uint32()
        let (version, isWide) = (head >> 24, head & 1 == 1)
        let count = Int(try cursor.uint32())
        for _ in 0..<count {
            let id = version == 0 ? UInt32(try cursor.uint16()) : try cursor.uint32()
            let associations = Int(try cursor.uint8())
            guard !cursor.isCut else { return [] }
            guard id == wanted else {
                cursor.skip(associations * (isWide ? 2 : 1))
                continue
            }
            var indexes: [Int] = []
            for _ in 0..<associations {
                // The highest bit marks the property as essential.
                let index = isWide ? Int(try cursor.uint16() & 0x7FFF) : Int(try cursor.uint8() & 0x7F)
                if !cursor.isCut { indexes.append(index) }
            }
            return indexes
        }
        return []
    }
}

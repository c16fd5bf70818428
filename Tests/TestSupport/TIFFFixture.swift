/// Builds blocks of TIFF in code, which are EXIF too: directories with values, branches and a chain.
public struct TIFFFixture {
    /// The value of an entry.
    public enum Value: Sendable {
        case byte([UInt8])
        case ascii(String)
        case short([Int])
        case long([Int])
        case rational([(Int, Int)])
        case undefined([UInt8])
        case directory([(Int, Value)])
        /// The place of bytes, such as those of a thumbnail or a strip, which follow all else of the directory.
        case block([UInt8])
        /// A type, a count and the four bytes that stand in the entry, as damaged files have them.
        case raw(type: Int, count: Int, value: Int)
    }

    private let bigEndian: Bool
    private var bytes: [UInt8] = []

    /// A block of a chain of directories.
    public static func bytes(_ chain: [(Int, Value)]..., bigEndian: Bool = false, magic: Int = 42) -> [UInt8] {
        var fixture = TIFFFixture(bigEndian: bigEndian)
        fixture.bytes =
            Array((bigEndian ? "MM" : "II").utf8) + number(magic, 2, bigEndian) + number(8, 4, bigEndian)
        var link = 4
        for directory in chain {
            fixture.patch(link, fixture.bytes.count)
            link = fixture.append(directory)
        }
        return fixture.bytes
    }

    /// Appends a directory and what it needs; gives the place of its link to the next one.
    private mutating func append(_ entries: [(Int, Value)]) -> Int {
        bytes += u16(entries.count)
        let start = bytes.count
        bytes += [UInt8](repeating: 0, count: entries.count * 12 + 4)
        var blocks: [(place: Int, data: [UInt8])] = []
        for (index, (tag, value)) in entries.enumerated() {
            let place = start + index * 12
            write(place, u16(tag))
            if case .directory(let inner) = value {
                write(place + 2, u16(4) + u32(1))
                if bytes.count % 2 == 1 { bytes.append(0) }
                patch(place + 8, bytes.count)
                _ = append(inner)
                continue
            }
            if case .block(let data) = value {
                write(place + 2, u16(4) + u32(1))
                blocks.append((place + 8, data))
                continue
            }
            if case .raw(let type, let count, let number) = value {
                write(place + 2, u16(type) + u32(count) + u32(number))
                continue
            }
            let (type, count, data) = value.encoded(bigEndian: bigEndian)
            write(place + 2, u16(type) + u32(count))
            if data.count <= 4 {
                write(place + 8, data)
            } else {
                if bytes.count % 2 == 1 { bytes.append(0) }
                patch(place + 8, bytes.count)
                bytes += data
            }
        }
        for (place, data) in blocks {
            if bytes.count % 2 == 1 { bytes.append(0) }
            patch(place, bytes.count)
            bytes += data
        }
        return start + entries.count * 12
    }

    private mutating func write(_ place: Int, _ data: [UInt8]) {
        bytes.replaceSubrange(place..<place + data.count, with: data)
    }

    private mutating func patch(_ place: Int, _ number: Int) { write(place, u32(number)) }

    private func u16(_ number: Int) -> [UInt8] { Self.number(number, 2, bigEndian) }

    private func u32(_ number: Int) -> [UInt8] { Self.number(number, 4, bigEndian) }

    /// Returns a number as bytes.
    public static func number(_ number: Int, _ size: Int, _ bigEndian: Bool) -> [UInt8] {
        let big = (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
        return bigEndian ? big : big.reversed()
    }
}

extension TIFFFixture.Value {
    /// Returns type, count and bytes of a value that stands in the block; nothing for the others.
    public func encoded(bigEndian: Bool) -> (type: Int, count: Int, data: [UInt8]) {
        func number(_ number: Int, _ size: Int) -> [UInt8] { TIFFFixture.number(number, size, bigEndian) }
        return switch self {
        case .byte(let bytes): (1, bytes.count, bytes)
        case .ascii(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .short(let numbers): (3, numbers.count, numbers.flatMap { number($0, 2) })
        case .long(let numbers): (4, numbers.count, numbers.flatMap { number($0, 4) })
        case .rational(let numbers): (5, numbers.count, numbers.flatMap { number($0.0, 4) + number($0.1, 4) })
        case .undefined(let bytes): (7, bytes.count, bytes)
        case .directory, .block, .raw: (0, 0, [])
        }
    }
}

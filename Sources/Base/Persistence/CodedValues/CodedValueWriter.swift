import FoundationEssentials
import LKFormats

/// Writes a ``CodedValue`` in the format of `Docs/Formats/Archive.md`.
struct CodedValueWriter {
    /// The tags of the format.
    enum Tag: UInt8 {
        case null, `false`, `true`, integer, positive, wide, float, double, string, data, date, array, doubles, object
    }

    private var bytes: [UInt8] = []
    private var keys: [KeySpelling: UInt64] = [:]
    private var isTooDeep = false

    /// Returns the bytes of a value; `nil` when it is nested too deeply for the reader.
    static func bytes(_ value: CodedValue) -> [UInt8]? {
        var writer = CodedValueWriter()
        writer.write(value, depth: 0)
        return writer.isTooDeep ? nil : writer.bytes
    }

    private mutating func write(_ value: CodedValue, depth: Int) {
        guard depth <= CodedValue.maximumDepth else {
            isTooDeep = true
            return
        }
        switch value {
        case .null: tag(.null)
        case .bool(let truth): tag(truth ? .true : .false)
        case .integer(let number):
            tag(.integer)
            count(UInt64(bitPattern: number << 1 ^ number >> 63))
        case .positive(let number):
            tag(.positive)
            count(number)
        case .wide(let digits):
            tag(.wide)
            text(digits)
        case .float(let number):
            tag(.float)
            fixed(number.bitPattern)
        case .double(let number):
            tag(.double)
            fixed(number.bitPattern)
        case .string(let string):
            tag(.string)
            text(string)
        case .data(let data):
            tag(.data)
            count(UInt64(data.count))
            data.withUnsafeBytes { bytes.append(contentsOf: $0) }
        case .date(let date):
            tag(.date)
            fixed(date.timeIntervalSinceReferenceDate.bitPattern)
        case .array(let array):
            tag(.array)
            count(UInt64(array.values.count))
            for value in array.values { write(value, depth: depth + 1) }
        case .doubles(let numbers): write(numbers)
        case .object(let object):
            tag(.object)
            count(UInt64(object.keys.count))
            for (key, value) in zip(object.keys, object.values) {
                self.key(key)
                write(value, depth: depth + 1)
            }
        case .pending(let encoder): write(encoder.value, depth: depth)
        }
    }

    private mutating func write(_ numbers: [Double]) {
        tag(.doubles)
        count(UInt64(numbers.count))
        #if _endian(little)
        numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
        #else
        for number in numbers { fixed(number.bitPattern) }
        #endif
    }

    private mutating func key(_ key: String) {
        let spelling = KeySpelling(key)
        if let number = keys[spelling] {
            count(number)
        } else {
            keys[spelling] = UInt64(keys.count + 1)
            count(0)
            text(key)
        }
    }

    private mutating func tag(_ tag: Tag) { bytes.append(tag.rawValue) }

    private mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            count(UInt64(utf8.count))
            bytes.append(contentsOf: utf8)
        }
    }

    private mutating func count(_ value: UInt64) { LEB128.append(value, to: &bytes) }

    private mutating func fixed(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}

/// A key compared by its bytes: `String` treats canonically equivalent spellings as equal, and only one would be kept.
struct KeySpelling: Hashable {
    private let key: String

    init(_ key: String) {
        var key = key
        // Makes the UTF-8 bytes directly accessible.
        key.makeContiguousUTF8()
        self.key = key
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.key.utf8.elementsEqual(rhs.key.utf8) }

    func hash(into hasher: inout Hasher) {
        _ = key.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

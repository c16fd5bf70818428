import FoundationEssentials
import LKFormats

/// Parses a ``CodedValue`` in the format of `Docs/Formats/Archive.md`; any input yields a value or an error.
struct CodedValueReader {
    /// Why the bytes are not a coded value.
    struct Damage: Error {
        var reason: String
    }

    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    private var keys: [String] = []

    /// Parses a value.
    ///
    /// - Parameter bytes: All of its bytes.
    /// - Returns: The value.
    /// - Throws: `Damage`.
    static func value(_ bytes: UnsafeRawBufferPointer) throws(Damage) -> CodedValue {
        var reader = CodedValueReader(bytes)
        let value = try reader.value(depth: 0)
        guard reader.offset == bytes.count else { throw Damage(reason: "something follows the value") }
        return value
    }

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private mutating func value(depth: Int) throws(Damage) -> CodedValue {
        guard depth <= CodedValue.maximumDepth else { throw Damage(reason: "its values are nested too deep") }
        guard let tag = CodedValueWriter.Tag(rawValue: try fixed()) else { throw Damage(reason: "a tag is unknown") }
        switch tag {
        case .null: return .null
        case .false: return .bool(false)
        case .true: return .bool(true)
        case .integer:
            let number = try count()
            return .integer(Int64(bitPattern: number >> 1 ^ (0 &- (number & 1))))
        case .positive: return .positive(try count())
        case .wide: return .wide(try text())
        case .float: return .float(Float(bitPattern: try fixed()))
        case .double: return .double(Double(bitPattern: try fixed()))
        case .string: return .string(try text())
        case .data: return .data(Data(try slice(try length())))
        case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try fixed())))
        case .array:
            let count = try length()
            var values: [CodedValue] = []
            // The count is not trusted.
            values.reserveCapacity(min(count, 65_536))
            for _ in 0..<count { values.append(try value(depth: depth + 1)) }
            return .array(CodedArray(values))
        case .doubles: return .doubles(try doubles())
        case .object:
            let object = CodedObject()
            for _ in 0..<(try length()) {
                let key = try key()
                guard object[key] == nil else { throw Damage(reason: "a key occurs twice") }
                object[key] = try value(depth: depth + 1)
            }
            return .object(object)
        }
    }

    private mutating func doubles() throws(Damage) -> [Double] {
        let count = try length()
        let (size, overflow) = count.multipliedReportingOverflow(by: 8)
        guard !overflow else { throw Damage(reason: "it ends too early") }
        let slice = UnsafeRawBufferPointer(rebasing: try slice(size))
        return [Double](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in 0..<count {
                let bits = UInt64(littleEndian: slice.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
                buffer.initializeElement(at: index, to: Double(bitPattern: bits))
            }
            initialized = count
        }
    }

    private mutating func key() throws(Damage) -> String {
        let number = try count()
        guard number > 0 else {
            let key = try text()
            keys.append(key)
            return key
        }
        guard number <= UInt64(keys.count) else { throw Damage(reason: "a key is unknown") }
        return keys[Int(number) - 1]
    }

    private mutating func text() throws(Damage) -> String {
        guard let text = String(validating: try slice(try length()), as: UTF8.self) else {
            throw Damage(reason: "a text is not valid UTF-8")
        }
        return text
    }

    /// Reads a count of items of at least one byte each, which therefore cannot exceed the number of remaining bytes.
    private mutating func length() throws(Damage) -> Int {
        guard let length = Int(exactly: try count()), length <= bytes.count - offset else {
            throw Damage(reason: "it ends too early")
        }
        return length
    }

    private mutating func count() throws(Damage) -> UInt64 {
        let start = offset
        guard let value = LEB128.read(bytes, at: &offset, maximumBytes: 10) else {
            throw Damage(reason: offset == start + 10 ? "a number is too large" : "it ends too early")
        }
        return value
    }

    private mutating func fixed<T: FixedWidthInteger & BitwiseCopyable>() throws(Damage) -> T {
        guard bytes.count - offset >= MemoryLayout<T>.size else { throw Damage(reason: "it ends too early") }
        defer { offset += MemoryLayout<T>.size }
        return T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
    }

    private mutating func slice(_ count: Int) throws(Damage) -> Slice<UnsafeRawBufferPointer> {
        guard count <= bytes.count - offset else { throw Damage(reason: "it ends too early") }
        defer { offset += count }
        return bytes[offset..<(offset + count)]
    }
}

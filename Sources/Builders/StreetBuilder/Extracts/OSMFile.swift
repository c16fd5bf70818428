import CLKOsmium
import Glibc
import LKGeocoding
import LKStorage
import LKStreets

/// A file of OpenStreetMap data, which is read from its beginning as often as needed.
///
/// PBF, o5m and XML, the latter also compressed with gzip or bzip2; the format is detected from the content. The objects may
/// come in any order.
struct OSMFile {
    /// Where the file is.
    let path: String
    /// The format, by libosmium's name.
    private let format: String
    /// The open file: libosmium opens its path again for each pass.
    private let input: OSMInput
    /// The file's name without its folder.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    /// The file's size, in bytes.
    let size: UInt64

    /// Creates a file after detecting its format.
    ///
    /// - Throws: `GeocodingError` with `dataUnreadable` if the file cannot be read, `inputInvalid` if it is of another kind.
    init(_ path: String) throws(GeocodingError) {
        self.path = path
        // A pipe without a writer would block.
        let descriptor: Int32
        do throws(TrustedPath.Refusal) { descriptor = try TrustedPath.openInput(path, O_NONBLOCK) } catch {
            throw GeocodingError(
                .dataUnreadable, complete: error.message("cannot read \(path)", opening: path), advice: error.advice(),
                underlying: error)
        }
        input = OSMInput(descriptor)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.unreadable(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw GeocodingError(
                .inputInvalid, "\(path) is not a regular file; OpenStreetMap data is read several times")
        }
        size = UInt64(status.st_size)
        var start = [UInt8](repeating: 0, count: ExtractFormat.signatureLength)
        let count = start.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw Self.unreadable(path, errno) }
        guard count > 0 else { throw GeocodingError(.inputInvalid, "\(path) is empty") }
        guard let format = ExtractFormat.name(of: start[..<count]) else {
            throw GeocodingError(
                .inputInvalid, "\(path) is not OpenStreetMap data; PBF, o5m and XML are read")
        }
        self.format = format
    }

    /// Kinds of objects.
    struct Kinds: OptionSet {
        let rawValue: Int
        static let nodes = Kinds(rawValue: Int(COSMIUM_NODE))
        static let ways = Kinds(rawValue: Int(COSMIUM_WAY))
        static let relations = Kinds(rawValue: Int(COSMIUM_RELATION))
    }

    /// Calls a closure with each object of these kinds, in the file's order.
    ///
    /// - Parameters:
    ///   - kinds: The objects that are wanted.
    ///   - body: Gets an object, which is valid for the call, and about how many bytes of the file have been read.
    /// - Returns: What the file's header states.
    /// - Throws: `GeocodingError` with `inputInvalid` if the file is damaged, and what the closure throws.
    @discardableResult
    func forEach(
        _ kinds: Kinds, _ body: (OSMObject, UInt64) throws(GeocodingError) -> Void
    ) throws(GeocodingError) -> OSMHeader {
        var failure = cosmium_failure()
        guard let reader = cosmium_open(input.path ?? path, format, Int32(kinds.rawValue), &failure) else {
            throw damaged(failure)
        }
        defer { cosmium_close(reader) }
        var object = cosmium_object()
        var (count, offset): (Int, UInt64) = (0, 0)
        while true {
            switch cosmium_next(reader, &object, &failure) {
            case 1:
                if count.isMultiple(of: 256) { offset = cosmium_offset(reader) }
                count += 1
                try body(OSMObject(object), offset)
            case 0:
                var header = OSMHeader()
                var box = cosmium_box()
                if cosmium_extent(reader, &box) != 0 { header.extent = OSMExtent(box) }
                header.timestamp = cosmium_timestamp(reader).map { String(cString: $0) }
                return header
            default: throw damaged(failure)
            }
        }
    }

    private func damaged(_ failure: cosmium_failure) -> GeocodingError {
        let words = withUnsafeBytes(of: failure.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return GeocodingError(.inputInvalid, "\(path) cannot be read as OpenStreetMap data: \(words)")
    }

    private static func unreadable(_ path: String, _ code: Int32) -> GeocodingError {
        GeocodingError(.dataUnreadable, "cannot read \(path): \(String(cString: strerror(code)))")
    }
}

/// An open file, closed with the last reference.
private final class OSMInput {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The kernel's path of the file, where no other user can place a link in the meantime; `nil` if `/proc` is missing.
    var path: String? {
        let path = "/proc/self/fd/\(descriptor)"
        return access(path, R_OK) == 0 ? path : nil
    }
}

/// A node, way or relation of a file, valid while the reader is at it.
struct OSMObject {
    private let object: cosmium_object

    fileprivate init(_ object: cosmium_object) { self.object = object }

    /// The number of the object among those of its kind; negative in files that were edited and not uploaded.
    var id: Int64 { object.id }

    var kind: Extract.Identity.Kind {
        switch Int(object.kind) {
        case Int(COSMIUM_NODE): .node
        case Int(COSMIUM_WAY): .way
        default: .relation
        }
    }

    /// A node's position; `nil` where the file has none or an impossible one.
    var point: OSMPoint? {
        object.longitude == COSMIUM_UNKNOWN ? nil : OSMPoint(latitude: object.latitude, longitude: object.longitude)
    }

    /// The object's tags.
    var tags: OSMTags { OSMTags(UnsafeRawBufferPointer(start: object.tags, count: object.tag_bytes)) }

    /// The identifiers of a way's nodes, in their order.
    var nodes: some RandomAccessCollection<Int64> {
        UnsafeBufferPointer(start: object.nodes, count: object.node_count).lazy.map(\.id)
    }

    /// A member of a relation.
    struct Member {
        /// The kind of object, as in ``OSMFile/Kinds``.
        let kind: OSMFile.Kinds
        let id: Int64
        let role: String
    }

    /// The members of a relation, in their order.
    var members: some RandomAccessCollection<Member> {
        UnsafeBufferPointer(start: object.members, count: object.member_count).lazy.map {
            Member(kind: OSMFile.Kinds(rawValue: Int($0.kind)), id: $0.id, role: String(cString: $0.role))
        }
    }
}

/// The tags of an object: pairs of keys and values, valid while the reader is at it.
struct OSMTags: Sequence {
    /// Keys and values in turn, each ended by a zero byte.
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isEmpty: Bool { bytes.isEmpty }

    /// Returns the value of a key, or `nil` if it is missing or empty.
    subscript(key: StaticString) -> String? {
        let wanted = UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        for (key, value) in self
        where key.count == wanted.count && memcmp(key.baseAddress!, wanted.baseAddress!, key.count) == 0 {
            return value.isEmpty ? nil : Self.text(value)
        }
        return nil
    }

    /// Longest value kept, in bytes.
    ///
    /// OpenStreetMap's limit is 255 characters.
    static let maximumValueLength = 1024

    /// Returns a value as text, truncated if it is absurdly long.
    static func text(_ value: UnsafeRawBufferPointer) -> String {
        String(decoding: value.prefix(maximumValueLength), as: UTF8.self)
    }

    func makeIterator() -> Iterator { Iterator(rest: bytes) }

    struct Iterator: IteratorProtocol {
        fileprivate var rest: UnsafeRawBufferPointer

        mutating func next() -> (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)? {
            guard let key = text(), let value = text() else { return nil }
            return (key, value)
        }

        private mutating func text() -> UnsafeRawBufferPointer? {
            guard let start = rest.baseAddress, let end = memchr(start, 0, rest.count) else { return nil }
            let count = UnsafeRawPointer(end) - start
            rest = UnsafeRawBufferPointer(rebasing: rest[(count + 1)...])
            return UnsafeRawBufferPointer(start: start, count: count)
        }
    }
}

/// What the header of a file states.
struct OSMHeader {
    var extent: OSMExtent?
    /// The time of the data, in ISO 8601.
    var timestamp: String?
}

/// A rectangle in units of 1e-7 degrees; one that crosses the date line has its west east of its east.
struct OSMExtent: Hashable {
    var south: Int32
    var west: Int32
    var north: Int32
    var east: Int32
}

extension OSMExtent {
    fileprivate init(_ box: cosmium_box) {
        self.init(south: box.south, west: box.west, north: box.north, east: box.east)
    }
}

extension Extract.Identity.Kind {
    /// Creates the kind of a member, or returns `nil` for a combination.
    init?(_ kinds: OSMFile.Kinds) {
        switch kinds {
        case .nodes: self = .node
        case .ways: self = .way
        case .relations: self = .relation
        default: return nil
        }
    }
}

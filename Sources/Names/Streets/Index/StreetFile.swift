import Glibc
import LKFormats
import LKGeocoding

extension MappedFile {
    /// Creates a mapping of a street index.
    convenience init(streets path: String) throws(GeocodingError) {
        try self.init(data: path, kind: ".streets", remedy: "import it again")
    }
}

/// The sections of an index (`Docs/Formats/Streets.md`), each with all of its records inside the file.
///
/// Indices inside the records are not checked before they are used: every reader of one gets `nil` for a record that does not
/// exist, so that a damaged file leads to a wrong answer or none.
struct StreetLayout {
    let texts: StreetRecords
    let names: StreetRecords
    let languages: StreetRecords
    let points: StreetRecords
    let rings: StreetRecords
    let streets: StreetRecords
    let pieces: StreetRecords
    let houses: StreetRecords
    let localities: StreetRecords
    let interests: StreetRecords
    let areas: StreetRecords
    let settlements: StreetRecords
    /// Where the houses of each street begin in ``houseList``, and the end of the last one.
    let houseRuns: StreetRecords
    let houseList: StreetRecords
    let words: StreetRecords
    let postings: StreetRecords
    let meta: StreetRecords
    /// Over the pieces of streets, then the houses.
    let fronts: BoxTree
    let areaTree: BoxTree
    let settlementTree: BoxTree
    /// Every section of the file with its tag, including unknown ones.
    let all: [(tag: String, section: SectionedFile.Section)]

    /// Reads header and section table.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: Its name in messages.
    /// - Throws: `GeocodingError` with `dataDamaged` or `dataUnsupported`.
    init(_ bytes: UnsafeRawBufferPointer, name: String) throws(GeocodingError) {
        func damaged(_ what: String) -> GeocodingError {
            GeocodingError(.dataDamaged, "\(name) is damaged: \(what)", advice: "import it again")
        }
        let file = try SectionedFile(
            data: bytes, StreetFormat.kind, name: name, remedy: "import it again", update: "import it again")
        all = file.sections
        var found: [StreetSection: SectionedFile.Section] = [:]
        for (tag, section) in file.sections {
            guard let known = StreetSection(rawValue: tag) else { continue }
            guard section.recordSize == known.recordSize, found.updateValue(section, forKey: known) == nil else {
                throw damaged("its section \(tag) is wrong")
            }
        }
        func records(_ section: StreetSection) throws(GeocodingError) -> StreetRecords {
            guard let found = found[section] else { throw damaged("its section \(section.rawValue) is missing") }
            let content = UnsafeRawBufferPointer(rebasing: bytes[found.offset..<found.offset + found.length])
            return StreetRecords(content, size: found.recordSize)
        }
        func tree(_ section: StreetSection, _ count: Int) throws(GeocodingError) -> BoxTree {
            guard let tree = BoxTree(try records(section).bytes, count: count) else {
                throw damaged("its tree \(section.rawValue) does not fit what it is about")
            }
            return tree
        }
        texts = try records(.texts)
        names = try records(.names)
        languages = try records(.languages)
        points = try records(.points)
        rings = try records(.rings)
        streets = try records(.streets)
        pieces = try records(.pieces)
        houses = try records(.houses)
        localities = try records(.localities)
        interests = try records(.interests)
        areas = try records(.areas)
        settlements = try records(.settlements)
        houseRuns = try records(.houseRuns)
        houseList = try records(.houseList)
        words = try records(.words)
        postings = try records(.postings)
        meta = try records(.meta)
        fronts = try tree(.frontTree, pieces.count + houses.count)
        areaTree = try tree(.areaTree, areas.count)
        settlementTree = try tree(.settlementTree, settlements.count)
    }
}

/// The records of a section.
struct StreetRecords {
    let bytes: UnsafeRawBufferPointer
    let size: Int
    let count: Int

    init(_ bytes: UnsafeRawBufferPointer, size: Int) {
        self.bytes = bytes
        self.size = size
        count = bytes.count / size
    }

    /// A record, whose fields are read by their offsets, all below the record's size.
    struct Record {
        fileprivate let start: UnsafeRawPointer

        @inline(__always) func uint32(_ offset: Int) -> UInt32 {
            UInt32(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        @inline(__always) func uint16(_ offset: Int) -> UInt16 {
            UInt16(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
        }
        @inline(__always) func uint64(_ offset: Int) -> UInt64 {
            UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        @inline(__always) func byte(_ offset: Int) -> UInt8 { start.load(fromByteOffset: offset, as: UInt8.self) }
        @inline(__always) func point(_ offset: Int) -> OSMPoint {
            OSMPoint(latitude: Int32(bitPattern: uint32(offset)), longitude: Int32(bitPattern: uint32(offset + 4)))
        }
        @inline(__always) func box(_ offset: Int) -> GridBox {
            let (low, high) = (point(offset), point(offset + 8))
            return GridBox(south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude)
        }
        /// Returns the index at an offset, or `nil` for none.
        @inline(__always) func index(_ offset: Int) -> Int? {
            let value = uint32(offset)
            return value == StreetFormat.none ? nil : Int(value)
        }
    }

    /// Returns the record at an index, or `nil` if it does not exist.
    @inline(__always) subscript(_ index: Int) -> Record? {
        guard index >= 0, index < count, let start = bytes.baseAddress else { return nil }
        return Record(start: start + index * size)
    }

    /// Returns a run of positions; empty unless the file contains all of it.
    @inline(__always) func span(_ first: Int, _ count: Int) -> PointSpan {
        guard first >= 0, count > 0, first <= self.count, count <= self.count - first, let start = bytes.baseAddress
        else {
            return PointSpan(start: nil, count: 0)
        }
        return PointSpan(start: start + first * size, count: count)
    }
}

/// The points of a line or ring, in the file.
struct PointSpan: RandomAccessCollection {
    fileprivate let start: UnsafeRawPointer?
    let count: Int

    fileprivate init(start: UnsafeRawPointer?, count: Int) {
        self.start = start
        self.count = count
    }

    var startIndex: Int { 0 }
    var endIndex: Int { count }

    @inline(__always) subscript(index: Int) -> OSMPoint {
        precondition(index >= 0 && index < count)
        let raw = UInt64(
            littleEndian: start.unsafelyUnwrapped.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        return OSMPoint(
            latitude: Int32(truncatingIfNeeded: raw), longitude: Int32(truncatingIfNeeded: raw >> 32))
    }
}

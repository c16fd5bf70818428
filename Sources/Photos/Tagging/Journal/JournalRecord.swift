import LKMetadata
import LKPlanning
import LKStorage

/// A change of a file, with the patch that undoes it.
struct JournalChange: Sendable, Hashable {
    /// How it was done, which decides how it is undone.
    enum Kind: UInt8, Sendable {
        /// A new file replaced it.
        case replaced = 0
        /// Its bytes were overwritten in place, and others appended.
        case inPlace = 1
        /// The file did not exist before.
        case created = 2
    }

    /// The sequence number in the journal, from 1.
    var number: UInt32 = 0
    /// The identifier of the run.
    var run: UInt64 = 0
    var kind: Kind
    /// The stamp of the old file; all zero for a created file.
    var stamp: PhotoStamp
    /// The checksum of the whole old content; 0 for a change in place.
    var oldSum: UInt64 = 0
    /// The checksum of the new bytes in order; for a created file, of its whole content.
    var newSum: UInt64 = 0
    /// The file's name in the folder of the journal.
    var name: String
    /// The patch that turns the new content back into the old.
    var inverse: FilePatch
    /// The new bytes for each splice of `inverse`; only for a change in place.
    var newBytes: [[UInt8]] = []

    /// The size of the new file in bytes.
    var newCount: Int { inverse.oldCount }
}

/// A file moved or copied into a folder, and where it was before.
struct JournalMove: Sendable, Hashable {
    /// How it was done, which decides how it is undone.
    enum Way: UInt8, Sendable {
        /// The file itself was renamed.
        case renamed = 0
        /// It was copied from another file system and then removed there.
        case transferred = 1
        /// It was copied; the original still exists.
        case copied = 2
    }

    /// The sequence number in the journal, from 1, together with changes.
    var number: UInt32 = 0
    /// The identifier of the run.
    var run: UInt64 = 0
    /// The number of the first file of the same photo, which all of its files share.
    var group: UInt32 = 0
    var way: Way
    /// The stamp of the file in its former folder.
    var stamp: PhotoStamp
    /// The checksum of the content; 0 for a renamed file.
    var sum: UInt64 = 0
    /// The inode of the journal's folder; if it differs, the folder is a copy, and files are not moved out of it.
    var folder: UInt64
    /// The inode of the folder where the file was.
    var formerFolder: UInt64
    /// The file's name in the folder of the journal.
    var name: String
    /// The absolute path of the file before.
    var formerPath: String
}

/// A row of a journal.
enum JournalRecord: Sendable, Hashable {
    /// A run begins to change photos of the folder: its identifier and start.
    case run(UInt64, began: Int64)
    /// A photo is about to be changed.
    case change(JournalChange)
    /// A change was abandoned before it was made.
    case leftOut(UInt32)
    /// A change was undone.
    case undone(UInt32)
    /// A change in place is complete; the file's new modification time, or `min` when it is about to be undone.
    case madeInPlace(UInt32, modified: Int64)
    /// A file is about to be moved or copied into the folder.
    case move(JournalMove)
    /// A file is in the folder, durably.
    case moved(UInt32)
    /// A run created the folder and its parents, `levels` folders in all.
    case madeFolders(UInt64, levels: UInt16)
    /// The records that follow are written in this folder.
    case section(JournalSection)
}

extension JournalRecord {
    /// Whether it says that a change was undone, abandoned, or is about to be undone.
    var tellsOfUndo: Bool {
        switch self {
        case .undone, .leftOut, .madeInPlace(_, .min): true
        default: false
        }
    }
}

/// Where the records that follow were written, and the random number that their authentication codes contain.
struct JournalSection: Sendable, Hashable {
    /// The number of bytes of ``number``.
    static let numberCount = 16

    /// 16 random bytes.
    var number: [UInt8]
    /// The inode number of the folder.
    var inode: UInt64
    /// The identifier of its file system.
    var fileSystem: UInt64
    /// The absolute path of the folder, without symbolic links.
    var path: String

    /// Creates a section of a folder, with a new number.
    init(in folder: FolderHandle) {
        self.init(
            number: (0..<Self.numberCount).map { _ in .random(in: 0 ... .max) }, inode: folder.inode,
            fileSystem: FileSystemKind(of: folder.descriptor).identifier, path: folder.realPath)
    }

    init(number: [UInt8], inode: UInt64, fileSystem: UInt64, path: String) {
        (self.number, self.inode, self.fileSystem, self.path) = (number, inode, fileSystem, path)
    }

    /// Returns whether a folder is the one where the records were written, and not a copy of it.
    ///
    /// A folder that was renamed is the same. Where folders have no lasting numbers, as on a card, or file systems have no
    /// lasting identifier, it is the one at the same path.
    func isWritten(in folder: FolderHandle) -> Bool {
        let kind = FileSystemKind(of: folder.descriptor)
        guard kind.keepsInodes else { return folder.realPath == path }
        return folder.inode == inode && (kind.identifier == fileSystem || folder.realPath == path)
    }
}

/// Writes numbers, little-endian.
struct JournalWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// Appends text preceded by its length.
    mutating func append(_ text: String) {
        append(UInt16(clamping: text.utf8.count))
        bytes += text.utf8
    }
}

/// Reads numbers, little-endian; `nil` beyond the end.
struct JournalReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        guard let bytes = bytes(Number.bitWidth / 8) else { return nil }
        return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
    }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return [UInt8](rest.prefix(count))
    }

    /// Reads a byte count or byte offset.
    mutating func count() -> Int? { number(UInt64.self).flatMap { $0 <= 1 << 60 ? Int($0) : nil } }

    /// Reads bytes preceded by their count, without copying them.
    mutating func counted() -> ArraySlice<UInt8>? {
        guard let count = number(UInt32.self).map({ Int($0) }), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

extension JournalRecord {
    /// The bytes of the record, without its frame.
    var bytes: [UInt8] {
        var writer = JournalWriter()
        switch self {
        case .run(let run, let began):
            writer.append(UInt8(1))
            writer.append(run)
            writer.append(began)
        case .change(let change):
            writer.append(UInt8(2))
            change.write(to: &writer)
        case .leftOut(let number):
            writer.append(UInt8(3))
            writer.append(number)
        case .undone(let number):
            writer.append(UInt8(4))
            writer.append(number)
        case .madeInPlace(let number, let modified):
            writer.append(UInt8(5))
            writer.append(number)
            writer.append(modified)
        case .move(let move):
            writer.append(UInt8(6))
            move.write(to: &writer)
        case .moved(let number):
            writer.append(UInt8(7))
            writer.append(number)
        case .madeFolders(let run, let levels):
            writer.append(UInt8(8))
            writer.append(run)
            writer.append(levels)
        case .section(let section):
            writer.append(UInt8(9))
            writer.append(section.number)
            writer.append(section.inode)
            writer.append(section.fileSystem)
            writer.append(section.path)
        }
        return writer.bytes
    }

    /// Reads a record; `nil` for an unknown kind or invalid values.
    ///
    /// - Parameters:
    ///   - bytes: The record, without its frame.
    ///   - isOutline: Whether a change is left without the bytes of its file, which can be hundreds of megabytes: its
    ///     patch then changes nothing.
    init?(_ bytes: ArraySlice<UInt8>, isOutline: Bool = false) {
        var reader = JournalReader(bytes)
        switch reader.number(UInt8.self) {
        case 1:
            guard let run: UInt64 = reader.number(), let began: Int64 = reader.number() else { return nil }
            self = .run(run, began: began)
        case 2:
            guard let change = JournalChange(&reader, isOutline: isOutline) else { return nil }
            self = .change(change)
        case 3:
            guard let number: UInt32 = reader.number() else { return nil }
            self = .leftOut(number)
        case 4:
            guard let number: UInt32 = reader.number() else { return nil }
            self = .undone(number)
        case 5:
            guard let number: UInt32 = reader.number(), let modified: Int64 = reader.number() else { return nil }
            self = .madeInPlace(number, modified: modified)
        case 6:
            guard let move = JournalMove(&reader) else { return nil }
            self = .move(move)
        case 7:
            guard let number: UInt32 = reader.number() else { return nil }
            self = .moved(number)
        case 8:
            guard let run: UInt64 = reader.number(), let levels: UInt16 = reader.number() else { return nil }
            self = .madeFolders(run, levels: levels)
        case 9:
            guard let number = reader.bytes(JournalSection.numberCount), let inode: UInt64 = reader.number(),
                let fileSystem: UInt64 = reader.number(), let path = reader.text()
            else { return nil }
            self = .section(JournalSection(number: number, inode: inode, fileSystem: fileSystem, path: path))
        default: return nil
        }
    }
}

extension JournalChange {
    fileprivate func write(to writer: inout JournalWriter) {
        writer.append(number)
        writer.append(run)
        writer.append(kind.rawValue)
        writer.append(stamp.device)
        writer.append(stamp.inode)
        for number in [stamp.size, stamp.modified, stamp.changed] { writer.append(number) }
        writer.append(oldSum)
        writer.append(UInt64(newCount))
        writer.append(newSum)
        writer.append(name)
        writer.append(UInt32(inverse.splices.count))
        for splice in inverse.splices {
            writer.append(UInt64(splice.range.lowerBound))
            writer.append(UInt64(splice.range.count))
            writer.append(UInt32(splice.bytes.count))
            writer.append(splice.bytes)
        }
        for bytes in newBytes {
            writer.append(UInt32(bytes.count))
            writer.append(bytes)
        }
    }

    fileprivate init?(_ reader: inout JournalReader, isOutline: Bool) {
        guard let number: UInt32 = reader.number(), let run: UInt64 = reader.number(),
            let kind = reader.number(UInt8.self).flatMap(Kind.init(rawValue:)),
            let device: UInt64 = reader.number(), let inode: UInt64 = reader.number(),
            let size = reader.count(), let modified: Int64 = reader.number(), let changed: Int64 = reader.number(),
            let oldSum: UInt64 = reader.number(), let newCount = reader.count(), let newSum: UInt64 = reader.number(),
            let length: UInt16 = reader.number(), let name = reader.bytes(Int(length)),
            let text = String(validating: name, as: UTF8.self), JournalName.isValid(text),
            let count: UInt32 = reader.number()
        else { return nil }
        var splices: [(range: Range<Int>, bytes: ArraySlice<UInt8>)] = []
        for _ in 0..<count {
            guard let start = reader.count(), let length = reader.count(), let bytes = reader.counted() else {
                return nil
            }
            splices.append((start..<start + length, bytes))
        }
        let kept = splices.map { FilePatch.Splice(range: $0.range, bytes: isOutline ? [] : Array($0.bytes)) }
        guard let inverse = FilePatch(oldCount: newCount, splices: kept) else { return nil }
        let restoredCount = splices.reduce(newCount) { $0 - $1.range.count + $1.bytes.count }
        self.init(
            number: number, run: run, kind: kind,
            stamp: PhotoStamp(device: device, inode: inode, size: Int64(size), modified: modified, changed: changed),
            oldSum: oldSum, newSum: newSum, name: text,
            inverse: isOutline ? FilePatch(oldCount: newCount) : inverse)
        // An inconsistent record would restore a file that never existed.
        guard kind == .created || restoredCount == size else { return nil }
        guard kind == .inPlace else { return }
        for splice in splices {
            guard let bytes = reader.counted(), bytes.count == splice.range.count else { return nil }
            let isAtEnd = splice.range.lowerBound == size && splice.bytes.isEmpty
            guard isAtEnd || splice.range.upperBound <= size && splice.bytes.count == bytes.count else { return nil }
            if !isOutline { newBytes.append(Array(bytes)) }
        }
    }
}

extension JournalMove {
    fileprivate func write(to writer: inout JournalWriter) {
        writer.append(number)
        writer.append(run)
        writer.append(group)
        writer.append(way.rawValue)
        for number in [stamp.device, stamp.inode] { writer.append(number) }
        for number in [stamp.size, stamp.modified, stamp.changed] { writer.append(number) }
        for number in [sum, folder, formerFolder] { writer.append(number) }
        for text in [name, formerPath] { writer.append(text) }
    }

    fileprivate init?(_ reader: inout JournalReader) {
        guard let number: UInt32 = reader.number(), let run: UInt64 = reader.number(),
            let group: UInt32 = reader.number(), let way = reader.number(UInt8.self).flatMap(Way.init(rawValue:)),
            let device: UInt64 = reader.number(), let inode: UInt64 = reader.number(),
            let size = reader.count(), let modified: Int64 = reader.number(), let changed: Int64 = reader.number(),
            let sum: UInt64 = reader.number(), let folder: UInt64 = reader.number(),
            let formerFolder: UInt64 = reader.number(),
            let name = reader.text(), JournalName.isValid(name), let formerPath = reader.text(),
            JournalName.isPath(formerPath)
        else { return nil }
        self.init(
            number: number, run: run, group: group, way: way,
            stamp: PhotoStamp(device: device, inode: inode, size: Int64(size), modified: modified, changed: changed),
            sum: sum, folder: folder, formerFolder: formerFolder, name: name, formerPath: formerPath)
    }
}

extension JournalReader {
    /// Reads text preceded by its length.
    fileprivate mutating func text() -> String? {
        guard let length: UInt16 = number(), let bytes = bytes(Int(length)) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

/// Validates names in journals: a crafted journal must not lead out of its folder.
enum JournalName {
    /// Returns whether a text is the name of a file in a folder.
    static func isValid(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }

    /// Returns whether a text is the absolute path of a file, without `.` and `..`.
    static func isPath(_ path: String) -> Bool {
        guard path.hasPrefix("/"), path.utf8.count <= 4096 else { return false }
        return path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
            isValid(String($0))
        }
    }
}

import FoundationEssentials
import LKFormats
import LKStorage

/// The content of an archive's file, described in `Docs/Formats/Archive.md`.
struct ArchiveFile {
    /// The encoding of the payload.
    enum Kind: UInt8 {
        case codedValue = 1
        case keyedArchive = 2
    }

    private static let magic: [UInt8] = Array("LKARCHV".utf8) + [0]
    private static let formatVersion: UInt16 = 1
    private static let headerLength = 32
    private static let sumLength = 4
    private static let maximumTypeName = 4096

    let kind: Kind
    let version: Int
    let typeName: String
    let payload: Data

    init(kind: Kind, version: Int, typeName: String, payload: Data) {
        precondition(version >= 0, "versions of data begin with 0")
        self.kind = kind
        self.version = version
        // Truncated between characters.
        var name = typeName
        while name.utf8.count > Self.maximumTypeName { name.removeLast() }
        self.typeName = name
        self.payload = payload
    }

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - data: All of the file.
    ///   - path: The file's path, for messages.
    /// - Throws: `StorageError.Code.corrupt`, `StorageError.Code.newerVersion`.
    init(_ data: Data, _ path: String) throws(StorageError) {
        func damaged(_ reason: String) -> StorageError {
            .damaged(path, reason)
        }
        let length = data.count
        guard data.starts(with: Self.magic) else { throw damaged("it does not begin like an archive") }
        guard length >= Self.headerLength + Self.sumLength else { throw damaged("it ends too early") }
        func number<T: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> T {
            data.withUnsafeBytes { T(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: T.self)) }
        }
        let end = length - Self.sumLength
        let sum = data.withUnsafeBytes { CRC32.of(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
        guard sum == number(at: end) else { throw damaged("its checksum is wrong") }
        let format: UInt16 = number(at: 8)
        guard format <= Self.formatVersion else {
            throw StorageError(
                .newerVersion, "\(path) has version \(format) of the format",
                advice: "use a newer version of the program")
        }
        let nameLength: UInt32 = number(at: 12)
        guard format == Self.formatVersion, let kind = Kind(rawValue: number(at: 10)), data[data.startIndex + 11] == 0,
            nameLength <= Self.maximumTypeName, let version = Int(exactly: number(at: 16) as UInt64),
            UInt64(length) == number(at: 24) as UInt64 &+ UInt64(nameLength)
                &+ UInt64(Self.headerLength + Self.sumLength),
            Self.headerLength + Int(nameLength) <= end
        else { throw damaged("its header is not valid") }
        let payload = data.startIndex + Self.headerLength + Int(nameLength)
        guard
            let typeName = String(
                validating: data[(data.startIndex + Self.headerLength)..<payload], as: UTF8.self)
        else { throw damaged("the type's name is not valid UTF-8") }
        self.kind = kind
        self.version = version
        self.typeName = typeName
        self.payload = data[payload..<(data.startIndex + end)]
    }

    /// Returns the whole file.
    func bytes() -> Data {
        let name = Array(typeName.utf8)
        var data = Data(capacity: Self.headerLength + name.count + payload.count + Self.sumLength)
        func append(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
        }
        data.append(contentsOf: Self.magic)
        append(Self.formatVersion)
        append(kind.rawValue)
        append(UInt8(0))
        append(UInt32(name.count))
        append(UInt64(version))
        append(UInt64(payload.count))
        data.append(contentsOf: name)
        data.append(payload)
        append(data.withUnsafeBytes { CRC32.of($0) })
        return data
    }
}

extension StorageError {
    /// Returns the error for an archive with invalid bytes.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - reason: What is wrong with it.
    /// - Returns: The error, with advice.
    static func damaged(_ path: String, _ reason: String) -> StorageError {
        StorageError(.corrupt, "\(path) is damaged: \(reason)", advice: "replace it with a copy, or remove it")
    }
}

/// Encodes and decodes the value of an archive.
enum ArchivePayload {
    /// Encodes a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: Its key, for messages.
    /// - Returns: The payload's bytes.
    /// - Throws: `StorageError.Code.notEncodable`.
    static func bytes(of value: some Encodable, _ key: ArchiveKey) throws(StorageError) -> Data {
        let coded: CodedValue
        do {
            coded = try CodedValueEncoder.encode(value, at: .top)
        } catch {
            throw StorageError(
                .notEncodable, "the value for \"\(key.name)\" cannot be encoded: \(CodingErrorText(error))",
                underlying: error)
        }
        guard let bytes = CodedValueWriter.bytes(coded) else {
            throw StorageError(
                .notEncodable, "the value for \"\(key.name)\" is nested more than \(CodedValue.maximumDepth) deep")
        }
        return Data(bytes)
    }

    /// Returns the value as a tree.
    ///
    /// - Parameters:
    ///   - data: The payload's bytes.
    ///   - path: The file, for messages.
    /// - Returns: The tree.
    /// - Throws: `StorageError.Code.corrupt`.
    static func value(_ data: Data, _ path: String) throws(StorageError) -> CodedValue {
        let result = data.withUnsafeBytes { bytes in
            Result { () throws(CodedValueReader.Damage) in try CodedValueReader.value(bytes) }
        }
        switch result {
        case .success(let value): return value
        case .failure(let damage):
            throw .damaged(path, damage.reason)
        }
    }
}

/// EXIF as containers hold it: some programs put the name of JPEG's segment before it.
enum EXIFPayload {
    private static let nameLength = 6

    /// How many bytes stand before the structure.
    ///
    /// - Parameter bytes: The payload.
    /// - Returns: The length of the name, which a few programs write in capitals.
    static func prefix(of bytes: some Collection<UInt8>) -> Int {
        let isNamed = bytes.starts(with: "Exif\0".utf8) || bytes.starts(with: "EXIF\0".utf8)
        return isNamed ? nameLength : 0
    }

    /// The payload as an edit makes it, or `nil` when nothing changes.
    static func edited(_ payload: [UInt8], by edit: MetadataEdit) throws(EditRefusal) -> [UInt8]? {
        let skipped = min(prefix(of: payload), payload.count)
        return try EXIFEditing.edited(Array(payload[skipped...]), by: edit).map { Array(payload[..<skipped]) + $0 }
    }
}

/// The beginning of a TIFF structure.
enum TIFFSignature {
    static func starts(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A])
    }
}

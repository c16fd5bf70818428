import FoundationEssentials

/// The coded value in an archive.
enum ArchivePayload {
    /// Encodes a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: Its key, for messages.
    /// - Returns: The payload's bytes.
    /// - Throws: ``PersistenceError/Code/notEncodable``.
    static func bytes(of value: some Encodable, _ key: ArchiveKey) throws(PersistenceError) -> Data {
        let coded: CodedValue
        do {
            coded = try CodedValueEncoder.encode(value, at: .top)
        } catch {
            throw PersistenceError(
                .notEncodable, "the value for \"\(key.name)\" cannot be encoded: \(CodingErrorText(error))")
        }
        guard let bytes = CodedValueWriter.bytes(coded) else {
            throw PersistenceError(
                .notEncodable, "the value for \"\(key.name)\" is nested more than \(CodedValue.maximumDepth) deep")
        }
        return Data(bytes)
    }

    /// The value as a tree.
    ///
    /// - Parameters:
    ///   - data: The payload's bytes.
    ///   - path: The file, for messages.
    /// - Returns: The tree.
    /// - Throws: ``PersistenceError/Code/corrupt``.
    static func value(_ data: Data, _ path: String) throws(PersistenceError) -> CodedValue {
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

package import FoundationEssentials
public import LKStorage

/// An archive of an older version of the program, for its migration.
public struct OlderArchive: Sendable {
    private let file: ArchiveFile
    private let path: String

    init(_ file: ArchiveFile, _ path: String) {
        self.file = file
        self.path = path
    }

    /// The version given when it was archived.
    public var version: Int { file.version }
    /// The name of the archived type at that time.
    public var typeName: String { file.typeName }

    /// Reads the value as the older version's type.
    ///
    /// - Parameter type: The type as in the older version.
    /// - Returns: The value.
    /// - Throws: `StorageError.Code.wrongType`, `StorageError.Code.corrupt`.
    public func decode<Value: Decodable>(_ type: Value.Type) throws(StorageError) -> Value {
        guard file.kind == .codedValue else { throw refusal("an object; read it with unarchiveObject", Value.self) }
        let coded = try ArchivePayload.value(file.payload, path)
        do {
            return try CodedValueDecoder.decode(coded, as: Value.self, at: .top)
        } catch {
            // An error thrown by the type itself is more precise.
            throw refusal(error, Value.self)
        }
    }

    /// Reads the object.
    ///
    /// - Parameters:
    ///   - type: Its class.
    ///   - decode: Decodes the object with `NSKeyedUnarchiver`.
    /// - Returns: The object.
    /// - Throws: `StorageError.Code.wrongType`, also for what `decode` throws.
    package func object<Object>(
        of type: Object.Type, decode: (Data) throws -> Any?
    ) throws(StorageError) -> Object {
        guard file.kind == .keyedArchive else { throw refusal("no object; read it with unarchive", Object.self) }
        let result: Any?
        do { result = try decode(file.payload) } catch { throw refusal(error, Object.self) }
        guard let object = result as? Object else { throw refusal("it is another object", Object.self) }
        return object
    }

    func migrated<Value>(by migrate: (OlderArchive) throws -> Value) throws(StorageError) -> Value {
        do {
            return try migrate(self)
        } catch {
            if let error = error as? StorageError { throw error }
            throw refusal(error, Value.self, "its migration failed: ")
        }
    }

    private func refusal(_ reason: String, _ type: Any.Type) -> StorageError {
        StorageError(.wrongType, "\(path) holds \(typeName), version \(version), and no \(type): \(reason)")
    }

    /// Returns the error that reports what a type's initializer or a migration threw.
    private func refusal(_ error: any Error, _ type: Any.Type, _ what: String = "") -> StorageError {
        let own = error as? StorageError
        return StorageError(
            own?.code ?? .wrongType, complete: refusal(what + "\(CodingErrorText(error))", type).message,
            advice: own?.advice, underlying: error)
    }
}

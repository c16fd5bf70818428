import FoundationEssentials
import LKFormats
import LKStorage

/// The files of an archiver.
struct ArchiveStore {
    private static let lockName = ".lock"
    /// The maximum size of a file in bytes, for reading and writing.
    private static let maximumLength = Int(Int32.max)

    let folder: String

    /// Returns the folder of a program in `base`, or in one of the user's folders.
    static func folder(
        of application: String, in base: URL?, else standard: StandardFolder
    ) throws(StorageError) -> URL {
        guard !application.isEmpty, application != ".", application != "..", application.utf8.count <= 255,
            !application.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
        else {
            throw StorageError(
                .invalidKey, "\(application.debugDescription) is not a folder name",
                advice: "choose one without slashes")
        }
        let base = if let base { base } else { URL(filePath: try standard.path(), directoryHint: .isDirectory) }
        return base.appending(path: application, directoryHint: .isDirectory)
    }

    /// Opens the folder; `nil` if it is missing and is not created.
    private func open(creating: Bool) throws(StorageError) -> Folder? {
        // A URL that is not a file's would be taken for a path in the working folder.
        guard folder.hasPrefix("/") else {
            throw StorageError(
                .system, "\(folder) is not a folder on this machine", advice: "give the archiver the URL of a folder")
        }
        return try Folder.open(folder, creating: creating)
    }

    func path(of key: ArchiveKey) -> String { ([folder] + key.folders + [key.file]).joined(separator: "/") }

    func exists(_ key: ArchiveKey) throws(StorageError) -> Bool {
        try reading(key) { (folder) throws(StorageError) in folder.hasFile(key.file) } ?? false
    }

    /// Reads the archive under a key, up to a version.
    ///
    /// - Throws: `StorageError.Code.corrupt`, `StorageError.Code.newerVersion` and the errors of the files.
    func read(_ key: ArchiveKey, upTo version: Int) throws(StorageError) -> OlderArchive? {
        let bytes = try reading(key) { (folder) throws(StorageError) in
            try folder.read(key.file, maximumSize: Self.maximumLength)
        }
        guard let bytes = bytes ?? nil else { return nil }
        let path = path(of: key)
        let file = try ArchiveFile(bytes, path)
        guard file.version <= version else {
            throw StorageError(
                .newerVersion,
                "\(path) has version \(file.version) of its data and this call knows none after \(version);"
                    + " state version: in the call, or use a newer version of the program")
        }
        return OlderArchive(file, path)
    }

    func write(_ file: ArchiveFile, _ key: ArchiveKey) throws(StorageError) {
        let bytes = file.bytes()
        guard bytes.count <= Self.maximumLength else {
            throw StorageError(
                .notEncodable, "the value for \"\(key.name)\" has more than the \(Self.maximumLength) bytes allowed")
        }
        try naming(key) { () throws(StorageError) in
            guard let top = try open(creating: true) else { return }
            let lock = try FileLock(Self.lockName, in: top)
            try Self.write(bytes, key, key.folders[...], in: top)
            _ = consume lock
        }
    }

    func remove(_ key: ArchiveKey) throws(StorageError) -> Bool {
        try naming(key) { () throws(StorageError) in
            guard let top = try open(creating: false) else { return false }
            let lock = try FileLock(Self.lockName, in: top)
            let wasThere = try Self.remove(key, key.folders[...], in: top)
            _ = consume lock
            return wasThere
        }
    }

    private static func write(
        _ bytes: Data, _ key: ArchiveKey, _ rest: ArraySlice<String>, in folder: borrowing Folder
    ) throws(StorageError) {
        guard let name = rest.first else { return try folder.replace(key.file, with: bytes) }
        guard let inner = try folder.folder(name, creating: true) else { return }
        do {
            try write(bytes, key, rest.dropFirst(), in: inner)
        } catch {
            folder.removeFolderIfEmpty(name)
            throw error
        }
    }

    private static func remove(
        _ key: ArchiveKey, _ rest: ArraySlice<String>, in folder: borrowing Folder
    ) throws(StorageError) -> Bool {
        guard let name = rest.first else {
            folder.removeTemporary(of: key.file)
            return try folder.remove(key.file)
        }
        guard let inner = try folder.folder(name, creating: false) else { return false }
        let wasThere = try remove(key, rest.dropFirst(), in: inner)
        folder.removeFolderIfEmpty(name)
        return wasThere
    }

    /// Opens the folders of a key's file; returns `nil` if one of them is missing.
    private func reading<Result>(
        _ key: ArchiveKey, _ body: (borrowing Folder) throws(StorageError) -> Result
    ) throws(StorageError) -> Result? {
        try naming(key) { () throws(StorageError) -> Result? in
            guard var current = try open(creating: false) else { return nil }
            for name in key.folders {
                guard let inner = try current.folder(name, creating: false) else { return nil }
                current = inner
            }
            return try body(current)
        }
    }

    /// Adds the key to errors about keys.
    private func naming<Result>(
        _ key: ArchiveKey, _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        do {
            return try body()
        } catch {
            guard error.code == .invalidKey else { throw error }
            var named = error
            named.message = "the key \"\(key.name)\": \(error.message)"
            throw named
        }
    }
}

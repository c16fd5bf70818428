import CLinux
public import Foundation
import Glibc
@_exported public import Storage

/// Gives a new file the owner, rights and extended attributes (access control lists among them) of the one that it replaces.
enum FileAttributes {
    /// Copies all of them.
    ///
    /// - Parameters:
    ///   - source: The old file.
    ///   - status: What the system says of it.
    ///   - target: The new file.
    ///   - path: The old file for messages.
    /// - Throws: ``TaggingError/Code/unsafe`` where one cannot be kept.
    static func copy(from source: Int32, _ status: stat, to target: Int32, _ path: String) throws(TaggingError) {
        var made = stat()
        guard fstat(target, &made) == 0 else { throw .system(errno, .unwritable, "write", path) }
        if made.st_uid != status.st_uid || made.st_gid != status.st_gid,
            fchown(target, status.st_uid, status.st_gid) != 0
        {
            throw TaggingError(
                code: .unsafe,
                message: "\(path) would not keep its owner or group; run this as its owner",
                path: path, errno: errno)
        }
        let kept = names(of: source)
        // What the folder's default list has given to the new file.
        for name in names(of: target) where name.begins(with: "system.") && !kept.contains(name) {
            _ = clinux_remove_attribute(target, name.bytes)
        }
        // FAT and others without rights answer EPERM, and have made the file as all of theirs.
        let mode = status.st_mode & 0o7777
        if made.st_mode & 0o7777 != mode || made.st_uid != status.st_uid, fchmod(target, mode) != 0 {
            throw TaggingError(
                code: .unsafe, message: "\(path) would not keep its permissions", path: path,
                errno: errno)
        }
        for name in kept { try copy(name, source, target, path) }
    }

    /// Copies what another file system can have of them: a card without owners and rights makes all files as its own.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - status: What the system says of it.
    ///   - target: Its copy.
    ///   - path: The file for messages.
    ///   - isStrict: Whether attributes that programs have attached have to be kept.
    /// - Throws: ``TaggingError/Code/unsafe`` where one of these cannot be.
    static func copy(
        from source: Int32, _ status: stat, toOtherPlace target: Int32, _ path: String, isStrict: Bool
    ) throws(TaggingError) {
        if geteuid() == 0 || isStrict { _ = fchown(target, status.st_uid, status.st_gid) }
        fchmod(target, status.st_mode & 0o777)
        for name in names(of: source) where name.begins(with: "user.") {
            do throws(TaggingError) {
                try copy(name, source, target, path)
            } catch {
                guard isStrict else { continue }
                throw TaggingError(
                    code: .unsafe,
                    message:
                        "\(path) would lose its attribute \(name.shown) in another file system; copy it instead",
                    path: path, errno: error.errno)
            }
        }
    }

    /// Gives a file a time of modification.
    ///
    /// - Parameters:
    ///   - stamp: Whose time it is.
    ///   - target: The file.
    ///   - path: Its name for messages.
    /// - Throws: ``TaggingError/Code/unwritable``.
    static func setModificationTime(of stamp: PhotoStamp, to target: Int32, _ path: String) throws(TaggingError) {
        try setModificationTime(stamp.modificationTime, to: target, path)
    }

    /// Gives a file a time of modification, also one that a stamp cannot have.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - target: The file.
    ///   - path: Its name for messages.
    /// - Throws: ``TaggingError/Code/unwritable``.
    static func setModificationTime(_ time: timespec, to target: Int32, _ path: String) throws(TaggingError) {
        var times = [timespec(tv_sec: 0, tv_nsec: Self.omitted), time]
        guard futimens(target, &times) == 0 else {
            throw .system(errno, .unwritable, "set the time of modification of", path)
        }
    }

    /// `UTIME_OMIT`, a macro that Swift does not see: the time of last access is left as it is.
    private static let omitted = (1 << 30) - 2

    /// A name, which need not be UTF-8, with the zero after it.
    private struct Name: Equatable {
        var bytes: [CChar]

        func begins(with prefix: String) -> Bool { bytes.lazy.map(UInt8.init(bitPattern:)).starts(with: prefix.utf8) }

        var shown: String { String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) }
    }

    private static func names(of file: Int32) -> [Name] {
        let count = clinux_list_attributes(file, nil, 0)
        guard count > 0 else { return [] }
        // Room for what is added between the calls.
        var names = [CChar](repeating: 0, count: count + 1024)
        let filled = clinux_list_attributes(file, &names, names.count)
        guard filled > 0 else { return [] }
        return names[..<filled].split(separator: 0).map { Name(bytes: $0 + [0]) }
    }

    private static func copy(
        _ name: Name, _ source: Int32, _ target: Int32, _ path: String
    ) throws(TaggingError) {
        let count = clinux_get_attribute(source, name.bytes, nil, 0)
        if count < 0, errno == ENODATA { return }
        var value = [UInt8](repeating: 0, count: max(0, count) + 1024)
        let filled = clinux_get_attribute(source, name.bytes, &value, value.count)
        if filled >= 0 {
            // A label that the system has given already need not be set, which would take more rights.
            var present = [UInt8](repeating: 0, count: filled)
            let same =
                clinux_get_attribute(target, name.bytes, &present, filled) == filled && present[...] == value[..<filled]
            if same || clinux_set_attribute(target, name.bytes, value, filled) == 0 { return }
        }
        // Labels of the security modules belong to the system, which makes its own for the new file.
        if name.begins(with: "security.") || name.begins(with: "trusted.") { return }
        throw TaggingError(
            code: .unsafe, message: "\(path) would not keep its attribute \(name.shown)", path: path,
            errno: errno)
    }
}

/// The state of a photo's file.
public typealias PhotoStamp = FileStamp

extension FileStamp {
    /// The present stamp of a file, also through symbolic links.
    ///
    /// - Parameter path: The file.
    /// - Throws: ``TaggingError/Code/unreadable``.
    public init(of path: String) throws(TaggingError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .system(errno, .unreadable, "read", path) }
        self.init(status)
    }

    /// The stamp that journals have for a file that did not exist.
    static let none = FileStamp(device: 0, inode: 0, size: 0, modified: 0, changed: 0)

    /// Refuses a file whose time of modification a journal could not keep, so that undo would give it another.
    ///
    /// - Parameters:
    ///   - status: What the system says of the file.
    ///   - path: The file for messages.
    /// - Throws: ``TaggingError/Code/unwritable``.
    static func checkTime(of status: stat, _ path: String) throws(TaggingError) {
        let seconds = Int64(status.st_mtim.tv_sec)
        let limits = Int64.min / 1_000_000_000..<Int64.max / 1_000_000_000
        guard !limits.contains(seconds) else { return }
        var (time, parts) = (status.st_mtim.tv_sec, tm())
        gmtime_r(&time, &parts)
        func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = "\(Int(parts.tm_year) + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
        throw TaggingError(
            code: .unwritable,
            message: "the time of modification of \(path), \(date), is "
                + (seconds < 0 ? "before 1678" : "after 2261") + " and could not be kept; set another with touch first",
            path: path)
    }

    /// The present stamp of a file whose name may not be valid UTF-8.
    ///
    /// - Parameter url: The file, also through symbolic links.
    /// - Throws: ``TaggingError/Code/unreadable``.
    public init(of url: URL) throws(TaggingError) {
        var status = stat()
        let result = url.withUnsafeFileSystemRepresentation { path in path.map { stat($0, &status) } ?? -1 }
        guard result == 0 else {
            let number = errno
            throw TaggingError(
                code: .unreadable, message: "\(url.path) cannot be read: \(String(cString: strerror(number))).",
                path: url.path, errno: number)
        }
        self.init(status)
    }
}

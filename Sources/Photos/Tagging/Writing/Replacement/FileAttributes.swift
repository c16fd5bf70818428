import CLKLinux
import Glibc
import LKFormats
import LKPlanning
import LKStorage

/// Copies the owner, permissions and extended attributes (including access control lists) of a file to its replacement.
enum FileAttributes {
    /// Copies all attributes.
    ///
    /// - Parameters:
    ///   - source: The old file.
    ///   - status: The status of the old file.
    ///   - target: The new file.
    ///   - path: The old file for messages.
    /// - Throws: ``TaggingError/Code/unsafe`` if one cannot be kept.
    static func copy(from source: Int32, _ status: stat, to target: Int32, _ path: String) throws(TaggingError) {
        var made = stat()
        guard fstat(target, &made) == 0 else { throw .system(errno, .unwritable, "write", path) }
        if made.st_uid != status.st_uid || made.st_gid != status.st_gid,
            fchown(target, status.st_uid, status.st_gid) != 0
        {
            throw TaggingError(
                code: .unsafe,
                message: "\(path) would not keep its owner or group", advice: "run this as its owner",
                path: path, errno: errno)
        }
        let kept = names(of: source)
        // Remove what the folder's default ACL has added to the new file.
        for name in names(of: target) where name.begins(with: "system.") && !kept.contains(name) {
            _ = clinux_remove_attribute(target, name.bytes)
        }
        // FAT and other file systems without permissions return EPERM and use the same ones for all files.
        let mode = status.st_mode & 0o7777
        if made.st_mode & 0o7777 != mode || made.st_uid != status.st_uid, fchmod(target, mode) != 0 {
            throw TaggingError(
                code: .unsafe, message: "\(path) would not keep its permissions", path: path,
                errno: errno)
        }
        for name in kept { try copy(name, source, target, path) }
    }

    /// Copies the attributes that another file system supports: a card without owners and permissions uses the same
    /// ones for all files.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - status: The status of the file.
    ///   - target: Its copy.
    ///   - path: The file for messages.
    ///   - isStrict: Whether extended attributes set by other programs have to be kept.
    /// - Throws: ``TaggingError/Code/unsafe`` if one of these cannot be kept, or the permissions in a file system that has some.
    static func copy(
        from source: Int32, _ status: stat, toOtherPlace target: Int32, _ path: String, isStrict: Bool
    ) throws(TaggingError) {
        if geteuid() == 0 || isStrict { _ = fchown(target, status.st_uid, status.st_gid) }
        // EPERM and ENOTSUP are what file systems without permissions return.
        if fchmod(target, status.st_mode & 0o777) != 0, errno != EPERM, errno != ENOTSUP {
            throw TaggingError(
                code: .unsafe, message: "\(path) would not keep its permissions", path: path,
                errno: errno)
        }
        for name in names(of: source) where name.begins(with: "user.") {
            do throws(TaggingError) {
                try copy(name, source, target, path)
            } catch {
                guard isStrict else { continue }
                throw TaggingError(
                    code: .unsafe,
                    message:
                        "\(path) would lose its attribute \(name.shown) in another file system",
                    advice: "copy it instead",
                    path: path, errno: error.errno)
            }
        }
    }

    /// Sets the modification time of a file.
    ///
    /// - Parameters:
    ///   - stamp: The stamp with the time.
    ///   - target: The file.
    ///   - path: Its name for messages.
    /// - Throws: ``TaggingError/Code/unwritable``.
    static func setModificationTime(of stamp: PhotoStamp, to target: Int32, _ path: String) throws(TaggingError) {
        try setModificationTime(stamp.modificationTime, to: target, path)
    }

    /// Sets the modification time of a file, also to one that a stamp cannot represent.
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

    /// The coarsest unit of modification times, which FAT has, in seconds.
    private static let coarsestTime = 2

    /// Checks that a file system could store the modification time that was set, since it rounds or bounds others in silence.
    ///
    /// - Parameters:
    ///   - target: The file.
    ///   - time: The time that was set.
    ///   - path: The file with that time, for messages.
    /// - Throws: ``TaggingError/Code/unsafe`` if it has another one.
    static func checkModificationTime(of target: Int32, _ time: timespec, _ path: String) throws(TaggingError) {
        var status = stat()
        guard fstat(target, &status) == 0 else { throw .system(errno, .unwritable, "write", path) }
        let difference = status.st_mtim.tv_sec.subtractingReportingOverflow(time.tv_sec)
        guard difference.overflow || difference.partialValue.magnitude > coarsestTime else { return }
        throw TaggingError(
            code: .unsafe,
            message:
                "\(path) would not keep its time of modification, \(FileStamp.date(time)), in another file system, which "
                + "makes \(FileStamp.date(status.st_mtim)) of it",
            advice: "set another with touch first, or copy it instead", path: path)
    }

    /// `UTIME_OMIT`, a macro not imported into Swift: leaves the access time unchanged.
    private static let omitted = (1 << 30) - 2

    /// A null-terminated name, which need not be UTF-8.
    private struct Name: Equatable {
        var bytes: [CChar]

        func begins(with prefix: String) -> Bool { bytes.lazy.map(UInt8.init(bitPattern:)).starts(with: prefix.utf8) }

        var shown: String { String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) }
    }

    private static func names(of file: Int32) -> [Name] {
        let count = clinux_list_attributes(file, nil, 0)
        guard count > 0 else { return [] }
        // Spare room for attributes added between the calls.
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
            // Skip an attribute that the system has already set: setting it again would need more privileges.
            var present = [UInt8](repeating: 0, count: filled)
            let same =
                clinux_get_attribute(target, name.bytes, &present, filled) == filled && present[...] == value[..<filled]
            if same || clinux_set_attribute(target, name.bytes, value, filled) == 0 { return }
        }
        // Labels of security modules belong to the system, which sets its own for the new file.
        if name.begins(with: "security.") || name.begins(with: "trusted.") { return }
        throw TaggingError(
            code: .unsafe, message: "\(path) would not keep its attribute \(name.shown)", path: path,
            errno: errno)
    }
}

extension FileStamp {
    /// The stamp in journals for a file that did not exist.
    static let none = FileStamp(device: 0, inode: 0, size: 0, modified: 0, changed: 0)

    /// Rejects a file with a modification time that a journal cannot store, since undo could not restore it.
    ///
    /// - Parameters:
    ///   - status: The status of the file.
    ///   - path: The file for messages.
    /// - Throws: ``TaggingError/Code/unwritable``.
    static func checkTime(of status: stat, _ path: String) throws(TaggingError) {
        let seconds = Int64(status.st_mtim.tv_sec)
        let limits = Int64.min / 1_000_000_000..<Int64.max / 1_000_000_000
        guard !limits.contains(seconds) else { return }
        throw TaggingError(
            code: .unwritable,
            message: "the time of modification of \(path), \(date(status.st_mtim)), is "
                + (seconds < 0 ? "before 1678" : "after 2261") + " and could not be kept; set another with touch first",
            path: path)
    }

    /// Returns the day of a time, in UTC: `1650-05-01`.
    static func date(_ time: timespec) -> String {
        var (seconds, parts) = (time.tv_sec, tm())
        gmtime_r(&seconds, &parts)
        return "\(Int(parts.tm_year) + 1900)-\((parts.tm_mon + 1).padded(to: 2))-\(parts.tm_mday.padded(to: 2))"
    }
}

import Glibc
import Metadata

/// Makes photos' new content, in temporary files beside them; one for each thread.
final class PhotoPreparer {
    let options: TaggingRun.Options
    let copier = PatchedCopy()
    private let writer = MetadataWriter()
    private let look: ((WrittenPhoto) throws -> Void)?

    init(_ options: TaggingRun.Options) {
        self.options = options
        look = options.makeCheck?()
    }

    /// A photo that has been opened.
    struct Source {
        var descriptor: Int32
        var status: stat
        var path: String
        var stamp: PhotoStamp { PhotoStamp(status) }
    }

    /// Makes ready what a run wants of a photo.
    ///
    /// - Parameters:
    ///   - write: What is wanted.
    ///   - folder: The folder in which the file really lies.
    ///   - name: Its name there.
    ///   - temporary: A name for the new file.
    /// - Returns: What can be done.
    func prepare(_ write: PhotoWrite, in folder: PhotoFolder, _ name: String, _ temporary: String) -> PreparedPhoto {
        do {
            if case .create(let bytes) = write.change { return try create(bytes, in: folder, name, temporary) }
            let source = try open(name, in: folder)
            defer { close(source.descriptor) }
            return try prepare(write, source, in: folder, name, temporary)
        } catch {
            return .finished(.failed(Self.advised(Self.tagging(error, folder.path(of: name)), write)))
        }
    }

    /// The error of a photo that stays as it is, with the way that is left where a sidecar could say the same.
    private static func advised(_ error: TaggingError, _ write: PhotoWrite) -> TaggingError {
        guard case .edit(let edit) = write.change, edit != edit.removals, error.code == .unsafe,
            !error.message.contains("sidecar")
        else { return error }
        let advice = error.message.contains("; ") ? ", or use a sidecar" : "; use a sidecar"
        return TaggingError(
            code: error.code, message: error.message + advice, path: error.path, errno: error.errno)
    }

    private func prepare(
        _ write: PhotoWrite, _ source: Source, in folder: PhotoFolder, _ name: String, _ temporary: String
    ) throws -> PreparedPhoto {
        if let expected = write.expected, expected != source.stamp { throw Self.changed(source.path) }
        let (patch, edit) = try patch(write, source)
        if patch.isEmpty { return .finished(.unchanged) }
        try PhotoStamp.checkTime(of: source.status, source.path)
        guard patch.oldCount == Int(source.status.st_size) else { throw Self.changed(source.path) }
        var prepared = PreparedChange(
            folder: folder, name: name, stamp: source.stamp,
            change: JournalChange(
                kind: .replaced, stamp: source.stamp, name: name, inverse: FilePatch(oldCount: patch.newCount)))
        if patch.isSafeInPlace, patch.oldCount >= options.inPlaceSize, source.status.st_nlink == 1 {
            prepared.change.kind = .inPlace
            try fillInPlace(&prepared, patch, source)
            try look?(
                WrittenPhoto(path: source.path, newPath: source.path, edit: edit, patch: patch, isInPlace: true))
            return .inPlace(prepared)
        }
        prepared.temporary = temporary
        try makeTemporary(prepared, source) { file throws(TaggingError) in
            let result = try copier.copy(source.descriptor, to: file, patch, .old, source.path)
            prepared.change.inverse = result.inverse
            prepared.change.oldSum = result.oldSum.value
            prepared.change.newSum = result.addedSum.value
            if options.keepsModificationTime {
                try FileAttributes.setModificationTime(of: source.stamp, to: file, source.path)
            }
        } check: {
            try look?(
                WrittenPhoto(
                    path: source.path, newPath: folder.path(of: temporary), edit: edit, patch: patch, isInPlace: false))
        }
        prepared.size = patch.newCount
        return .replacement(prepared)
    }

    private func patch(_ write: PhotoWrite, _ source: Source) throws -> (FilePatch, MetadataEdit?) {
        switch write.change {
        case .patch(let patch): return (patch, nil)
        case .content(let bytes):
            var patch = FilePatch(oldCount: Int(source.status.st_size))
            let old = try copier.read(0..<patch.oldCount, source.descriptor, source.path)
            if old != bytes { patch.replace(0..<old.count, with: bytes) }
            return (patch, nil)
        case .create: return (FilePatch(oldCount: 0), nil)
        case .edit(let edit):
            switch try writer.outcome(of: edit, on: source.path) {
            case .patch(let patch): return (patch, edit)
            case .refused(let refusal): throw Self.refused(source.path, refusal, edit)
            }
        }
    }

    private func fillInPlace(
        _ prepared: inout PreparedChange, _ patch: FilePatch, _ source: Source
    ) throws(TaggingError) {
        var splices: [FilePatch.Splice] = []
        var sum = ContentSum()
        for splice in patch.splices {
            let old = try copier.read(splice.range, source.descriptor, source.path)
            let start = splice.range.lowerBound
            splices.append(.init(range: start..<start + splice.bytes.count, bytes: old))
            prepared.change.newBytes.append(splice.bytes)
            sum.update(splice.bytes)
        }
        guard let inverse = FilePatch(oldCount: patch.newCount, splices: splices) else {
            throw Self.changed(source.path)
        }
        prepared.change.inverse = inverse
        prepared.change.newSum = sum.value
    }

    private func create(
        _ bytes: [UInt8], in folder: PhotoFolder, _ name: String, _ temporary: String
    ) throws -> PreparedPhoto {
        let path = folder.path(of: name)
        guard try folder.status(of: name) == nil else { throw Self.changed(path) }
        var sum = ContentSum()
        sum.update(bytes)
        var prepared = PreparedChange(
            folder: folder, name: name, temporary: temporary,
            change: JournalChange(
                kind: .created, stamp: PhotoStamp(device: 0, inode: 0, size: 0, modified: 0, changed: 0),
                newSum: sum.value, name: name, inverse: FilePatch(oldCount: bytes.count)))
        try makeTemporary(prepared, nil) { file throws(TaggingError) in
            var patch = FilePatch(oldCount: 0)
            patch.replace(0..<0, with: bytes)
            _ = try copier.copy(file, to: file, patch, .new, path)
            var status = stat()
            // As other programs make files, and not root's in somebody's folder.
            if geteuid() == 0, fstat(folder.descriptor, &status) == 0 {
                _ = fchown(file, status.st_uid, status.st_gid)
            }
        } check: {
        }
        prepared.size = bytes.count
        return .replacement(prepared)
    }

    static func changed(_ path: String) -> TaggingError {
        TaggingError(
            code: .changed, message: "\(path) has been changed by something else meanwhile and is left as it is",
            path: path)
    }

    static func refused(_ path: String, _ refusal: EditRefusal, _ edit: MetadataEdit) -> TaggingError {
        // What is in the file no sidecar takes away.
        let advice =
            edit == edit.removals ? "; do not share it if nobody is to know where it was taken" : "; use a sidecar"
        return TaggingError(
            code: .unsafe, message: "\(path) is left as it is: \(refusal.reason)\(advice)", path: path)
    }

    static func tagging(_ error: any Error, _ path: String) -> TaggingError {
        switch error {
        case let error as TaggingError: error
        case let error as MetadataError:
            TaggingError(code: .unreadable, message: error.message, path: path, errno: error.errno)
        default: TaggingError(code: .verification, message: "\(path) is left as it is: \(error)", path: path)
        }
    }
}

extension PhotoPreparer {
    /// Opens a photo that may be changed.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - folder: Where it lies.
    /// - Returns: The photo.
    /// - Throws: ``TaggingError/Code/unreadable``, ``TaggingError/Code/unwritable``, ``TaggingError/Code/unsafe``.
    func open(_ name: String, in folder: PhotoFolder) throws(TaggingError) -> Source {
        let path = folder.path(of: name)
        // Without O_NONBLOCK a pipe in the photo's place would be waited for.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
        let file = openat(folder.descriptor, name, flags)
        guard file >= 0 else { throw .system(errno, .unreadable, "read", path) }
        var status = stat()
        do throws(TaggingError) {
            guard fstat(file, &status) == 0 else { throw .system(errno, .unreadable, "read", path) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw TaggingError(code: .unreadable, message: "\(path) is no file; name a photo", path: path)
            }
            // A new file could take the place of one that is protected; that is not what its protection means.
            guard faccessat(folder.descriptor, name, W_OK, AT_EACCESS) == 0 else {
                throw .system(errno, .unwritable, "write", path)
            }
            guard status.st_nlink == 1 || options.hardLinks == .detach else {
                throw TaggingError(
                    code: .unsafe,
                    message:
                        "\(path) is one of \(status.st_nlink) names of the same file, and the others would keep the "
                        + "old content; make it a file of its own first",
                    path: path)
            }
        } catch {
            close(file)
            throw error
        }
        return Source(descriptor: file, status: status, path: path)
    }

    /// Makes a temporary file, and removes it if anything fails.
    ///
    /// - Parameters:
    ///   - prepared: Where it is to be.
    ///   - source: The photo whose owner, rights and attributes it gets; `nil` for a new file.
    ///   - fill: Writes the content.
    ///   - check: Looks at the file once it is complete.
    /// - Throws: What the closures throw, and any code of ``TaggingError``.
    func makeTemporary(
        _ prepared: PreparedChange, _ source: Source?, fill: (Int32) throws(TaggingError) -> Void,
        check: () throws -> Void
    ) throws {
        let path = prepared.folder.path(of: prepared.name)
        // What others must not read, they must not read meanwhile.
        let file = try prepared.folder.make(
            prepared.temporary, beside: prepared.name, mode: source == nil ? 0o666 : 0o600)
        do {
            defer { close(file) }
            if let source { try FileAttributes.copy(from: source.descriptor, source.status, to: file, path) }
            try fill(file)
            try check()
            if let source {
                var now = stat()
                guard fstat(source.descriptor, &now) == 0, PhotoStamp(now) == source.stamp else {
                    throw Self.changed(path)
                }
            }
        } catch {
            prepared.folder.discard(prepared.temporary)
            throw error
        }
    }
}

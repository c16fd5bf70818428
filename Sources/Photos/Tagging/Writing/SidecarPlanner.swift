import Glibc
import LKMetadata
import LKPlanning

/// Plans the edits of sidecars.
///
/// Use it from one thread at a time.
final class SidecarPlanner {
    private let bytes = FileBytes()
    private let reader = MetadataReader()
    private let writer = MetadataWriter()
    /// Additional sidecars by folder, as found when the turns were planned; they are not read for their photos.
    private var further: [[UInt8]: AdditionalSidecars] = [:]
    private let options: TaggingRun.Options

    /// Creates a planner for a run.
    ///
    /// - Parameter options: How photos are written.
    init(_ options: TaggingRun.Options) { self.options = options }

    /// Returns the expected outcome for a photo's own file.
    ///
    /// - Parameter photo: The edit.
    /// - Returns: The expected action.
    func preview(_ photo: PhotoEdit) -> PhotoOutcome.Action {
        do {
            try checkStamp(of: photo)
            switch try writer.outcome(of: photo.edit, on: photo.path) {
            case .patch(let patch):
                if patch.isEmpty { return .unchanged }
                var status = stat()
                if stat(photo.path, &status) == 0 { try PhotoStamp.checkTime(of: status, photo.path) }
                return .written
            case .refused(let refusal): return .failed(PhotoPreparer.refused(photo.path, refusal, photo.edit))
            }
        } catch {
            return .failed(PhotoPreparer.tagging(error, photo.path))
        }
    }

    /// Plans the edits of a photo's sidecars after its own file was processed.
    ///
    /// - Parameters:
    ///   - photo: The edit.
    ///   - tagged: The outcome of its file; a refusal counts as settled if a sidecar can store the edit.
    ///   - use: When sidecars are written.
    /// - Returns: The edits of sidecars; none if they already have the edit, or are neither present nor needed.
    /// - Throws: ``TaggingError`` if a sidecar cannot be read or changed.
    func edits(
        for photo: PhotoEdit, _ tagged: inout PhotoOutcome, _ use: PhotoTagger.SidecarUse
    ) throws(TaggingError) -> [PhotoEdit] {
        if use == .always {
            try checkStamp(of: photo)
            return try edits(with: photo.edit, photo.path)
        }
        switch tagged.action {
        case .written, .unchanged:
            guard let part = contradicted(photo.edit, photo.path) else { return [] }
            return try edits(with: part, photo.path)
        case .failed(let error) where error.code == .unsafe && photo.edit != photo.edit.removals:
            let edits = try edits(with: photo.edit, photo.path)
            tagged.refusal = error
            tagged.action = .unchanged
            return edits
        case .failed(let error) where error.code == .unsafe:
            // The photo itself has failed, but the place can still be removed from its sidecars.
            guard let part = contradicted(photo.edit, photo.path) else { return [] }
            return try edits(with: part, photo.path)
        case .failed, .notBegun, .restored: return []
        }
    }

    /// Returns the part of an edit that a sidecar contradicts, since the sidecar takes precedence over the file.
    private func contradicted(_ edit: MetadataEdit, _ path: String) -> MetadataEdit? {
        // Removals apply to all sidecars, even to those that cannot be read completely.
        var part = edit.removals
        guard let says = Sidecars(of: path, reading: bytes).properties else { return part.isEmpty ? nil : part }
        if says.location != nil { part.location = edit.location }
        if !says.placeShown.isEmpty { part.placeShown = edit.placeShown }
        if !says.placeCreated.isEmpty { part.placeCreated = edit.placeCreated }
        return part.isEmpty ? nil : part
    }

    private func edits(with edit: MetadataEdit, _ path: String) throws(TaggingError) -> [PhotoEdit] {
        let photo = Array(path.utf8)
        // Taken before they are read, so that a concurrent change is noticed.
        var stamps: [[UInt8]: PhotoStamp] = [:]
        let further = edit == edit.removals ? furtherSidecars(of: photo) : []
        for candidate in SidecarName.candidates(of: photo) + further {
            stamps[candidate] = try? PhotoStamp(of: String(decoding: candidate, as: UTF8.self))
        }
        let outcome: SidecarEditing.Outcome
        do throws(MetadataError) {
            outcome = try SidecarEditing.outcome(
                of: edit, on: photo, sharesStem: stamps.isEmpty ? false : sharesStem(path), further: further,
                reading: bytes)
        } catch {
            throw TaggingError(error, path: path)
        }
        switch outcome {
        case .refused(let refusal):
            throw TaggingError(
                code: .unsafe, message: "the sidecar of \(path) is left as it is: \(refusal.reason)", path: path)
        case .changes(let changes):
            return changes.map { change in
                let name = String(decoding: change.path, as: UTF8.self)
                guard let patch = change.patch else { return PhotoEdit(path: name, .create(change.content)) }
                return PhotoEdit(path: name, .patch(patch), expected: stamps[change.path])
            }
        }
    }

    /// Returns the paths of sidecars that belong to a photo but are not read for it.
    private func furtherSidecars(of photo: [UInt8]) -> [[UInt8]] {
        let slash = photo.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { Array(photo[...$0]) } ?? []
        let known =
            further[folder]
            ?? AdditionalSidecars(in: folder.isEmpty ? "." : String(decoding: folder, as: UTF8.self))
        further[folder] = known
        return known.names(of: Array(photo.dropFirst(folder.count))).map { folder + $0 }
    }

    private func checkStamp(of photo: PhotoEdit) throws(TaggingError) {
        guard let expected = photo.expected else {
            // A photo that is gone fails.
            _ = try PhotoStamp(of: photo.path)
            return
        }
        let isUnchanged = try options.isUnchanged(since: expected) { () throws(TaggingError) in
            try PhotoStamp(of: photo.path)
        }
        guard isUnchanged else { throw PhotoPreparer.changed(photo.path) }
    }

    /// Divides photos into turns for writing sidecars: photos that share one are in different turns, the raw file
    /// first.
    ///
    /// - Parameter photos: The photos.
    /// - Returns: Their indices, a list for each turn.
    func turns(of photos: [PhotoEdit]) -> [[Int]] {
        further = [:]
        let sharing = Dictionary(grouping: photos.indices) { SidecarName.stem(of: Array(photos[$0].path.utf8)) }
        var turns: [[Int]] = []
        for numbers in sharing.values {
            var numbers = numbers
            if numbers.count > 1 {
                let raw = numbers.filter { isRaw(photos[$0].path) }
                numbers = raw + numbers.filter { !raw.contains($0) }
            }
            for (turn, number) in numbers.enumerated() {
                if turn == turns.count { turns.append([]) }
                turns[turn].append(number)
            }
        }
        return turns.map { $0.sorted() }
    }

    private func isRaw(_ path: String) -> Bool { (try? reader.metadata(of: path))?.format == .raw }

    /// Returns whether `IMG.xmp` may belong to another photo of the folder that differs only in its extension.
    ///
    /// For a raw file and the camera's JPEG, it belongs to the raw file, since Adobe's programs use only this name.
    private func sharesStem(_ path: String) -> Bool {
        let isRaw = isRaw(path)
        let stem = SidecarName.stem(of: Array(path.utf8))
        let slash = stem.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(decoding: stem[...$0], as: UTF8.self) } ?? "./"
        let start =
            slash.map { String(decoding: stem[($0 + 1)...], as: UTF8.self) } ?? String(decoding: stem, as: UTF8.self)
        guard let entries = opendir(folder) else { return false }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            guard let name, name.utf8.starts(with: start.utf8), folder + name != path, "./" + path != folder + name,
                SidecarName.stem(of: Array(name.utf8)) == Array(start.utf8),
                SidecarName.base(of: Array(name.utf8)) == nil
            else { continue }
            guard let other = try? reader.metadata(of: folder + name) else { continue }
            if !isRaw || other.format == .raw { return true }
        }
        return false
    }
}

extension AdditionalSidecars {
    /// Creates an index of the sidecars in a folder, empty if it cannot be read.
    ///
    /// - Parameter folder: The folder's path.
    init(in folder: String) {
        self.init(((try? FolderHandle(folder).names(beginning: "")) ?? []).map { Array($0.utf8) })
    }
}

import Glibc
import Metadata

/// Finds out what sidecars of photos have to say; for one thread at a time.
final class SidecarPlanner {
    private let bytes = FileBytes()
    private let reader = MetadataReader()
    private let writer = MetadataWriter()
    /// The sidecars of folders that are not read for their photos, as they were when the turns were made out.
    private var further: [[UInt8]: AdditionalSidecars] = [:]

    /// What a run would do with a photo's own file.
    ///
    /// - Parameter photo: What changes.
    /// - Returns: What would become of it.
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

    /// What has to be written into the sidecars of a photo, whose own file has had its turn.
    ///
    /// - Parameters:
    ///   - photo: What changes.
    ///   - tagged: The outcome of its file; a refusal counts as settled if a sidecar can get the edit.
    ///   - use: When sidecars are written.
    /// - Returns: The edits of sidecars; none if the sidecars say it already, or there are none and need not be.
    /// - Throws: ``TaggingError``, when a sidecar cannot be read or changed.
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
            // The photo has failed, as a raw file does; but its sidecars need not keep the place.
            guard let part = contradicted(photo.edit, photo.path) else { return [] }
            return try edits(with: part, photo.path)
        case .failed, .notBegun, .restored: return []
        }
    }

    /// The part of an edit that a sidecar would say otherwise, for it counts before the file.
    private func contradicted(_ edit: MetadataEdit, _ path: String) -> MetadataEdit? {
        // What is removed goes from all, also from those that cannot be read as a whole.
        var part = edit.removals
        guard let says = Sidecars(of: path, reading: bytes).properties else { return part.isEmpty ? nil : part }
        if says.location != nil { part.location = edit.location }
        if !says.placeShown.isEmpty { part.placeShown = edit.placeShown }
        if !says.placeCreated.isEmpty { part.placeCreated = edit.placeCreated }
        return part.isEmpty ? nil : part
    }

    private func edits(with edit: MetadataEdit, _ path: String) throws(TaggingError) -> [PhotoEdit] {
        let photo = Array(path.utf8)
        // Before they are read, so that a change meanwhile is noticed.
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
            throw TaggingError(code: .unreadable, message: error.message, path: path, errno: error.errno)
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

    /// The paths of sidecars that belong to a photo, and are not read for it.
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
        let stamp = try PhotoStamp(of: photo.path)
        if let expected = photo.expected, expected != stamp { throw PhotoPreparer.changed(photo.path) }
    }

    /// The turns in which the sidecars of photos are written: photos that share one have a turn each, the raw file first.
    ///
    /// - Parameter photos: The photos.
    /// - Returns: Their numbers, a list for each turn.
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

    /// Whether another photo of the folder differs in its extension alone, and `IMG.xmp` may be that one's.
    ///
    /// Of a raw file and the camera's JPEG, it is the raw file's: Adobe's programs write no other name.
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
    /// Those of a folder; none if it cannot be read.
    ///
    /// - Parameter folder: The folder's path.
    init(in folder: String) {
        self.init(((try? PhotoFolder(folder))?.names(beginning: "") ?? []).map { Array($0.utf8) })
    }
}

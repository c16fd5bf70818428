import Geo

/// Reads a file that an edit has made anew, and compares it with the old one: the bytes that were to stay, the data of
/// the pictures, every fact that the edit does not mean, and what it does mean.
///
/// It is asked before the new file takes the place of the old one, so that no damage ever replaces a photo. Its cost
/// is that of reading both files once.
package final class PatchCheck {
    private let old = FileBytes()
    private let new = FileBytes()

    /// Makes a check, for one thread at a time.
    package init() {}

    /// What is wrong with a new file.
    ///
    /// - Parameters:
    ///   - edit: What was to change.
    ///   - patch: The bytes that were to change.
    ///   - oldPath: The file as it was.
    ///   - newPath: The file as it is to be from now on.
    /// - Returns: Part of a sentence, such as `the data of its picture changed`; `nil` when all is as it was meant.
    /// - Throws: Any code of ``MetadataError``.
    package func complaint(
        about edit: MetadataEdit, _ patch: FilePatch, from oldPath: String, to newPath: String
    ) throws(MetadataError) -> EditRefusal? {
        try old.open(oldPath)
        defer { old.close() }
        try new.open(newPath)
        defer { new.close() }
        return try complaint {
            try compareBytes(patch)
            try compareContents(edit, patch)
        }
    }

    /// What would be wrong with a file that a patch is done to where it lies.
    ///
    /// Of the bytes that stay only those are read that say something, so that a video of gigabytes costs milliseconds;
    /// but all of them where a position is removed.
    ///
    /// - Parameters:
    ///   - edit: What is to change.
    ///   - patch: The bytes that are to change; ``FilePatch/keepsOffsets`` of it is true.
    ///   - path: The file as it is.
    /// - Returns: As ``complaint(about:_:from:to:)``.
    /// - Throws: Any code of ``MetadataError``.
    package func complaint(
        about edit: MetadataEdit, _ patch: FilePatch, inPlaceOf path: String
    ) throws(MetadataError) -> EditRefusal? {
        guard patch.keepsOffsets else { return EditRefusal("the patch cannot be done where the file lies") }
        try old.open(path)
        defer { old.close() }
        try new.open(path, as: patch)
        defer { new.close() }
        return try complaint { try compareContents(edit, patch) }
    }

    private func complaint(_ check: () throws -> Void) throws(MetadataError) -> EditRefusal? {
        do {
            try check()
            return nil
        } catch let refusal as EditRefusal {
            return refusal
        } catch let error as MetadataError {
            throw error
        } catch {
            return EditRefusal("\(error)")
        }
    }
}

extension PatchCheck {
    private static let pieceSize = 1 << 17

    /// Every byte of the new file is one of the patch, or one of the old file.
    private func compareBytes(_ patch: FilePatch) throws {
        guard old.count == patch.oldCount, new.count == patch.newCount else {
            throw EditRefusal("the new file has not the length that it should")
        }
        var (place, target) = (0, 0)
        for splice in patch.splices {
            let kept = splice.range.lowerBound - place
            try compare(place..<place + kept, target..<target + kept, "bytes changed that were to stay")
            target += kept
            try splice.bytes.withUnsafeBytes { bytes in
                guard let found = try new.bytes(at: target, count: bytes.count), found.hasSameBytes(as: bytes) else {
                    throw EditRefusal("the new bytes are not those that were meant")
                }
            }
            place = splice.range.upperBound
            target += splice.bytes.count
        }
        try compare(place..<old.count, target..<new.count, "bytes changed that were to stay")
    }

    /// All that the bytes say.
    private func compareContents(_ edit: MetadataEdit, _ patch: FilePatch) throws {
        try compareSurveys(edit, patch)
        let (before, after) = (try MetadataReader.metadata(in: old), try MetadataReader.metadata(in: new))
        try compareMeaning(edit, before, after, isVideo: try BoxCheck.isVideo(new))
        if !edit.removals.isEmpty { try searchTraces(edit) }
    }

    /// The data of pictures and the facts that stay are there, and the same.
    private func compareSurveys(_ edit: MetadataEdit, _ patch: FilePatch) throws {
        guard let (mark, _) = try ContainerFormat.find(in: old), let (newMark, _) = try ContainerFormat.find(in: new)
        else {
            throw EditRefusal("its format is not known")
        }
        guard mark == newMark else { throw EditRefusal("its format changed") }
        if mark == .heif || mark == .mp4, let difference = try BoxCheck(of: patch).difference(between: old, and: new) {
            throw EditRefusal(difference)
        }
        var before = try FileSurvey(of: old, mark, leavingOut: edit)
        var after = try FileSurvey(of: new, mark, leavingOut: edit)
        // Of further pictures that lose their position each entry is compared by itself.
        let embedded = try embeddedEXIF(mark, edit)
        for (index, range) in embedded.enumerated() {
            let start = range.lowerBound + patch.growth(before: range.lowerBound)
            try before.addEmbedded(old, at: range.lowerBound, index, leavingOut: edit)
            try after.addEmbedded(new, at: start, index, leavingOut: edit)
        }
        // EXIF that was not there has what EXIF demands.
        if !before.hasEXIF { after.facts.removeAll(where: \.isOfEXIF) }
        guard before.pictures.count == after.pictures.count, before.facts.count == after.facts.count else {
            throw EditRefusal("facts are missing, or there are more of them")
        }
        for (first, second) in zip(before.pictures, after.pictures) {
            // Their bytes are among those that were compared, unless the patch names them.
            let isKept = !patch.splices.contains { splice in
                splice.range.overlaps(first) && !splice.range.isEmpty
                    && !embedded.contains { Self.has($0, splice.range) && splice.range.count == splice.bytes.count }
            }
            guard isKept, first.count == second.count || second.upperBound == new.count,
                second.lowerBound == first.lowerBound + patch.growth(before: first.lowerBound)
            else { throw EditRefusal("the data of its picture changed") }
        }
        for (first, second) in zip(before.facts, after.facts) {
            guard first.group == second.group, first.tag == second.tag, first.type == second.type,
                first.count == second.count
            else {
                throw EditRefusal("the fact \(first.tag) of group \(first.group) is missing")
            }
            let failure = "the fact \(first.tag) of group \(first.group) changed"
            guard first.range.count == second.range.count else { throw EditRefusal(failure) }
            let shift = second.range.lowerBound - first.range.lowerBound
            var start = first.range.lowerBound
            // An entry of such EXIF is compared itself.
            for hole in embedded where hole.overlaps(first.range) && !Self.has(hole, first.range) {
                let end = max(start, hole.lowerBound)
                try compare(start..<end, start + shift..<end + shift, failure)
                start = min(hole.upperBound, first.range.upperBound)
            }
            try compare(start..<first.range.upperBound, start + shift..<second.range.upperBound, failure)
        }
    }

    private static func has(_ whole: Range<Int>, _ part: Range<Int>) -> Bool {
        whole.lowerBound <= part.lowerBound && part.upperBound <= whole.upperBound
    }

    /// Where the old file has EXIF with a position of further pictures, in the order of the file.
    private func embeddedEXIF(_ mark: ContainerFormat, _ edit: MetadataEdit) throws -> [Range<Int>] {
        guard edit.location == .remove else { return [] }
        let own = mark == .jpeg ? try JPEGParts(of: old).exif.map { $0.payload + JPEGParts.exifName.count } : []
        var found: [Range<Int>] = []
        for case .exif(let place) in try PositionTraces.find(in: old) where !own.contains(place) {
            if let range = try EmbeddedEXIF(at: place, in: old)?.range { found.append(range) }
        }
        return found.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// No byte of the new file says where it was taken, as far as that is searched for.
    private func searchTraces(_ edit: MetadataEdit) throws {
        let isVideo = try BoxCheck.isVideo(new)
        var traces = try PositionTraces.find(in: new)
        if edit.location == .remove { traces += try PositionTraces.find(try PositionEncodings.all(of: old), in: new) }
        let trace = traces.first { PositionRemoval.isMeant($0, by: edit, inVideo: isVideo) }
        guard let trace else { return }
        if case .name(let place) = trace { throw EditRefusal("the name of a place is left in it, at byte \(place)") }
        throw EditRefusal("a position is left in it, at byte \(trace.place)")
    }

    private func compare(
        _ first: Range<Int>, _ second: Range<Int>, _ failure: @autoclosure () -> String
    ) throws {
        guard first.count == second.count else { throw EditRefusal(failure()) }
        var done = 0
        while done < first.count {
            let count = min(Self.pieceSize, first.count - done)
            guard let mine = try old.bytes(at: first.lowerBound + done, count: count),
                let theirs = try new.bytes(at: second.lowerBound + done, count: count),
                mine.hasSameBytes(as: theirs)
            else { throw EditRefusal(failure()) }
            done += count
        }
    }
}

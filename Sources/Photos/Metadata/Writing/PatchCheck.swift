import FoundationEssentials
import LKGeo

/// Compares an edited file with the old one: the unchanged bytes, the image data, every fact that the edit does not
/// concern, and the edited values.
///
/// It runs before the new file replaces the old one, so that damage never reaches a photo. It reads both files once.
package final class PatchCheck {
    private let old = FileBytes()
    private let new = FileBytes()

    /// Creates a check, for one thread at a time.
    package init() {}

    /// Returns what is wrong with a new file.
    ///
    /// - Parameters:
    ///   - edit: The intended edit.
    ///   - patch: The intended patch.
    ///   - oldPath: The old file.
    ///   - newPath: The new file.
    /// - Returns: Part of a sentence, such as `its image data changed`; `nil` when the file is as intended.
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

    /// Returns what would be wrong with a file after a patch is applied in place.
    ///
    /// Of the unchanged bytes only metadata is read, so that a video of gigabytes costs milliseconds; if a position is
    /// removed, all bytes are read.
    ///
    /// - Parameters:
    ///   - edit: The intended edit.
    ///   - patch: The intended patch; its ``FilePatch/keepsOffsets`` must be true.
    ///   - path: The current file.
    /// - Returns: The same as ``complaint(about:_:from:to:)``.
    /// - Throws: Any code of ``MetadataError``.
    package func complaint(
        about edit: MetadataEdit, _ patch: FilePatch, inPlaceOf path: String
    ) throws(MetadataError) -> EditRefusal? {
        guard patch.keepsOffsets else { return EditRefusal("the patch cannot be applied in place") }
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

    /// Checks that every byte of the new file comes from the patch or from the old file.
    private func compareBytes(_ patch: FilePatch) throws {
        guard old.count == patch.oldCount, new.count == patch.newCount else {
            throw EditRefusal("the new file has the wrong length")
        }
        var (offset, target) = (0, 0)
        for splice in patch.splices {
            let kept = splice.range.lowerBound - offset
            try compare(offset..<offset + kept, target..<target + kept, "bytes changed that should have stayed")
            target += kept
            try splice.bytes.withUnsafeBytes { bytes in
                guard let found = try new.bytes(at: target, count: bytes.count), found.hasSameBytes(as: bytes) else {
                    throw EditRefusal("the new bytes are not the intended ones")
                }
            }
            offset = splice.range.upperBound
            target += splice.bytes.count
        }
        try compare(offset..<old.count, target..<new.count, "bytes changed that should have stayed")
    }

    /// Compares all metadata.
    private func compareContents(_ edit: MetadataEdit, _ patch: FilePatch) throws {
        try compareSurveys(edit, patch)
        let (before, after) = (try MetadataReader.metadata(in: old), try MetadataReader.metadata(in: new))
        try compareMeaning(edit, before, after, isVideo: try BoxCheck.isVideo(new))
        if !edit.removals.isEmpty { try searchTraces(edit) }
    }

    /// Checks that image data and unchanged facts are present and the same.
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
        // For additional images that lose their position, each entry is compared.
        let embedded = try embeddedEXIF(mark, edit).filter { range in
            // Not in a part that is overwritten as a whole.
            !patch.splices.contains { Self.has($0.range, range) && $0.bytes.allSatisfy { $0 == 0 } }
        }
        for (index, range) in embedded.enumerated() {
            let start = range.lowerBound + patch.growth(before: range.lowerBound)
            try before.addEmbedded(old, at: range.lowerBound, index, leavingOut: edit)
            try after.addEmbedded(new, at: start, index, leavingOut: edit)
        }
        if let difference = try SamsungTrailer.difference(between: old, and: new) { throw EditRefusal(difference) }
        let blanked =
            edit.location == .remove
            ? Set(try PositionRemoval.inPlace(of: old, isVideo: try BoxCheck.isVideo(old)).map(\.range)) : []
        // New EXIF contains required fields.
        if !before.hasEXIF { after.facts.removeAll(where: \.isOfEXIF) }
        guard before.imageData.count == after.imageData.count, before.facts.count == after.facts.count else {
            throw EditRefusal("metadata entries are missing or were added")
        }
        let changed = patch.splices.filter { splice in
            guard !splice.range.isEmpty else { return false }
            let isMeant = blanked.contains(splice.range) || embedded.contains { Self.has($0, splice.range) }
            return !isMeant || splice.range.count != splice.bytes.count
        }
        for (first, second) in zip(before.imageData, after.imageData) {
            // Their bytes have been compared already, unless the patch changes them.
            guard !changed.contains(where: { $0.range.overlaps(first) }),
                first.count == second.count || second.upperBound == new.count,
                second.lowerBound == first.lowerBound + patch.growth(before: first.lowerBound)
            else { throw EditRefusal("its image data changed") }
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
            // The entries of such EXIF are compared separately.
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

    /// Returns the ranges of EXIF with a position of additional images in the old file, in file order.
    private func embeddedEXIF(_ mark: ContainerFormat, _ edit: MetadataEdit) throws -> [Range<Int>] {
        guard edit.location == .remove else { return [] }
        let own = mark == .jpeg ? try JPEGParts(of: old).exif.map { $0.payload + JPEGParts.exifName.count } : []
        var found: [Range<Int>] = []
        for case .exif(let offset) in try PositionTraces.find(in: old) where !own.contains(offset) {
            if let range = try EmbeddedEXIF(at: offset, in: old)?.range { found.append(range) }
        }
        return found.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Checks that no known form of a position or place name is left in the new file.
    private func searchTraces(_ edit: MetadataEdit) throws {
        let isVideo = try BoxCheck.isVideo(new)
        var traces = try PositionTraces.find(in: new)
        if edit.location == .remove { traces += try PositionTraces.find(try PositionEncodings.all(of: old), in: new) }
        let trace = traces.first { PositionRemoval.isMeant($0, by: edit, inVideo: isVideo) }
        guard let trace else { return }
        if case .name(let offset) = trace { throw EditRefusal("it still has a place name, at byte \(offset)") }
        throw EditRefusal("it still has a position, at byte \(trace.offset)")
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

extension PatchCheck {
    /// Checks that the new file has the intended values, and otherwise those of the old file.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - before: The old file's metadata.
    ///   - after: The new file's metadata.
    ///   - isVideo: Whether the file is a video, which holds only coordinates and altitude of a position.
    /// - Throws: ``EditRefusal`` for a difference.
    func compareMeaning(
        _ edit: MetadataEdit, _ before: PhotoMetadata, _ after: PhotoMetadata, isVideo: Bool
    ) throws {
        switch edit.location {
        case .keep: break
        case .remove: if after.location != nil { throw EditRefusal("it still has a position") }
        case .set(let wanted):
            guard let location = after.location, location.isSame(as: wanted, inVideo: isVideo) else {
                throw EditRefusal("its position is not the intended one")
            }
        }
        try compare(edit.placeShown, after.placeShown)
        try compare(edit.placeCreated, after.placeCreated)
        let hasKeywords = edit.keywords.allSatisfy {
            after.keywords.contains($0) || IPTCForm.keyword($0).map(after.keywords.contains) ?? true
        }
        guard hasKeywords else { throw EditRefusal("its keywords are missing") }
        if let offset = edit.offset, after.date?.offset != offset {
            throw EditRefusal("its UTC offset is not the intended one")
        }
        if let caption = XMPText.clean(edit.caption), after.caption != caption {
            throw EditRefusal("its description is not the intended one")
        }
        if let date = edit.date, after.date?.wallTime != date.wallTime || after.date?.offset != date.offset {
            throw EditRefusal("its date is not the intended one")
        }
        var (first, second) = (before.rest(besides: edit), after.rest(besides: edit))
        if edit.location != .keep, [before, after].contains(where: { $0.date?.rule == .gps }) {
            // The receiver's time is used only if there is a position.
            (first.date, second.date) = (nil, nil)
        }
        guard first == second else { throw EditRefusal("metadata changed that should have stayed") }
    }

    private func compare(_ change: MetadataEdit.Change<PhotoPlace>, _ place: PhotoPlace?) throws {
        switch change {
        case .keep: break
        case .remove: if place != nil { throw EditRefusal("it still has place names") }
        case .set(let wanted):
            // If IPTC takes precedence because a program changed only it, names are in IPTC's form.
            let forms = [wanted, IPTCForm.place(wanted)]
            let names: [KeyPath<PhotoPlace, String?>] = [\.sublocation, \.city, \.state, \.country, \.countryCode]
            let isSame = names.allSatisfy { name in
                wanted[keyPath: name] == nil || forms.contains { $0[keyPath: name] == place?[keyPath: name] }
            }
            guard isSame else { throw EditRefusal("its place names are not the intended ones") }
        }
    }
}

extension PhotoLocation {
    /// Returns whether the location is the intended one, up to rounding of fractions of a centimetre.
    fileprivate func isSame(as wanted: PhotoLocation, inVideo: Bool) -> Bool {
        func isNear(_ mine: Double?, _ theirs: Double?, _ tolerance: Double) -> Bool {
            guard let theirs else { return true }
            return mine.map { abs($0 - theirs) <= tolerance } ?? false
        }
        func isTurned(_ mine: Double?, _ theirs: Double?) -> Bool {
            guard let mine, let theirs else { return theirs == nil }
            return abs((mine - theirs).remainder(dividingBy: 360)) <= 0.01
        }
        guard coordinate.distance(to: wanted.coordinate) <= 0.01, isNear(altitude, wanted.altitude, 0.01) else {
            return false
        }
        if inVideo { return true }
        return isNear(
            horizontalAccuracy, wanted.horizontalAccuracy.flatMap { $0 >= 0.005 ? $0 : nil }, 0.01)
            && isTurned(imageDirection, wanted.imageDirection) && isTurned(course, wanted.course)
            && isNear(timestamp?.timeIntervalSince1970, wanted.timestamp?.timeIntervalSince1970, 0.002)
            && isNear(speed, wanted.speed.flatMap { $0 >= 0 ? $0 : nil }, 0.01)
    }
}

extension PhotoMetadata {
    /// Returns the metadata that an edit does not concern, without byte offsets.
    fileprivate func rest(besides edit: MetadataEdit) -> PhotoMetadata {
        var rest = self
        rest.warnings = []
        rest.thumbnail?.offset = 0
        rest.preview?.offset = 0
        if edit.location != .keep { rest.location = nil }
        if edit.placeShown != .keep { rest.placeShown = nil }
        if edit.placeCreated != .keep { rest.placeCreated = nil }
        if !edit.keywords.isEmpty { rest.keywords = [] }
        if edit.caption != nil { rest.caption = nil }
        if edit.date != nil { rest.date = nil }
        // If no field has the offset, it is derived from the receiver's time.
        if edit.offset != nil || edit.location != .keep {
            rest.date?.offset = nil
            rest.date?.offsetRule = nil
        }
        return rest
    }
}

/// Finds the bytes of a file that must change for an edit.
///
/// It does not write: the caller that applies a ``FilePatch`` is responsible for durability, verification and undo.
package final class MetadataWriter {
    private let file = FileBytes()

    /// Creates a writer, for one thread at a time.
    package init() {}

    /// The result of an edit.
    package enum Outcome: Sendable, Hashable {
        /// These bytes change; none if the file already contains the edit.
        case patch(FilePatch)
        /// The file cannot be changed, for this reason; a sidecar can contain the edit.
        case refused(EditRefusal)
    }

    /// Returns the change that an edit makes to a file.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - path: A photo or video, possibly reached through symbolic links.
    /// - Returns: The bytes that change, or the reason for refusal.
    /// - Throws: Any code of ``MetadataError``.
    package func outcome(of edit: MetadataEdit, on path: String) throws(MetadataError) -> Outcome {
        try file.open(path)
        defer { file.close() }
        return try outcome(of: edit)
    }

    /// Returns the change that an edit makes to a file in memory.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - bytes: The whole file.
    /// - Returns: The same as ``outcome(of:on:)-(_,String)``.
    /// - Throws: The errors of ``outcome(of:on:)-(_,String)``.
    package func outcome(of edit: MetadataEdit, on bytes: [UInt8]) throws(MetadataError) -> Outcome {
        file.open(bytes: bytes)
        defer { file.close() }
        return try outcome(of: edit)
    }

    private func outcome(of edit: MetadataEdit) throws(MetadataError) -> Outcome {
        guard let (mark, _) = try ContainerFormat.find(in: file) else {
            throw file.error(
                .unknownFormat, "is not a photo or video of a known format; the content decides, not the name")
        }
        guard !edit.isEmpty else { return .patch(FilePatch(oldCount: file.count)) }
        do {
            var patch = try patch(of: mark, by: edit)
            if !edit.removals.isEmpty { try PositionRemoval.complete(&patch, of: file, edit) }
            return .patch(patch)
        } catch let refusal as EditRefusal {
            if !refusal.isCertain, edit == edit.removals, try NothingToRemove.isProven(of: file, mark) {
                return .patch(FilePatch(oldCount: file.count))
            }
            return .refused(refusal)
        } catch let error as MetadataError {
            throw error
        } catch {
            return .refused(EditRefusal("\(error)"))
        }
    }

    private func patch(of mark: ContainerFormat, by edit: MetadataEdit) throws -> FilePatch {
        switch mark {
        case .jpeg: try JPEGEditing.patch(of: file, by: edit)
        case .png: try PNGEditing.patch(of: file, by: edit)
        case .webp: try WebPEditing.patch(of: file, by: edit)
        case .tiff: try TIFFEditing.patch(of: file, by: edit)
        case .heif, .mp4: try BoxEditing.patch(of: edit, on: file)
        case .gif, .raf, .matroska, .jxl:
            throw EditRefusal("its format cannot be written")
        }
    }
}

/// A change to a photo's position, place names, keywords, UTC offset, date or description; everything else in the file
/// stays as it is.
package struct MetadataEdit: Sendable, Hashable {
    /// The change of a value.
    package enum Change<Value: Sendable & Hashable>: Sendable, Hashable {
        /// It stays unchanged.
        case keep
        /// It is set to this value.
        case set(Value)
        /// It is removed from the file.
        case remove
    }

    /// The position of the camera.
    package var location: Change<PhotoLocation> = .keep

    /// The names of the place shown, which most programs display.
    package var placeShown: Change<PhotoPlace> = .keep

    /// The names of the place where the camera was.
    package var placeCreated: Change<PhotoPlace> = .keep

    /// Keywords to add to the existing ones.
    package var keywords: [String] = []

    /// The UTC offset of the local time of the shot, in seconds; `nil` keeps it.
    ///
    /// The local time itself is never changed.
    package var offset: Int?

    /// The description to write into XMP for a photo without one; `nil` keeps it.
    package var caption: String?

    /// The time of the shot to write into XMP for a photo without a date; `nil` keeps it.
    package var date: ZonedTime?

    /// Creates an edit that changes nothing.
    package init() {}

    /// Whether the edit changes nothing.
    package var isEmpty: Bool { self == MetadataEdit() }
}

extension MetadataEdit: CustomStringConvertible {
    /// The changes in a few words: `position 35.681236,139.767125, place names`.
    package var description: String {
        var parts: [String] = []
        switch location {
        case .keep: break
        case .set(let location): parts.append("position \(location.coordinate)")
        case .remove: parts.append("no position")
        }
        let places = [placeShown, placeCreated]
        if places.contains(where: { if case .set = $0 { true } else { false } }) {
            parts.append("place names")
        } else if places.contains(.remove) {
            parts.append("no place names")
        }
        if !keywords.isEmpty { parts.append(keywords.count == 1 ? "1 keyword" : "\(keywords.count) keywords") }
        if offset != nil { parts.append("UTC offset") }
        return parts.isEmpty ? "no change" : parts.joined(separator: ", ")
    }
}

extension MetadataEdit {
    /// The part of the edit that removes data, wherever it is stored.
    package var removals: MetadataEdit {
        var edit = MetadataEdit()
        if location == .remove { edit.location = .remove }
        if placeShown == .remove { edit.placeShown = .remove }
        if placeCreated == .remove { edit.placeCreated = .remove }
        return edit
    }
}

/// Why a file is not changed: the edit would lose data.
///
/// The edit can go to a sidecar instead.
package struct EditRefusal: Error, Sendable, Hashable {
    /// A part of a sentence, such as `its EXIF does not fit into 64 KB`.
    package var reason: String

    /// Whether data was found that cannot be removed; otherwise the file may turn out to contain nothing to remove.
    package var isCertain = false

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - reason: A part of a sentence.
    ///   - isCertain: Whether data was found that cannot be removed.
    package init(_ reason: String, isCertain: Bool = false) {
        self.reason = reason
        self.isCertain = isCertain
    }
}

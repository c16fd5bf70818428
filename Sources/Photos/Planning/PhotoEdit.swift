package import FoundationEssentials
import LKFormats
package import LKMetadata
import LKPhotos

/// A change of one file.
///
/// For a photo, ``PhotoTagger`` writes it to the file or to a sidecar, ``TaggingRun`` to the file only.
///
/// ```swift
/// let edits = photos.map { geotagger.planned($0) }.compactMap { PhotoEdit($0) }
/// for photo in await PhotoTagger().write(edits) { print(photo.path, photo.action) }
/// ```
package struct PhotoEdit: Sendable, Hashable {
    package enum Change: Sendable, Hashable {
        /// Metadata fields; the library computes the bytes.
        case metadata(MetadataEdit)
        /// Some bytes of the file.
        case patch(FilePatch)
        /// The whole content of an existing file.
        case content([UInt8])
        /// The whole content of a new file.
        case create([UInt8])
    }

    /// The photo, video or sidecar; symbolic links are followed.
    package var path: String

    /// The file's state when the edit was planned; a file changed since is skipped.
    ///
    /// `nil` accepts any state.
    package var expected: PhotoStamp?

    package var change: Change

    /// The metadata to change; empty for an edit of bytes, such as a sidecar's.
    package var edit: MetadataEdit { if case .metadata(let edit) = change { edit } else { MetadataEdit() } }

    /// Creates an edit of metadata.
    ///
    /// - Parameters:
    ///   - path: The photo or video; symbolic links are followed.
    ///   - edit: The metadata to change.
    ///   - expected: The file's state when the edit was planned; `nil` accepts any state.
    package init(path: String, edit: MetadataEdit, expected: PhotoStamp? = nil) {
        self.init(path: path, .metadata(edit), expected: expected)
    }

    package init(path: String, _ change: Change, expected: PhotoStamp? = nil) {
        self.path = path
        self.change = change
        self.expected = expected
    }

    /// Creates the edit of a geotagging plan.
    ///
    /// - Parameter planned: A photo of the plan; `nil` is returned for one that gets no position or whose name is not
    ///   valid UTF-8.
    package init?(_ planned: PlannedPhoto) {
        guard case .write(let edit) = planned.action, let path = planned.url.exactPath else { return nil }
        self.init(path: path, edit: edit, expected: planned.stamp)
    }

    /// Creates the edit of a plan for place names.
    ///
    /// - Parameters:
    ///   - planned: The plan; `nil` is returned if it writes no names.
    ///   - url: The photo; `nil` is returned if its name is not valid UTF-8.
    ///   - expected: The file's state when the edit was planned; `nil` accepts any state.
    package init?(_ planned: PlannedPlace, of url: URL, expected: PhotoStamp? = nil) {
        guard let edit = planned.edit, let path = url.exactPath else { return nil }
        self.init(path: path, edit: edit, expected: expected)
    }
}

extension MetadataEdit {
    /// Removes position and place names, as before sharing; ``PhotoTagger`` then verifies that none remain.
    package static var withoutPlace: MetadataEdit {
        var edit = MetadataEdit()
        edit.location = .remove
        edit.placeShown = .remove
        edit.placeCreated = .remove
        return edit
    }
}

extension URL {
    /// The path of a file; `nil` if it is not valid UTF-8, which a `String` cannot represent.
    package var exactPath: String? {
        let bytes = fileBytes
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// The path of a file for messages; bytes that are not valid UTF-8 are shown as `\xFF`.
    package var shownPath: String {
        var (shown, rest) = ("", fileBytes[...])
        while !rest.isEmpty {
            // A UTF-8 character has at most four bytes.
            let text = (1...min(4, rest.count)).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }
                .first
            if let text {
                shown += text
                rest = rest.dropFirst(text.utf8.count)
            } else if let byte = rest.popFirst() {
                shown += "\\x" + byte.hexadecimal(width: 2, uppercase: true)
            }
        }
        return shown
    }
}

extension PhotoEdit: CustomStringConvertible {
    /// The file's path and the change, without its bytes.
    package var description: String {
        switch change {
        case .metadata(let edit): "\(path): \(edit)"
        case .patch: "\(path): some bytes"
        case .content(let bytes): "\(path): \(bytes.count) bytes"
        case .create(let bytes): "\(path): a new file of \(bytes.count) bytes"
        }
    }
}

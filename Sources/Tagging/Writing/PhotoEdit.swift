public import Foundation
public import Metadata
import Photos

/// What one photo is to say from now on, wherever it is written: into the file, or into a sidecar beside it.
///
/// ```swift
/// let edits = geotagger.plan(for: photos).photos.compactMap { PhotoEdit($0) }
/// for photo in await PhotoTagger().write(edits) { print(photo.path, photo.action) }
/// ```
public struct PhotoEdit: Sendable, Hashable {
    /// The photo or video, also through symbolic links.
    public var path: String

    /// What changes.
    public var edit: MetadataEdit

    /// The file as it was when this was planned; where it is another by now, it is left alone.
    public var expected: PhotoStamp?

    /// Plans what a photo is to say.
    ///
    /// - Parameters:
    ///   - path: The photo or video.
    ///   - edit: What changes.
    ///   - expected: The file as it was when this was planned; `nil` takes it as it is.
    public init(path: String, edit: MetadataEdit, expected: PhotoStamp? = nil) {
        self.path = path
        self.edit = edit
        self.expected = expected
    }

    /// What the plan of positions wants of a photo.
    ///
    /// - Parameter planned: A photo of the plan; one that gets no position has no edit, and neither has one whose name
    ///   is no UTF-8.
    public init?(_ planned: PlannedPhoto) {
        guard case .write(let edit) = planned.action, let path = planned.url.exactPath else { return nil }
        self.init(path: path, edit: edit, expected: planned.stamp)
    }

    /// What the plan of names wants of a photo.
    ///
    /// - Parameters:
    ///   - planned: What was planned; without names there is no edit.
    ///   - url: The photo; one whose name is no UTF-8 has no edit.
    ///   - expected: The file as it was when this was planned; `nil` takes it as it is.
    public init?(_ planned: PlannedPlace, of url: URL, expected: PhotoStamp? = nil) {
        guard let edit = planned.edit, let path = url.exactPath else { return nil }
        self.init(path: path, edit: edit, expected: expected)
    }
}

extension MetadataEdit {
    /// Takes position and names of places away, as for sharing; ``PhotoTagger`` then proves that no byte tells them.
    public static var withoutPlace: MetadataEdit {
        var edit = MetadataEdit()
        edit.location = .remove
        edit.placeShown = .remove
        edit.placeCreated = .remove
        return edit
    }
}

extension URL {
    /// The path of a file; `nil` for one that is no UTF-8, which a `String` cannot name.
    public var exactPath: String? {
        let bytes = fileBytes
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// The path of a file for people; bytes that are no UTF-8 are shown as `\xFF`.
    public var shownPath: String {
        var (shown, rest) = ("", fileBytes[...])
        while !rest.isEmpty {
            // A character has four bytes at most.
            let text = (1...min(4, rest.count)).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }
                .first
            if let text {
                shown += text
                rest = rest.dropFirst(text.utf8.count)
            } else if let byte = rest.popFirst() {
                shown += (byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16, uppercase: true)
            }
        }
        return shown
    }
}

public import Foundation
public import Metadata
import Photos

/// A file, and what changes in it.
///
/// Of a photo it is what the photo says from now on: ``PhotoTagger`` writes that into the file, or into a sidecar beside it, and
/// ``TaggingRun`` into the file alone.
///
/// ```swift
/// let edits = geotagger.plan(for: photos).photos.compactMap { PhotoEdit($0) }
/// for photo in await PhotoTagger().write(edits) { print(photo.path, photo.action) }
/// ```
public struct PhotoEdit: Sendable, Hashable {
    package enum Change: Sendable, Hashable {
        /// Fields of the metadata; the library works out the bytes.
        case metadata(MetadataEdit)
        /// Some bytes of the file.
        case patch(FilePatch)
        /// The whole content of an existing file.
        case content([UInt8])
        /// The whole content of a new file.
        case create([UInt8])
    }

    /// The photo, video or sidecar; symbolic links are followed.
    public var path: String

    /// The file when this was planned; one that has changed since is left alone, and `nil` accepts any state.
    public var expected: PhotoStamp?

    package var change: Change

    /// The metadata that changes; empty for an edit that is bytes, as of a sidecar.
    public var edit: MetadataEdit { if case .metadata(let edit) = change { edit } else { MetadataEdit() } }

    /// Plans what a photo says from now on.
    ///
    /// - Parameters:
    ///   - path: The photo or video; symbolic links are followed.
    ///   - edit: What changes.
    ///   - expected: The file when this was planned; `nil` accepts any state.
    public init(path: String, edit: MetadataEdit, expected: PhotoStamp? = nil) {
        self.init(path: path, .metadata(edit), expected: expected)
    }

    package init(path: String, _ change: Change, expected: PhotoStamp? = nil) {
        self.path = path
        self.change = change
        self.expected = expected
    }

    /// What the plan of positions wants of a photo.
    ///
    /// - Parameter planned: A photo of the plan; one that gets no position has no edit, and neither has one whose name
    ///   is not valid UTF-8.
    public init?(_ planned: PlannedPhoto) {
        guard case .write(let edit) = planned.action, let path = planned.url.exactPath else { return nil }
        self.init(path: path, edit: edit, expected: planned.stamp)
    }

    /// What the plan of names wants of a photo.
    ///
    /// - Parameters:
    ///   - planned: What was planned; without names there is no edit.
    ///   - url: The photo; one whose name is not valid UTF-8 has no edit.
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
    /// The path of a file; `nil` for one that is not valid UTF-8, which a `String` cannot hold.
    public var exactPath: String? {
        let bytes = fileBytes
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// The path of a file for messages; bytes that are not valid UTF-8 are shown as `\xFF`.
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

/// The outcome for one file, or in a preview the expected one.
public struct PhotoOutcome: Sendable, Hashable {
    /// What was done.
    public enum Action: Sendable, Hashable {
        /// The file says what was meant, durably.
        case written
        /// It said so already.
        case unchanged
        /// It is byte for byte what it was before the run that was undone.
        case restored
        /// The run was cancelled, or the process was asked to stop, before its turn.
        case notBegun
        /// It is as it was; the error says why.
        case failed(TaggingError)
    }

    /// The path as it was given.
    public var path: String

    /// What was done.
    public var action: Action

    /// The path a file was moved back from by undo; `nil` for a file that stayed in its folder.
    public var formerPath: String?

    /// The sidecars that ``PhotoTagger`` wrote, or would write, for a photo.
    public var sidecars: [String] = []

    /// Why a photo's own file stays as it is while a sidecar has the edit.
    public var refusal: TaggingError?

    /// The error of a failure.
    public var error: TaggingError? { if case .failed(let error) = action { error } else { nil } }
}

extension PhotoOutcome {
    /// The outcome for a photo with several files.
    ///
    /// A failure of one counts for all; without any, a file whose turn did not come; then a file that was written.
    ///
    /// - Parameter files: The outcomes of its files, the photo's own first; `nil` for none.
    public init?(of files: some Collection<PhotoOutcome>) {
        guard let first = files.first else { return nil }
        self = first
        sidecars = files.flatMap(\.sidecars)
        refusal = files.lazy.compactMap(\.refusal).first
        if let error = files.lazy.compactMap(\.error).first {
            action = .failed(error)
        } else if let action = [.notBegun, .written].first(where: { action in files.contains { $0.action == action } })
        {
            self.action = action
        }
    }
}

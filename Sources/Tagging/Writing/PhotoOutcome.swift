public import Metadata

/// One file and what is to become of it.
public struct PhotoWrite: Sendable {
    package enum Change: Sendable, Hashable {
        /// What it says of position and place.
        case edit(MetadataEdit)
        /// Bytes of it.
        case patch(FilePatch)
        /// All of it, of a file that is there.
        case content([UInt8])
        /// All of it, of a file that is not there yet.
        case create([UInt8])
    }

    /// The photo, video or sidecar, also through symbolic links.
    public var path: String

    /// The file as it was when this was planned; where it is another by now, it is left alone.
    public var expected: PhotoStamp?

    package var change: Change

    /// Plans what a photo is to say.
    ///
    /// - Parameters:
    ///   - path: The photo or video, also through symbolic links.
    ///   - edit: What changes.
    ///   - expected: The file as it was when this was planned; `nil` takes it as it is.
    public init(path: String, edit: MetadataEdit, expected: PhotoStamp? = nil) {
        self.init(path: path, .edit(edit), expected: expected)
    }

    /// Plans any change.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - change: What changes.
    ///   - expected: The file as it was when this was planned; `nil` takes it as it is.
    package init(path: String, _ change: Change, expected: PhotoStamp? = nil) {
        self.path = path
        self.change = change
        self.expected = expected
    }
}

/// What became of one file.
public struct PhotoOutcome: Sendable, Hashable {
    /// What was done.
    public enum Action: Sendable, Hashable {
        /// It says what was meant, durably.
        case written
        /// It said so already.
        case unchanged
        /// It is byte for byte what it was before the run that was undone.
        case restored
        /// The run was cancelled, or the process asked to stop, before its turn.
        case notBegun
        /// It is as it was; the error says why.
        case failed(TaggingError)
    }

    /// The file, as it was named.
    public var path: String

    /// What was done.
    public var action: Action

    /// Where a file came back from, when undo has moved it; `nil` for one that stayed in its folder.
    public var formerPath: String?

    /// The error of a failure.
    public var error: TaggingError? { if case .failed(let error) = action { error } else { nil } }
}

/// New content that has not taken the photo's place yet, for a check.
package struct WrittenPhoto: Sendable {
    /// The photo as it is.
    package var path: String
    /// Where the new content is; with ``isInPlace`` the photo's own path.
    package var newPath: String
    /// What was meant, where it was an edit.
    package var edit: MetadataEdit?
    /// What was done.
    package var patch: FilePatch
    /// Whether its own bytes are to be changed; none of them is yet.
    package var isInPlace: Bool
}

/// What became of one photo, or would become of it.
public struct TaggedPhoto: Sendable, Hashable {
    /// The photo, as it was named.
    public var path: String

    /// What was done.
    public var action: PhotoOutcome.Action

    /// The sidecars that were written, or would be.
    public var sidecars: [String] = []

    /// Why the photo itself is left as it is although it is to say something: a sidecar says it.
    public var refusal: TaggingError?

    /// The error of a failure.
    public var error: TaggingError? { if case .failed(let error) = action { error } else { nil } }
}

/// What a worker has made ready, still without effect on the photo.
enum PreparedPhoto: Sendable {
    /// Nothing is left to be done.
    case finished(PhotoOutcome.Action)
    /// A temporary file that can take the photo's place.
    case replacement(PreparedChange)
    /// A file that is large and is to be changed where it lies.
    case inPlace(PreparedChange)
}

/// A change that can be made.
struct PreparedChange: Sendable {
    var folder: PhotoFolder
    var name: String
    /// The temporary file's name; empty for a change in place.
    var temporary = ""
    /// The photo when it was read; `nil` for one that must not be there.
    var stamp: PhotoStamp?
    /// What the journal keeps; when it is undone, what it had kept.
    var change: JournalChange
    /// How many bytes the temporary file takes.
    var size = 0
}

/// Writes a file of tracks, element by element, in constant memory.
///
/// What a format has no place for is left out; the tables in `Docs/Formats` say what that is.
///
/// ```swift
/// let writer = TrackFormat.gpx.writer(to: sink)
/// try writer.write(.trackStart(TrackMetadata(name: "Sumida")))
/// for location in walk { try writer.write(.point(TrackPoint(location))) }
/// try writer.finish()
/// ```
public protocol TrackWriting: AnyObject {
    /// Writes an element.
    ///
    /// A point without a start before it begins a nameless track; a track's first point begins its first segment.
    /// - Throws: ``TrackFormatError/Code/unwritable`` when the bytes cannot be written, ``TrackFormatError/Code/misplaced`` for an
    ///   element that the format wants earlier; see ``TrackFormat/passes``.
    func write(_ element: TrackElement) throws(TrackFormatError)

    /// Writes what the end of the file needs and hands all bytes over.
    ///
    /// - Throws: ``TrackFormatError/Code/unwritable``.
    func finish() throws(TrackFormatError)
}

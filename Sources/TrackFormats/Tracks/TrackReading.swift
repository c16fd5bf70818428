/// Reads a file of tracks of any size, element by element, in constant memory.
///
/// ```swift
/// let reader = try TrackFormat.reader(path: "walk.gpx")
/// while let element = try reader.next() {
///     if case .point(let point) = element { print(point.location.coordinate) }
/// }
/// ```
public protocol TrackReading: AnyObject {
    /// The next element; `nil` at the end of the file.
    ///
    /// Single points that are none are passed over and counted as ``warnings``. What stands before a damage is handed out
    /// before the error.
    /// - Throws: ``TrackFormatError``; again on every further call.
    func next() throws(TrackFormatError) -> TrackElement?

    /// Whether ``next()`` has an element to give without reading more, which may mean waiting.
    var hasElementsAtHand: Bool { get }

    /// What was passed over, the first 100.
    var warnings: [TrackWarning] { get }

    /// How many points or values were passed over.
    var warningCount: Int { get }
}

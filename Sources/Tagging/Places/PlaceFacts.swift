public import Foundation
public import Metadata

/// What a photo and its sidecars say of where it was taken, and the state of the file that said it.
///
/// ```swift
/// let facts = try PlaceFacts.Reader().facts(of: URL(filePath: "IMG_1.JPG"))
/// let plan = await tagger.planned(at: facts.location, shown: facts.shown, created: facts.created)
/// ```
public struct PlaceFacts: Sendable, Hashable {
    /// The file.
    public var url: URL

    /// Where the camera stood.
    public var location: PhotoLocation?

    /// The names of the place that is shown.
    public var shown: PhotoPlace?

    /// The names of the place where the camera stood.
    public var created: PhotoPlace?

    /// The keywords that are names of these places, as ``PlaceTagger/Configuration/addsKeywords`` makes them: removing the names
    /// has to know that these stay.
    public var placeKeywords: [String] = []

    /// The state of the file; a plan that was made of these facts holds as long as it is the same.
    public var stamp: PhotoStamp

    /// Reads facts, one file after the other; for one thread at a time.
    public final class Reader {
        private let reader = MetadataReader()
        private let bytes = FileBytes()

        /// Makes a reader, with buffers for many files.
        public init() {}

        /// Reads what a file and its sidecars say; a sidecar counts before the file.
        ///
        /// - Parameter url: A photo or video, also through symbolic links.
        /// - Returns: The facts.
        /// - Throws: ``TaggingError/Code/unreadable``.
        public func facts(of url: URL) throws(TaggingError) -> PlaceFacts {
            guard let path = url.exactPath else { throw .notUTF8(url) }
            // Before the file is read, so that a change meanwhile is noticed when the plan is carried out.
            let stamp = try PhotoStamp(of: path)
            let metadata: PhotoMetadata
            do throws(MetadataError) {
                metadata = try reader.metadata(of: path)
            } catch {
                throw TaggingError(code: .unreadable, message: error.message, path: path, errno: error.errno)
            }
            let sidecar = Sidecars(of: path, reading: bytes).properties
            func names(_ beside: PhotoPlace?, _ inside: PhotoPlace?) -> PhotoPlace? {
                guard let beside, !beside.isEmpty else { return inside }
                return beside
            }
            let places = [sidecar?.placeShown, sidecar?.placeCreated, metadata.placeShown, metadata.placeCreated]
            let known = Set(
                places.flatMap { [$0?.sublocation, $0?.city, $0?.state, $0?.country] }.compactMap { $0?.lowercased() })
            var keywords: [String] = []
            for word in metadata.keywords + (sidecar?.keywords ?? [])
            where known.contains(word.lowercased()) && !keywords.contains(word) {
                keywords.append(word)
            }
            return PlaceFacts(
                url: url, location: sidecar?.location ?? metadata.location,
                shown: names(sidecar?.placeShown, metadata.placeShown),
                created: names(sidecar?.placeCreated, metadata.placeCreated), placeKeywords: keywords, stamp: stamp)
        }
    }
}

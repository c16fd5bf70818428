package import FoundationEssentials
import Glibc
package import LKMetadata

/// The metadata of a photo and its sidecars about where it was taken, and the file's state when it was read.
///
/// ```swift
/// let facts = try PlaceFacts.Reader().facts(of: URL(filePath: "IMG_1.JPG"))
/// let plan = await tagger.planned(at: facts.location, shown: facts.shown, created: facts.created)
/// ```
package struct PlaceFacts: Sendable, Hashable {
    /// The file.
    package var url: URL

    /// The position of the camera.
    package var location: PhotoLocation?

    /// The place names of what the photo shows.
    package var shown: PhotoPlace?

    /// The place names of the camera's position.
    package var created: PhotoPlace?

    /// The keywords that are names of these places, as written with ``PlaceTagger/Configuration/addsKeywords``; needed
    /// to keep them when the names are removed.
    package var placeKeywords: [String] = []

    /// The file's state; a plan made from these facts is valid while it is unchanged.
    package var stamp: PhotoStamp

    /// Reads facts of one file after the other.
    ///
    /// Use it from one thread at a time.
    package final class Reader {
        private let reader = MetadataReader()
        private let bytes = FileBytes()

        /// Creates a reader, whose buffers are reused for all files.
        package init() {}

        /// Reads a file and its sidecars; a sidecar takes precedence over the file.
        ///
        /// - Parameter url: A photo or video; symbolic links are followed.
        /// - Returns: The facts.
        /// - Throws: ``TaggingError/Code/unreadable``.
        package func facts(of url: URL) throws(TaggingError) -> PlaceFacts {
            guard let path = url.exactPath else { throw .notUTF8(url) }
            // Taken before the file is read, so that a concurrent change is noticed when the plan is carried out.
            let stamp = try PhotoStamp(of: path)
            var metadata: PhotoMetadata
            do throws(MetadataError) {
                metadata = try reader.metadata(of: path)
            } catch {
                throw TaggingError(error, path: path)
            }
            let sidecars = Sidecars(of: path, reading: bytes)
            let sidecar = sidecars.properties
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
                url: url, location: sidecars.location(beside: &metadata),
                shown: names(sidecar?.placeShown, metadata.placeShown),
                created: names(sidecar?.placeCreated, metadata.placeCreated), placeKeywords: keywords, stamp: stamp)
        }
    }
}

package import LKCommandLine
import LKImages
package import LKPhotos
import LKPlanning
import LKTagging
import LKThreads
package import LocationKitMaps

/// Thumbnails of the photos on a page.
package enum PhotoMapThumbnails {
    /// The longer side of a thumbnail in pixels, and its quality: 6 KB or so.
    private static let side = 160
    private static let quality = 72

    /// Makes thumbnails on all processors.
    ///
    /// - Returns: How many there are: a photo that cannot be decoded has none.
    /// - Throws: The signal's exit status, and why no thumbnail can be made at all.
    package static func add(
        to photos: inout PhotoMap, _ assets: [PhotoAsset], atMost maximum: Int, _ session: LibrarySession
    ) throws(ToolError) -> Int {
        let wanted = photos.thumbnailed(maximum)
        guard !wanted.isEmpty else { return 0 }
        // Without a home folder there is no cache, and that is all.
        let thumbnailer = Thumbnailer(cache: try? ThumbnailCache.user())
        let count = SystemThread.processors
        let workers = OrderedWorkers<String?, Result<[UInt8]?, ImageError>>(count: count, name: "locate-thumbs") {
            { path in
                guard let path else { return .success(nil) }
                return Result { () throws(ImageError) in
                    let image = try thumbnailer.thumbnail(of: path, side: side)
                    return [UInt8](try image.bareJPEGData(quality: quality))
                }
            }
        }
        defer { workers.close() }
        var (made, taken, submitted) = (0, 0, 0)
        while taken < wanted.count {
            try session.check()
            while submitted < wanted.count, workers.underWay < 4 * count {
                workers.submit(assets[wanted[submitted]].url.exactPath)
                submitted += 1
            }
            guard let result = workers.next() else { break }
            switch result {
            case .success(let jpeg?):
                photos.setThumbnail(jpeg, of: wanted[taken])
                made += 1
            case .failure(let error) where error.code == .unavailable && made == 0: throw ToolError(error)
            default: break
            }
            taken += 1
            session.progress.update(taken, of: wanted.count, "thumbnails")
        }
        return made
    }
}

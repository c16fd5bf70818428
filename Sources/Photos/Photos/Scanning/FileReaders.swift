import Glibc
import LKMetadata
import LKStorage
import LKThreads
import Synchronization

/// Reads the metadata of many files on several threads.
struct FileReaders {
    /// A file to read.
    struct Item: Sendable {
        var path: RawPath
        var stamp: FileStamp
        var sidecars: [RawPath]
    }

    /// The content of a file; without a date, its modification time is the date.
    typealias Answer = Result<FileContent, MetadataError>

    /// The number of threads, at least two because disks serve two requests at once faster.
    var threads = max(2, min(SystemThread.processors, 8))
    var makeReader: @Sendable () -> any AssetReading
    /// Interned values shared by all contents.
    let pool = ContentPool()

    /// Whether a photo without a date gets the one in its name.
    var readsDatesFromNames = false

    init(readsDatesFromNames: Bool = false, makeReader: @escaping @Sendable () -> any AssetReading) {
        self.readsDatesFromNames = readsDatesFromNames
        self.makeReader = makeReader
    }

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - items: The files.
    ///   - isCancelled: Called before each file, on any thread; once true, reading stops.
    ///   - progress: Called with the number of files read.
    ///   - receive: Receives the answers in the order of the items.
    /// - Returns: False when cancelled.
    func read(
        _ items: [Item], isCancelled: @escaping @Sendable () -> Bool, progress: (Int) -> Void,
        receive: (Int, Answer) -> Void
    ) -> Bool {
        let (makeReader, pool, readsNames) = (makeReader, pool, readsDatesFromNames)
        let size = max(1, min(64, items.count / (threads * 4)))
        let count = items.count <= size ? 0 : threads
        let workers = OrderedWorkers<Range<Int>, [Answer?]>(count: count, name: "locate-photo") {
            let reader = makeReader()
            return { range in
                range.map { index in
                    guard !isCancelled() else { return nil }
                    let item = items[index]
                    do throws(MetadataError) {
                        var metadata = try reader.metadata(of: item.path, sidecars: item.sidecars)
                        if readsNames, metadata.date?.isOfTheShot != true {
                            metadata.date = FileNameDate.date(in: item.path.name) ?? metadata.date
                        }
                        if metadata.date == nil { metadata.date = item.stamp.date }
                        // Converted here rather than on the library's thread, which is the bottleneck.
                        return .success(FileContent(metadata, sharing: pool))
                    } catch {
                        return .failure(error)
                    }
                }
            }
        }
        defer { workers.close() }
        var (submitted, received) = (0, 0)
        while received < items.count {
            while submitted < items.count, workers.underWay < threads * 4 {
                let range = submitted..<min(submitted + size, items.count)
                workers.submit(range)
                submitted = range.upperBound
            }
            guard let answers = workers.next() else { return false }
            for answer in answers {
                guard let answer else { return false }
                receive(received, answer)
                received += 1
            }
            progress(received)
        }
        return true
    }
}

/// Reads the metadata of files; one reader per thread.
protocol AssetReading {
    /// Reads a file and its sidecars.
    ///
    /// - Throws: `unknownFormat` for a file that is neither photo nor video, `missing` for one that is gone.
    func metadata(of file: RawPath, sidecars: [RawPath]) throws(MetadataError) -> PhotoMetadata
}

/// Reads files and their sidecars with `MetadataReader`.
///
/// A sidecar was written after the photo was taken, so its position and names take precedence; the file's date and
/// camera do. The JSON of Google Takeout has only what neither has.
final class FileMetadataReader: AssetReading {
    private let reader = MetadataReader(keepsFolder: true)
    private let sidecarBytes = FileBytes(keepsFolder: true)

    func metadata(of file: RawPath, sidecars: [RawPath]) throws(MetadataError) -> PhotoMetadata {
        var metadata = try read(file)
        if sidecars.isEmpty { return metadata }
        if sidecars.contains(where: SidecarIndex.isSidecar) {
            let found = Sidecars(of: file.bytes, reading: sidecarBytes)
            // Otherwise its contents would be missing until one of the files changes.
            if let refusal = found.refusal { throw refusal }
            metadata.location = found.location(beside: &metadata)
            if let properties = found.properties { add(properties, to: &metadata) }
            metadata.warnings += found.warnings
        }
        for json in sidecars where SidecarIndex.isTakeout(json) {
            // Of several with cut names the first with the photo's title is its own.
            let isOwn = try TakeoutSidecar.complete(
                &metadata, from: json.bytes, of: file.bytes, reading: sidecarBytes)
            if isOwn { break }
        }
        return metadata
    }

    private func read(_ file: RawPath) throws(MetadataError) -> PhotoMetadata {
        if let text = file.exactText { return try reader.metadata(of: text) }
        let result = file.withCPath { path -> Result<PhotoMetadata, MetadataError> in
            do throws(MetadataError) { return .success(try reader.metadata(of: path)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private func add(_ sidecar: XMPProperties, to metadata: inout PhotoMetadata) {
        if !sidecar.placeShown.isEmpty { metadata.placeShown = sidecar.placeShown }
        if !sidecar.placeCreated.isEmpty { metadata.placeCreated = sidecar.placeCreated }
        if metadata.camera == nil, !sidecar.camera.isEmpty { metadata.camera = sidecar.camera }
        metadata.title = sidecar.title ?? metadata.title
        if metadata.date?.isOfTheShot != true,
            let time = sidecar.dateTimeOriginal ?? sidecar.dateCreated ?? sidecar.createDate
        {
            metadata.date = PhotoDate(wallTime: time.wallTime, offset: time.offset, rule: .xmp, offsetRule: .text)
        }
    }
}

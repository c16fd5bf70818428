import Glibc
import Metadata
import Synchronization
import Threads

/// Reads many files on several threads.
struct FileReaders {
    /// A file to be read.
    struct Item: Sendable {
        var path: RawPath
        var stamp: FileStamp
        var sidecars: [RawPath]
    }

    /// What a file says; a file without a date has its own time as date.
    typealias Answer = Result<FileContent, MetadataError>

    /// The most threads; at least two, since a disk that is asked for two files at once is faster.
    var threads = max(2, min(SystemThread.processors, 8))
    var makeReader: @Sendable () -> any AssetReading
    /// What the contents of all files share.
    let pool = ContentPool()

    init(makeReader: @escaping @Sendable () -> any AssetReading) { self.makeReader = makeReader }

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - items: The files.
    ///   - isCancelled: Asked before each file, on any thread; once it says so, `nil` is returned.
    ///   - progress: Told how many were read, now and then.
    ///   - receive: Gets each answer, in the order of the items.
    /// - Returns: Whether all were read.
    func read(
        _ items: [Item], isCancelled: @escaping @Sendable () -> Bool, progress: (Int) -> Void,
        receive: (Int, Answer) -> Void
    ) -> Bool {
        let (makeReader, pool) = (makeReader, pool)
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
                        if metadata.date == nil { metadata.date = item.stamp.date }
                        // Here and not on the library's thread, which would be waited for.
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

import Glibc
import Persistence

/// Carries out planned writes; for one thread at a time.
final class PhotoWriter {
    private let batch: PhotoBatch
    private let folders = OpenFolders()
    private let options: TaggingRun.Options
    private let run: UInt64
    private var count = 0

    init(_ options: TaggingRun.Options) {
        self.options = options
        run = .random(in: 1 ... .max)
        batch = PhotoBatch(PhotoCommit(run: (run, WallClock.nanoseconds), options: options))
    }

    /// Writes photos.
    ///
    /// - Parameters:
    ///   - writes: What is to be written.
    ///   - isCanceled: Asked before each photo.
    /// - Returns: An outcome for each, in the same order.
    func write(_ writes: [PhotoWrite], isCanceled: @Sendable () -> Bool) -> [PhotoOutcome] {
        WallClock.blockFileSizeSignal()
        guard let token = try? options.completion.begin("write into photos") else {
            return writes.map { PhotoOutcome(path: $0.path, action: .notBegun) }
        }
        defer { token.end() }
        var outcomes = writes.map { PhotoOutcome(path: $0.path, action: .notBegun) }
        var jobs: [PhotoBatch.Job] = []
        for (index, write) in writes.enumerated() {
            if !folders.hasRoom(for: write.path) {
                for (index, action) in batch.run(jobs, isCanceled: isCanceled) { outcomes[index].action = action }
                jobs = []
                folders.closeAll()
            }
            do throws(TaggingError) {
                let place = try folders.place(of: write.path)
                count += 1
                let temporary = "\(TagJournal.temporaryPrefix)\(String(run, radix: 16))-\(count)"
                let work = PhotoBatch.Work(
                    kind: .write(write), folder: place.journal.folder, name: place.name,
                    temporary: temporary + TagJournal.temporarySuffix)
                jobs.append(.init(index: index, work: work, journal: place.journal))
            } catch {
                outcomes[index].action = .failed(error)
            }
        }
        for (index, action) in batch.run(jobs, isCanceled: isCanceled) { outcomes[index].action = action }
        jobs = []
        folders.trim()
        return outcomes
    }

    /// Unlocks all folders.
    func close() { folders.closeAll() }
}

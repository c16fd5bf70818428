import Foundation
import Glibc
import LKGeo
import LKMetadata
import LKPhotos
import LKTrackFormats
import LKTracks
import Synchronization
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

/// Returns `true` from the given look on, and counts the looks.
private final class Cancellation: Sendable {
    private let looks = Atomic(0)
    private let limit: Int

    init(at limit: Int) { self.limit = limit }

    var count: Int { looks.load(ordering: .relaxed) }
    var isCanceled: Bool { looks.add(1, ordering: .relaxed).newValue >= limit }
}

@Suite("A plan that is cancelled ends in the middle of its longest steps") struct CancelledPlanTests {
    private let album = PhotoFolderAlbum()

    @Test("Reading a large track ends behind a thousand points, and adds nothing")
    func track() throws {
        let folder = TemporaryFolder()
        let points = (0..<5000).map { number in
            let (minute, second) = (number / 60 % 60, number % 60)
            let time = String(format: "2026-05-01T%02d:%02d:%02dZ", 9 + number / 3600, minute, second)
            return "<trkpt lat=\"46.5\" lon=\"8.25\"><time>\(time)</time></trkpt>"
        }
        let text = "<gpx version=\"1.1\" creator=\"t\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
        try Data(text.utf8).write(to: URL(filePath: folder.file("a.gpx")))
        for limit in 1...3 {
            let cancellation = Cancellation(at: limit)
            var timeline = TrackTimeline(maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800))
            try timeline.append(contentsOf: folder.file("a.gpx"), isCanceled: { cancellation.isCanceled })
            #expect(timeline.count == 0 && cancellation.count == limit)
        }
        let never = Cancellation(at: .max)
        var timeline = TrackTimeline(maximumGap: .seconds(1800), maximumExtrapolation: .seconds(1800))
        try timeline.append(contentsOf: folder.file("a.gpx"), isCanceled: { never.isCanceled })
        #expect(timeline.count == 5000 && never.count == 1 + 5000 / TrackTimeline.cancellationStep)
    }

    @Test("The search for files that may show a place ends at the next folder or file")
    func remainders() async throws {
        mkdir(album.path("deep"), 0o755)
        for number in 0..<20 {
            album.album.add("deep/\(number).xmp", Array("<x/>".utf8))
            album.album.add("\(number).psd", [1])
        }
        let folder = album.opened
        let contents = try await folder.contents()
        let never = Cancellation(at: .max)
        let all = PhotoFolder.StripPlanner.remainders(of: folder, contents, isCanceled: { never.isCanceled })
        #expect(all.count >= 20 && never.count > 40, "\(all.count) \(never.count)")
        for limit in [1, 2, 10, 20] {
            let cancellation = Cancellation(at: limit)
            _ = PhotoFolder.StripPlanner.remainders(of: folder, contents, isCanceled: { cancellation.isCanceled })
            #expect(cancellation.count < never.count / 2 + limit, "\(limit): \(cancellation.count)")
        }
    }

    @Test("Planning a sort ends at the next photo")
    func sorting() async throws {
        for number in 0..<20 { album.addPair("\(1000 + number)", second: number) }
        let assets = try await album.opened.contents().assets
        let sorter = FolderSorter(into: album.path("out"), by: try SortPattern("%Y"))
        let facts = assets.map { asset in
            SortPattern.Facts(
                date: asset.date, place: nil, camera: nil, type: asset.type, stem: FolderSorter.stem(of: asset.fileName)
            )
        }
        let never = Cancellation(at: .max)
        var planner = SortPlanner(sorter)
        let plan = planner.plan(assets, facts, isCanceled: { never.isCanceled })
        #expect(plan?.moved.count == 20 && never.count == 80)
        for limit in [1, 40, 41, 60, 61, 80] {
            let cancellation = Cancellation(at: limit)
            var planner = SortPlanner(sorter)
            #expect(planner.plan(assets, facts, isCanceled: { cancellation.isCanceled }) == nil)
            #expect(cancellation.count == limit)
        }
        let seen = Mutex(0)
        let code = await Task {
            do throws(TaggingError) {
                _ = try await sorter.plan(for: assets) { count in
                    seen.withLock { $0 = count }
                    if count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
                }
                return nil as TaggingError.Code?
            } catch { return error.code }
        }.value
        #expect(code == .canceled && seen.withLock { $0 } == 3)
    }

    /// What planning throws in a task that is cancelled.
    private func failure(
        _ plan: @escaping @Sendable () async throws -> PhotoFolder.Plan
    ) async -> TaggingError.Code? {
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            do { _ = try await plan() } catch { return (error as? TaggingError)?.code }
            return nil
        }.value
    }

    @Test("Each kind of plan of a cancelled task is an error, not a plan")
    func allKinds() async throws {
        album.addPair("a")
        let (folder, track) = (album.opened, try album.addTrack())
        let out = URL(filePath: album.path("out"))
        let pattern = try SortPattern("%Y")
        #expect(await failure { try await folder.geotagging(from: [track]) } == .canceled)
        #expect(await failure { try await folder.placing(at: Walk.place(46.5, 8.25)) } == .canceled)
        #expect(await failure { try await folder.naming() } == .canceled)
        #expect(await failure { try await folder.stripping() } == .canceled)
        #expect(await failure { try await folder.takeout() } == .canceled)
        #expect(await failure { try await folder.sorting(into: out, by: pattern) } == .canceled)
    }
}

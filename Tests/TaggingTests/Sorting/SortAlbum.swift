import Foundation
import Glibc
import LKPhotos
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

/// Photos in a folder `in`, and the folder `out` into which they are sorted, perhaps in another file system.
final class SortAlbum: Sendable {
    let album = Album()
    let out: String
    private let isElsewhere: Bool

    /// - Parameter elsewhere: Whether photos go to another file system, which `/dev/shm` is.
    init(elsewhere: Bool = false) {
        isElsewhere = elsewhere
        out = elsewhere ? "/dev/shm/locationkit-\(UInt64.random(in: 1 ... .max))" : album.path("out")
        mkdir(album.path("in"), 0o755)
    }

    deinit { if isElsewhere { try? FileManager.default.removeItem(atPath: out) } }

    static var hasElsewhere: Bool {
        var (here, there) = (stat(), stat())
        return stat("/dev/shm", &there) == 0 && stat(NSTemporaryDirectory(), &here) == 0 && here.st_dev != there.st_dev
            && access("/dev/shm", W_OK) == 0
    }

    var source: String { album.path("in") }

    /// An image of a month, other than all others.
    static func picture(_ month: Int, _ number: Int, comment: Int = 8) -> [UInt8] {
        var bytes = DatedPhoto.bytes("2026:0\(month):01 10:00:07")
        let text = Array("\(number) ".utf8) + (0..<comment).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }
        bytes.insert(
            contentsOf: [0xFF, 0xFE, UInt8((text.count + 2) >> 8), UInt8((text.count + 2) & 255)] + text, at: 2)
        return bytes
    }

    /// The video of a live photo, of a second.
    static func video(_ number: Int) -> [UInt8] {
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let count = content.count + 8
            return (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + Array(type.utf8) + content
        }
        func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
        return box("ftyp", Array("isom".utf8) + zeros(4) + Array("isom".utf8))
            + box("moov", box("mvhd", zeros(12) + [0, 0, 2, 88, 0, 0, 2, 88] + zeros(80)))
            + box("free", Array("\(number)".utf8))
    }

    func add(_ name: String, _ bytes: [UInt8], modified: Int = 1_600_000_000) {
        album.add("in/\(name)", bytes, modified: modified)
    }

    /// Photos of two months, some with sidecars, some live.
    func fill(_ count: Int, comment: Int = 8, sidecars: Bool = true) {
        for number in 10..<10 + count {
            add(
                "\(number).jpg", Self.picture(5 + number % 2, number, comment: comment),
                modified: 1_600_000_000 + number)
            if sidecars, number % 3 == 0 {
                add("\(number).jpg.xmp", Array("sidecar \(number)".utf8), modified: 1_500_000_000)
            }
            if number % 4 == 0 { add("\(number).mov", Self.video(number)) }
            if number % 5 == 0 { add("\(number).AAE", Array("adjustments \(number)".utf8)) }
        }
    }

    func plan(
        _ pattern: String = "%Y/%m", copies: Bool = false, from folder: String? = nil, only names: [String]? = nil,
        into destination: String? = nil, naming: (any PlaceNaming)? = nil
    ) async throws -> SortPlan {
        var configuration = PhotoLibrary.Configuration()
        configuration.catalog = .none
        let folder = folder ?? source
        let library = PhotoLibrary(
            folders: names == nil ? [URL(filePath: folder)] : [],
            files: (names ?? []).map { URL(filePath: folder + "/" + $0) }, configuration: configuration)
        try await library.reload()
        let sorter = FolderSorter(
            into: destination ?? out, by: try SortPattern(pattern), copies: copies, naming: naming)
        return try await sorter.plan(for: library.allPhotos.assets.sorted { $0.path < $1.path })
    }

    @discardableResult func sort(_ pattern: String = "%Y/%m", copies: Bool = false) async throws -> [PhotoOutcome] {
        let plan = try await plan(pattern, copies: copies)
        let run = SortingRun()
        let outcomes = await run.carryOut(plan.photos)
        await run.finish()
        return outcomes
    }

    /// Waits until so many files have come to a folder of a month, ten seconds at most.
    func waitForNewFiles(_ count: Int) {
        let end = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < end {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: out + "/2026/06")) ?? []
            if names.count >= count { return }
        }
    }

    func undo(_ extent: TaggingJournal.Extent = .newestRun) async throws -> [PhotoOutcome] {
        try await TaggingJournal.undo(extent, in: out).outcomes
    }

    /// All files below both folders but the journals, as `in/1.jpg` and `out/2026/05/1.jpg`.
    var state: [String: Album.Photo] {
        var state: [String: Album.Photo] = [:]
        for (name, root) in [("in", source), ("out", out)] {
            for case let path as String in FileManager.default.enumerator(atPath: root)?.allObjects ?? [] {
                var status = stat()
                guard lstat("\(root)/\(path)", &status) == 0, status.st_mode & S_IFMT != S_IFDIR,
                    !path.hasSuffix(FolderJournal.name)
                else { continue }
                let bytes = FileManager.default.contents(atPath: "\(root)/\(path)").map([UInt8].init) ?? []
                state["\(name)/\(path)"] = Album.Photo(
                    bytes: bytes, modified: PhotoStamp(status).modified, mode: status.st_mode)
            }
        }
        return state
    }

    var names: [String] { state.keys.sorted() }

    /// What is in the folders besides photos: journals, and what should never stay.
    var hidden: [String] {
        [source, out].flatMap { root -> [String] in
            (FileManager.default.enumerator(atPath: root)?.allObjects ?? []).compactMap { $0 as? String }
                .filter { $0.contains(".locationkit") }
        }
    }

    var hasOut: Bool { access(out, F_OK) == 0 }
}

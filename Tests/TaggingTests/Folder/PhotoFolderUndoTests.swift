import Foundation
import Glibc
import LKGeo
import LKGeocoding
import LKMetadata
import LKPhotos
import TestSupport
import Testing

@testable import LKPlanning
@testable import LKTagging

@Suite("PhotoFolder undoes what it did, or names the folder where that can be undone") struct PhotoFolderUndoTests {
    private let album = PhotoFolderAlbum()

    private var source: URL { URL(filePath: album.path("in")) }
    private var destination: URL { URL(filePath: album.path("out")) }

    init() { mkdir(album.path("in"), 0o755) }

    private func open(_ urls: URL...) -> PhotoFolder { PhotoFolder(urls, options: album.options) }

    private func state(_ name: String) -> [String: Album.Photo] {
        Dictionary(
            uniqueKeysWithValues: ["a.jpg", "a.dng", "b.jpg", "b.dng"].compactMap { file in
                album.photo("\(name)/\(file)").map { (file, $0) }
            })
    }

    private func write(_ plan: PhotoFolder.Plan, _ folder: PhotoFolder) async {
        let outcomes = await album.outcomes(folder.write(plan))
        #expect(outcomes.allSatisfy { $0.error == nil } && outcomes.contains { $0.action == .written }, "\(outcomes)")
    }

    @Test("Positions, names and folders planned one after the other build on each other, and undo takes all of it back")
    func building() async throws {
        album.addPair("in/a")
        album.addPair("in/b", second: 60)
        let before = state("in")
        let (folder, track) = (open(source), try album.addTrack())
        defer { unlink(track.path) }
        await write(try await folder.geotagging(from: [track], album.geotagging), folder)
        try await folder.refresh()
        #expect(
            folder.library.allPhotos.assets.map { abs(($0.location?.coordinate.longitude ?? 0) - 8.25) < 1e-6 }
                == [true, true])
        let naming = try await folder.naming(geocoder: Geocoder([InventedTown()]))
        #expect(naming.written.count == 2, "\(naming)")
        await write(naming, folder)
        let sorting = try await folder.sorting(into: destination, by: try SortPattern("%city"))
        #expect(
            sorting.written.compactMap(\.newURL?.path).sorted()
                == ["a", "b"].map { "\(destination.path)/\(InventedTown.city)/\($0).jpg" })
        await write(sorting, folder)
        try await folder.refresh()
        #expect(folder.library.allPhotos.assets.isEmpty && state("in").isEmpty)
        let both = open(source, destination)
        #expect(try await both.runs().map(\.count) == [4, 4, 4])
        let undone = await album.outcomes(try await both.undo(.all))
        #expect(undone.count == 12 && undone.allSatisfy { $0.action == .restored }, "\(undone)")
        #expect(state("in") == before && access(destination.path, F_OK) != 0)
        #expect(try await open(source).runs().isEmpty)
    }

    @Test(
        "Undo in the folder that photos came from names the one into which they were sorted", arguments: [false, true])
    func sortedElsewhere(copies: Bool) async throws {
        album.addPair("in/a")
        let before = state("in")
        let folder = open(source)
        var options = PhotoFolder.Sorting()
        options.copies = copies
        await write(try await folder.sorting(into: destination, by: try SortPattern("%Y"), options), folder)
        let real = try RealPath.of(destination.path)
        // Also in a program that has not sorted them, and for a single photo.
        var opened = [folder, open(source)]
        opened.append(PhotoFolder(folders: [], files: [source.appending(path: "a.jpg")], options: album.options))
        for folder in opened {
            for extent: PhotoFolder.Extent in [.newestRun, .all] {
                let error = await #expect(throws: TaggingError.self) { try await folder.undo(extent) }
                #expect(
                    error?.code == .elsewhere && error?.path == real, "\(error as Any)")
                #expect(error?.advice?.contains(destination.lastPathComponent) == true)
            }
        }
        _ = await album.outcomes(try await open(destination).undo())
        #expect(state("in") == before && access(destination.path, F_OK) != 0)
        // Nothing is left to be named.
        #expect(try await folder.undo().count == 0)
    }

    @Test("A run before photos were sorted is only undone with the folder they are in, one behind that by itself")
    func interleaved() async throws {
        album.addPair("in/a")
        let before = state("in")
        let folder = open(source)
        await write(try await folder.placing(at: Walk.place(46.5, 8.25)), folder)
        await write(try await folder.sorting(into: destination, by: try SortPattern("%Y")), folder)
        let error = await #expect(throws: TaggingError.self) { try await folder.undo() }
        #expect(error?.code == .elsewhere && error?.advice?.hasSuffix("as well") == true, "\(error as Any)")
        album.addPair("in/b")
        let later = state("in")
        await write(try await folder.placing(at: Walk.place(46.5, 8.25)), folder)
        let undoing = try await folder.undo()
        #expect(undoing.elsewhere.map(\.lastPathComponent) == ["out"])
        #expect(await album.outcomes(undoing).allSatisfy { $0.action == .restored })
        #expect(state("in") == later)
        await #expect(throws: TaggingError.self) { try await folder.undo(.all) }
        _ = await album.outcomes(try await open(source, destination).undo(.all))
        #expect(state("in").filter { $0.key.hasPrefix("a") } == before)
    }

    @Test("Of a run before one of its photos was sorted the others are undone, and the one names the folder it is in")
    func someSorted() async throws {
        album.addPair("in/a")
        album.addPair("in/b")
        let before = state("in")
        let folder = open(source)
        await write(try await folder.placing(at: Walk.place(46.5, 8.25)), folder)
        let one = open(source.appending(path: "a.jpg"))
        await write(try await one.sorting(into: destination, by: try SortPattern("%Y")), one)
        let undoing = try await folder.undo()
        #expect(undoing.elsewhere.map(\.lastPathComponent) == ["out"])
        let outcomes = await album.outcomes(undoing)
        #expect(outcomes.count { $0.action == .restored } == 2, "\(outcomes)")
        let failed = outcomes.compactMap(\.error)
        #expect(
            failed.count == 2 && failed.allSatisfy { $0.code == .elsewhere && $0.path.contains("/in/a.") }, "\(failed)")
        #expect(failed.allSatisfy { $0.message.contains("/out since; undo there first, then here again") }, "\(failed)")
        #expect(state("in") == before.filter { $0.key.hasPrefix("b") })
        _ = await album.outcomes(try await open(destination).undo())
        #expect(await album.outcomes(try await folder.undo()).allSatisfy { $0.error == nil })
        #expect(state("in") == before)
    }

    @Test("The runs of a single photo are those that changed it, and undo says which it undoes")
    func singleFile() async throws {
        album.addPair("in/a")
        album.addPair("in/b")
        let before = state("in")
        let folder = open(source)
        await write(try await folder.placing(at: Walk.place(56.9, 24.1)), folder)
        let file = PhotoFolder(source.appending(path: "a.jpg"), options: album.options)
        await write(try await file.naming(geocoder: Geocoder([NamedTown()])), file)
        let other = PhotoFolder(source.appending(path: "b.jpg"), options: album.options)
        #expect(try await file.runs().map(\.count) == [2, 2])
        #expect(try await other.runs().map(\.count) == [2])
        #expect(try await folder.runs().map(\.count) == [2, 4])
        let newest = try await file.undo()
        #expect(newest.runs.map(\.count) == [2] && newest.count == 2)
        _ = await album.outcomes(newest)
        #expect(try await file.runs().map(\.count) == [2])
        _ = await album.outcomes(try await file.undo(.all))
        #expect(try await file.runs().isEmpty)
        #expect(try await other.runs().map(\.count) == [2])
        #expect(state("in")["a.jpg"] == before["a.jpg"] && state("in")["b.jpg"] != before["b.jpg"])
        let missing = PhotoFolder(source.appending(path: "none.jpg"), options: album.options)
        #expect(try await missing.runs().isEmpty)
    }

    @Test("One import of several into a library is taken back, and the others stay", arguments: [false, true])
    func oneImport(copies: Bool) async throws {
        var options = PhotoFolder.Sorting()
        options.copies = copies
        for name in ["a", "b", "c"] {
            album.addPair("in/\(name)")
            let folder = PhotoFolder(
                folders: [], files: [source.appending(path: "\(name).jpg")], options: album.options)
            let plan = try await folder.sorting(into: destination, by: try SortPattern("%Y"), options)
            #expect(plan.summary == "1 photo or video: would \(copies ? "copy" : "move") 1")
            await write(plan, folder)
        }
        let library = open(source, destination)
        let runs = try await library.runs()
        #expect(runs.count == 3)
        func sorted() -> [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: album.path("out/2026"))) ?? []
            return names.filter { !$0.hasPrefix(".") }.sorted()
        }
        let all = sorted()
        let undoing = try await library.undo(.run(runs[1]))
        #expect(undoing.runs == [runs[1]] && undoing.count == runs[1].count)
        let outcomes = await album.outcomes(undoing)
        #expect(outcomes.allSatisfy { $0.action == .restored }, "\(outcomes)")
        #expect(sorted() == all.filter { !$0.hasPrefix("b.") } && !sorted().isEmpty)
        #expect(album.photo("in/b.jpg") != nil)
        #expect(try await library.runs() == [runs[0], runs[2]])
        // Undone already.
        #expect(try await library.undo(.run(runs[1])).count == 0)
        _ = await album.outcomes(try await library.undo(.all))
        #expect(sorted().isEmpty && album.photo("in/a.jpg") != nil && album.photo("in/c.jpg") != nil)
    }

    @Test("A run is not undone in files that a newer one has changed, and is once that is undone")
    func overlappingRuns() async throws {
        album.addPair("in/a")
        let before = state("in")
        let folder = open(source)
        let between = try await placedTwice(folder)
        let after = state("in")
        let runs = try await folder.runs()
        let refused = await album.outcomes(try await folder.undo(.run(runs[1])))
        #expect(
            refused.allSatisfy { $0.error?.code == .changed && $0.error?.advice == "undo that run first" }, "\(refused)"
        )
        #expect(!refused.isEmpty && state("in") == after)
        _ = await album.outcomes(try await folder.undo(.run(runs[0])))
        #expect(state("in") == between)
        let file = PhotoFolder(source.appending(path: "a.jpg"), options: album.options)
        _ = await album.outcomes(try await file.undo(.run(runs[1])))
        #expect(state("in") == before)
    }

    @Test("A folder that does not exist is named alike by plans, runs and undo, and nothing is restored there")
    func missingFolder() async throws {
        let missing = URL(filePath: album.path("none"))
        let folder = open(missing)
        let message = "the folder \(missing.path) does not exist; check the name, and whether its disk is mounted"
        for attempt in [
            { @Sendable () async throws in _ = try await folder.stripping() },
            { _ = try await folder.runs() }, { _ = try await folder.undo() }, { _ = try await folder.forget() },
        ] {
            let error = await #expect(throws: TaggingError.self) { try await attempt() }
            #expect(error?.message == message && error?.code == .unreadable)
        }
        #expect(try await folder.recover() == PhotoFolder.Recovery())
    }

    @Test("A cancelled undo unlocks the folders at once, and continues when it is read again")
    func cancelledUndo() async throws {
        for number in 0..<600 { album.addPair("in/\(1000 + number)", second: number) }
        let before = album.album.bytes("in/1300.jpg")
        let folder = open(source)
        await write(try await folder.placing(at: Walk.place(46.5, 8.25)), folder)
        let undoing = try await folder.undo()
        let first = await Task {
            var outcomes: [PhotoFolder.Outcome] = []
            for await outcome in undoing {
                outcomes.append(outcome)
                if outcomes.count == 1 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return outcomes
        }.value
        #expect(first.count < undoing.count && first.contains { $0.action == .restored })
        // Another run may have the folder, although the undo is still there.
        #expect(try await open(source).recover() == PhotoFolder.Recovery())
        let rest = await album.outcomes(undoing)
        #expect(first.count + rest.count == undoing.count && rest.allSatisfy { $0.action == .restored })
        #expect(try await open(source).runs().isEmpty)
        #expect(album.album.bytes("in/1300.jpg") == before)
    }

    /// A folder and a photo, placed twice with the position of each run.
    private func placedTwice(_ folder: PhotoFolder) async throws -> [String: Album.Photo] {
        await write(try await folder.placing(at: Walk.place(46.5, 8.25)), folder)
        let between = state("in")
        try await folder.refresh()
        await write(try await folder.placing(at: Walk.place(56.9, 24.1), policy: .replace), folder)
        return between
    }

    @Test("A cancelled undo of a single photo continues with its run only, not with the one before")
    func cancelledSingleFile() async throws {
        album.addPair("in/a")
        let between = try await placedTwice(open(source))
        let file = PhotoFolder(source.appending(path: "a.jpg"), options: album.options)
        let undoing = try await file.undo()
        let first = await Task {
            var count = 0
            for await _ in undoing {
                count += 1
                withUnsafeCurrentTask { $0?.cancel() }
            }
            return count
        }.value
        #expect(first > 0)
        let rest = await album.outcomes(undoing)
        #expect(first + rest.count == 2 && undoing.count == 2, "\(first) \(rest)")
        #expect(state("in") == between)
        #expect(try await file.runs().map(\.count) == [2])
    }

    @Test("An undo takes back what it was prepared for", arguments: [false, true])
    func prepared(isAll: Bool) async throws {
        album.addPair("in/a")
        let folder = open(source)
        let file = PhotoFolder(source.appending(path: "a.jpg"), options: album.options)
        guard isAll else {
            // Two that were prepared for the same run.
            let between = try await placedTwice(folder)
            let (first, second) = (try await file.undo(), try await file.undo())
            #expect(await album.outcomes(first).count == 2)
            #expect(await album.outcomes(second).isEmpty)
            #expect(state("in") == between)
            return
        }
        await write(try await folder.placing(at: Walk.place(46.5, 8.25)), folder)
        let (undoing, ofFile) = (try await folder.undo(.all), try await file.undo(.all))
        album.addPair("in/b")
        let later = open(source)
        await write(try await later.placing(at: Walk.place(46.5, 8.25)), later)
        let placed = state("in")
        #expect(await album.outcomes(undoing).count == undoing.count)
        #expect(await album.outcomes(ofFile).isEmpty)
        #expect(state("in")["b.jpg"] == placed["b.jpg"] && state("in")["a.jpg"] != placed["a.jpg"])
        #expect(try await open(source).runs().map(\.count) == [2])
    }

    @Test("While a run changes photos in the other folder, it is not said that nothing was sorted there")
    func sortedIntoBusy() async throws {
        album.addPair("in/a")
        let folder = open(source)
        await write(try await folder.sorting(into: destination, by: try SortPattern("%Y")), folder)
        let lock = Glibc.open(album.path("out/2026/\(FolderJournal.name)"), O_RDWR | O_CLOEXEC)
        try #require(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        for extent: PhotoFolder.Extent in [.newestRun, .all] {
            let error = await #expect(throws: TaggingError.self) { try await folder.undo(extent) }
            #expect(error?.code == .busy && error?.message.contains("out/2026") == true, "\(error as Any)")
        }
        let found = await folder.sortedElsewhere()
        #expect(found.map(\.folder) == [try RealPath.of(destination.path)] && found.first?.busy != nil)
        close(lock)
        let error = await #expect(throws: TaggingError.self) { try await folder.undo() }
        #expect(error?.code == .elsewhere)
        _ = await album.outcomes(try await open(destination).undo())
    }

    @Test("The advice says if newer runs are undone in the other folder first")
    func newerRunsElsewhere() async throws {
        album.addPair("in/a")
        let folder = open(source)
        await write(try await folder.sorting(into: destination, by: try SortPattern("%Y")), folder)
        #expect(await folder.sortedElsewhere().map(\.hasNewerRuns) == [false])
        mkdir(album.path("card"), 0o755)
        album.addPair("card/b")
        let card = open(URL(filePath: album.path("card")))
        await write(try await card.sorting(into: destination, by: try SortPattern("%Y")), card)
        #expect(await folder.sortedElsewhere().map(\.hasNewerRuns) == [true])
        #expect(await card.sortedElsewhere().map(\.hasNewerRuns) == [false])
        let error = await #expect(throws: TaggingError.self) { try await folder.undo() }
        #expect(error?.code == .elsewhere && error?.advice?.contains("newer runs there are undone first") == true)
        _ = await album.outcomes(try await open(destination).undo(.all))
    }
}

/// A provider whose name for a town no gazetteer has.
private struct InventedTown: GeocodingProvider {
    static let city = "Neustadt am Prüfstein"
    let name = "invented"
    let attribution: String? = nil
    let isOffline = true

    func reverseGeocode(
        _ coordinate: Coordinate, languages: [LanguageTag]
    ) async throws(GeocodingError) -> [Placemark] {
        var placemark = Placemark(coordinate: coordinate, provider: name)
        (placemark.locality, placemark.country, placemark.isoCountryCode) = (Self.city, "Schweiz", "CH")
        return [placemark]
    }
}

@Suite("Which folders photos were sorted into is remembered") struct SortDestinationsTests {
    private let folder = TemporaryFolder()

    @Test("The newest sorts stay, each once, also those into folders that are not there at the moment")
    func remembering() throws {
        let destinations = SortDestinations(in: folder.file("state"))
        #expect(try destinations.sorts().isEmpty)
        mkdir(folder.file("a"), 0o755)
        mkdir(folder.file("b"), 0o755)
        let sorts = ["a", "b"].map { SortDestinations.Sort(source: "/in \n\"é\"", destination: folder.file($0)) }
        for sort in sorts + sorts.reversed() { try destinations.add(sort) }
        #expect(try destinations.sorts() == sorts.reversed())
        rmdir(folder.file("b"))
        try destinations.add(.init(source: "/0", destination: folder.file("a")))
        #expect(try destinations.sorts().contains(sorts[1]))
        for number in 0..<300 { try destinations.add(.init(source: "/\(number)", destination: folder.file("a"))) }
        let kept = try destinations.sorts()
        #expect(kept.count == 256 && kept.last?.source == "/299" && !kept.contains(sorts[1]))
    }

    @Test("Lines that are not understood are passed over, and a file that is none is an error")
    func damage() throws {
        mkdir(folder.file("state"), 0o700)
        let line = #"{"source":"/a","destination":"/b"}"#
        try Data("{\n\(line)\n[1]\n\u{0}\n\(line.dropLast(4))".utf8).write(
            to: URL(filePath: folder.file("state/sorted-folders")))
        #expect(try SortDestinations(in: folder.file("state")).sorts() == [.init(source: "/a", destination: "/b")])
        unlink(folder.file("state/sorted-folders"))
        mkdir(folder.file("state/sorted-folders"), 0o700)
        #expect(throws: (any Error).self) { try SortDestinations(in: folder.file("state")).sorts() }
    }

    @Test("A file or folder that others can write to does not count, nor a path that no sort has")
    func distrust() throws {
        let (state, file) = (folder.file("state"), folder.file("state/sorted-folders"))
        let destinations = SortDestinations(in: state)
        let sort = SortDestinations.Sort(source: "/", destination: "/b")
        try destinations.add(sort)
        #expect(try destinations.sorts() == [sort])
        chmod(file, 0o622)
        #expect(throws: (any Error).self) { try destinations.sorts() }
        let other = SortDestinations.Sort(source: "/c", destination: "/d")
        try destinations.add(other)
        #expect(try destinations.sorts() == [other])
        chmod(state, 0o777)
        #expect(throws: (any Error).self) { try destinations.sorts() }
        #expect(throws: (any Error).self) { try destinations.add(sort) }
        chmod(state, 0o700)
        for (source, path) in [
            ("/a", "/"), ("/a", "b"), ("/a", "/b/../c"), ("/a", "/./b"), ("/a", "//b"), ("/a", "/b/"), ("a", "/b"),
            ("", "/b"),
            ("/a", ""),
        ] {
            try destinations.add(.init(source: source, destination: path))
        }
        #expect(try destinations.sorts() == [other])
        // Too big, or cannot be read.
        try Data(count: 5 << 20).write(to: URL(filePath: file))
        chmod(file, 0o600)
        #expect(throws: (any Error).self) { try destinations.sorts() }
        try destinations.add(sort)
        #expect(try destinations.sorts() == [sort])
    }

    @Test("Only a journal makes a folder one into which photos were sorted")
    func unfounded() {
        mkdir(folder.file("out"), 0o755)
        let sort = SortDestinations.Sort(source: folder.file("in"), destination: folder.file("out"))
        #expect(SortedElsewhere.find([sort], folders: [folder.file("in")], files: []).isEmpty)
    }
}

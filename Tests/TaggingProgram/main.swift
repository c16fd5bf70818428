import CFaults
import CLKLinux
import CPowerCut
import Foundation
import Glibc
import LKGeo
import LKLifetime
import LKMetadata
import LKPhotos
import LKPlanning
import LKTagging
import Synchronization
import TaggingPatches

// What the tests of runs do in processes of their own, because it ends them or takes rights from them.
let arguments = CommandLine.arguments
func say(_ message: String, to descriptor: Int32 = STDOUT_FILENO) {
    let line = Array("\(message)\n".utf8)
    write(descriptor, line, line.count)
}
func fail(_ message: String) -> Never {
    say("TaggingProgram: \(message)", to: STDERR_FILENO)
    exit(2)
}
guard arguments.count >= 4 else {
    fail(
        "usage: TaggingProgram tag|undo|place|undo-files|tag-faulty|undo-faulty|sort-faulty|sort-copies-faulty|forget-faulty|recover-faulty|sort|sort-copies|power|names|limited|stop FOLDER MARK|KEPT|LATITUDE|DIR|FAULT [LIMIT]"
    )
}
let (command, folder, argument) = (arguments[1], arguments[2], arguments[3])

/// Writes the mark into all photos, a few at a time.
func tag(_ mark: String, batch: Int, _ options: TaggingRun.Options) async throws {
    try await TaggingJournal.recover(in: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
    let run = TaggingRun(options: options)
    say("begin")
    var start = 0
    while start < names.count {
        let writes = names[start..<min(start + batch, names.count)].map { name in
            var status = stat()
            stat("\(folder)/\(name)", &status)
            return PhotoEdit(path: "\(folder)/\(name)", .patch(Patches.patch(name, Int(status.st_size), mark)))
        }
        for (outcome, name) in zip(await run.write(writes), names[start...]) {
            switch outcome.action {
            case .failed(let error): say("\(name) failed \(error.errno ?? 0) \(error.message)")
            default: say("\(name) \(outcome.action)")
            }
        }
        start += batch
    }
    await run.finish()
}

/// Takes back what was done in the folder.
func undo(_ extent: TaggingJournal.Extent, _ options: TaggingRun.Options) async throws {
    say("begin")
    let undo = try await TaggingJournal.prepareUndo(extent, in: [folder], options: options)
    await undo.run { outcome in say("\(outcome.path) \(outcome.action)") }
}

/// The photos of the folder, which are named one by one.
func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { !$0.hasPrefix(".") && !$0.hasSuffix(".xmp") }.sorted()
}

/// Writes a position into single files, as `locate photos place FILE...` does, a few at a time.
func place(_ latitude: Double, _ options: TaggingRun.Options) async throws {
    guard let coordinate = Coordinate(latitude: latitude, longitude: 20) else { fail("\(latitude) is no latitude") }
    try await TaggingJournal.recover(in: folder, includingSubfolders: false)
    let placer = PhotoPlacer(PhotoLocation(coordinate: coordinate), policy: .replace)
    let tagger = PhotoTagger(options: options)
    let reader = MetadataReader()
    let names = try files()
    say("begin")
    for start in stride(from: 0, to: names.count, by: 6) {
        var edits: [PhotoEdit] = []
        for name in names[start..<min(start + 6, names.count)] {
            do {
                let facts = try PhotoFacts(contentsOf: URL(filePath: "\(folder)/\(name)"), reader: reader)
                if let edit = PhotoEdit(placer.planned(facts)) { edits.append(edit) }
            } catch {
                say("\(name) failed \(error.errno ?? 0) \(error)")
            }
        }
        for photo in await tagger.write(edits) {
            let name = photo.path.dropFirst(folder.utf8.count + 1)
            if case .failed(let error) = photo.action {
                say("\(name) failed \(error.errno ?? 0) \(error.message)")
            } else {
                say("\(name) \(photo.action)")
            }
        }
    }
    await tagger.finish()
}

/// Takes back what was done to single files, as `locate photos undo FILE...` does.
func undoFiles(_ extent: TaggingJournal.Extent) async throws {
    let photos = try files().map { ["\(folder)/\($0)"] }
    say("begin")
    let undo = try await TaggingJournal.prepareUndo(extent, in: [], photos: photos)
    await undo.run { outcome in
        let name = outcome.path.dropFirst(folder.utf8.count + 1)
        if case .failed(let error) = outcome.action {
            say("\(name) failed \(error.errno ?? 0) \(error.message)")
        } else {
            say("\(name) \(outcome.action)")
        }
    }
}

/// Moves the photos of the folder below another one, or copies them, a few at a time.
func sort(into destination: String, copies: Bool, _ options: TaggingRun.Options) async throws {
    for place in [folder, destination] where access(place, F_OK) == 0 { try await TaggingJournal.recover(in: place) }
    var configuration = PhotoLibrary.Configuration()
    configuration.catalog = .none
    let library = PhotoLibrary(folders: [URL(filePath: folder)], configuration: configuration)
    try await library.reload()
    let sorter = FolderSorter(into: destination, by: try SortPattern("%Y/%m"), copies: copies)
    let plan = try await sorter.plan(for: library.allPhotos.assets)
    if let obstacle = plan.obstacle { fail("\(obstacle)") }
    let run = SortingRun(options: options)
    say("begin")
    for start in stride(from: 0, to: plan.photos.count, by: 5) {
        let photos = Array(plan.photos[start..<min(start + 5, plan.photos.count)])
        for outcome in await run.carryOut(photos) {
            let name = outcome.path.dropFirst(folder.utf8.count + 1)
            if case .failed(let error) = outcome.action {
                say("\(name) failed \(error.errno ?? 0) \(error.message)")
            } else {
                say("\(name) \(outcome.action)")
            }
        }
    }
    await run.finish()
}

/// Sets the largest size of a file, in bytes.
func limitFiles(_ text: String) {
    var limit = rlimit(rlim_cur: rlim_t(text) ?? 0, rlim_max: .max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

/// Lets system calls fail from the moment on in which the first photo is replaced; those on journals, `states` and `reads`, and those
/// of a sort from now on.
///
/// The argument says of which kind, from which call on, how many, and whether another program saves a version at this moment:
/// `renames:2:1:edited`; `flags` are renames that the file system does not know, and `links` these and links. With `stuck` all
/// removals fail as well; `modeless` is a file system without permissions.
@MainActor func faulty() throws {
    let words = argument.split(separator: ":").map(String.init)
    guard words.count == 4, let first = Int32(words[1]), let count = Int32(words[2]) else { fail(argument) }
    let hasBegun = Mutex(false)
    options.jobs = 1
    if ["states", "reads"].contains(words[0]) || command.hasPrefix("sort") {
        return begin(words[0], faults_range(first: first, count: count, error: EIO))
    }
    options.willReplace = { path in
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst else { return }
        if words[3] == "edited" {
            let saved = Array("saved by another program".utf8)
            let file = open("\(path).saving", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
            write(file, saved, saved.count)
            close(file)
            rename("\(path).saving", path)
        }
        begin(words[0], faults_range(first: first, count: count, error: EIO))
    }
}

/// Lets system calls of a kind fail from now on.
@Sendable func begin(_ kind: String, _ faults: faults_range) {
    var faults = faults
    switch kind {
    case "renames": faults_in_renames(faults)
    case "removals": faults_in_removals(faults)
    case "stuck":
        faults_in_renames(faults)
        faults_in_removals(faults_range(first: 1, count: 1000, error: EIO))
    case "states": faults_in_states(faults)
    case "reads": faults_in_reads(faults)
    case "modes": faults_in_modes(faults)
    case "times": faults_in_times(faults)
    case "modeless":
        faults.error = EPERM
        faults_in_modes(faults)
    case "flags", "links":
        faults.error = EINVAL
        faults_in_renames(faults)
        faults.error = EPERM
        if kind == "links" { faults_in_links(faults) }
    default: fail("\(kind) is unknown")
    }
}

var options = TaggingRun.Options()
options.jobs = 2
options.inPlaceSize = 1000
do {
    switch command {
    case "tag": try await tag(argument, batch: 8, options)
    case "undo": try await undo(argument == "all" ? .all : .newestRun, .init())
    case "place":
        if arguments.count > 4 { limitFiles(arguments[4]) }
        try await place(Double(argument) ?? 0, options)
    case "sort", "sort-copies":
        if arguments.count > 4 { limitFiles(arguments[4]) }
        try await sort(into: argument, copies: command == "sort-copies", options)
    case "undo-files":
        if arguments.count > 4 { limitFiles(arguments[4]) }
        try await undoFiles(argument == "all" ? .all : .newestRun)
    case "tag-faulty":
        try faulty()
        try await tag("A", batch: 100, options)
    case "undo-faulty":
        try faulty()
        try await undo(.all, options)
    case "sort-faulty", "sort-copies-faulty":
        try faulty()
        try await sort(into: arguments[4], copies: command == "sort-copies-faulty", options)
    case "forget-faulty":
        try faulty()
        say("begin")
        try await TaggingJournal.forget(in: folder)
        say("forgotten")
    case "recover-faulty":
        try faulty()
        say("begin")
        try await PhotoFolder(URL(filePath: folder)).recover()
    case "power", "names":
        powercut_begin(argument)
        let file = open(folder, O_RDONLY | O_DIRECTORY)
        if command == "names" {
            fsync(file)
        } else {
            guard clinux_sync_file_system(file) == 0 else { fail("no syncfs") }
            try await tag(arguments[4], batch: Int(arguments[5]) ?? 1, options)
        }
    case "limited":
        limitFiles(argument)
        try await tag("limited", batch: 100, options)
    case "stop":
        try TaskCompletion.shared.setUp()
        options.makeCheck = {
            { _, _ in
                say("checking")
                while !TaskCompletion.shared.isStopping { usleep(1000) }
            }
        }
        try await tag(argument, batch: 1000, options)
    default: fail("\(command) is unknown")
    }
} catch { fail("\(error)") }

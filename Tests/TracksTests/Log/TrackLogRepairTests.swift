import Foundation
import Glibc
import LKGeo
import LKTrackFormats
import TestSupport
import Testing

@testable import LKTracks

@Suite("TrackLog: repair") struct TrackLogRepairTests {
    private let recording = Recording()
    private var repaired: String { recording.folder.file("new.track") }
    private static let isThorough = ProcessInfo.processInfo.environment["LOCATIONKIT_THOROUGH"] == "1"

    /// A log with points of several shapes, marks and two segments.
    private func sample(_ count: Int = isThorough ? 400 : 160) throws -> [UInt8] {
        let recorder = try recording.open()
        for second in 0..<count {
            var fix = Samples.fix(
                Double(second) + (second > count / 2 ? 600 : 0), metres: Double(second) * 1.3,
                altitude: second.isMultiple(of: 7) ? nil : 400 + Double(second) / 3)
            if second > 20 { fix.speed = 1.25 + Double(second) / 1000 }
            recorder.append(fix.from("/dev/ttyACM0"))
            if second == 100 { recorder.mark(name: "Hut", note: String(repeating: "long ", count: 2000)) }
            if second == 140 { recorder.note("rain") }
        }
        try recorder.finishAndWait()
        return [UInt8](try #require(FileManager.default.contents(atPath: recording.path)))
    }

    private func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: recording.path)) }

    /// How many points are saved of a file.
    private func saved(_ bytes: [UInt8]) throws -> Int {
        try put(bytes)
        unlink(repaired)
        do { return try TrackLog.repair(recording.path, to: repaired).pointCount } catch TrackError.Code.notATrackLog {
            return 0
        }
    }

    /// What a file reads as; `nil` when it is refused.
    private func read() -> [Location]? {
        (try? TrackLog(path: recording.path).track()).map { $0.segments.flatMap(\.locations) }
    }

    /// How many whole points SQLite's own program recovers.
    ///
    /// Debian's is built without what `.recover` needs; its `.dump` reads what can be read, from both ends. What is cut off is
    /// zeros to SQLite: a row whose last text is missing is not whole.
    private func recovered() throws -> Int {
        func count(_ table: String, _ latitude: String, _ longitude: String, _ source: String) -> String {
            "SELECT count(*) FROM \(table) WHERE typeof(\(latitude)) IN ('real', 'integer') AND \(latitude) BETWEEN -90 AND 90 "
                + "AND typeof(\(longitude)) IN ('real', 'integer') AND \(longitude) BETWEEN -180 AND 180 "
                + "AND \(source) = 'other';"
        }
        let queries = count("point", "latitude", "longitude", "source") + count("lost_and_found", "c3", "c4", "c22")
        let dump = "sqlite3 '\(recording.path)' .dump 2>/dev/null | sed 's/^ROLLBACK.*/COMMIT;/'"
        let recovery = "sqlite3 '\(recording.path)' .recover 2>/dev/null"
        let command =
            "(if \(recovery) | grep -q INSERT; then \(recovery); else \(dump); fi; echo \"\(queries)\") "
            + "| sqlite3 :memory: 2>/dev/null"
        let pipe = try #require(popen(command, "r"))
        defer { pclose(pipe) }
        var text = [CChar](repeating: 0, count: 256)
        var total = 0
        while fgets(&text, 256, pipe) != nil {
            total += Int(String(decoding: text.prefix { $0 > 32 }.map { UInt8($0) }, as: UTF8.self)) ?? 0
        }
        return total
    }

    private static let hasProgram = access("/usr/bin/sqlite3", X_OK) == 0

    @Test("A log that is cut off anywhere gives at least the points that SQLite recovers, and is never taken for whole")
    func cut() throws {
        let bytes = try sample()
        let whole = try #require(read())
        let judged = Self.hasProgram ? try recovered() : whole.count
        #expect(judged == whole.count)
        var lengths = (0..<8).map { bytes.count * $0 / 8 + $0 } + [bytes.count - 1, bytes.count - 1000]
        if Self.isThorough { lengths = (1...500).map { bytes.count * $0 / 501 } }
        var more = 0
        for length in lengths {
            let count = try saved(Array(bytes[..<length]))
            #expect(count <= whole.count)
            if length > 8192 {
                let points = read()
                #expect(points == nil || points == whole, "\(length) of \(bytes.count) bytes")
            }
            guard Self.hasProgram else { continue }
            let judge = try recovered()
            #expect(count >= judge, "\(length) of \(bytes.count) bytes")
            if count > judge { more += 1 }
        }
        if Self.isThorough { print("cut at \(lengths.count) places: more points than .recover at \(more)") }
    }

    @Test("The way of a log that is cut off is that of its saved points") func way() throws {
        let bytes = try sample()
        var logs = 0
        for eighth in 2..<8 {
            let count = try saved(Array(bytes[..<(bytes.count * eighth / 8)]))
            guard let log = try? TrackLog(path: repaired) else { continue }
            logs += 1
            let way = try log.track().segments.reduce(0) { sum, segment in
                sum
                    + zip(segment.locations, segment.locations.dropFirst()).reduce(0) {
                        $0 + $1.0.coordinate.distance(to: $1.1.coordinate)
                    }
            }
            #expect(abs(try log.information().distance - way) < 0.01 * way + 0.001, "\(count) points")
        }
        #expect(logs > 3)
    }

    @Test("A flipped bit costs one point at the most, and is never taken for a whole log with fewer points")
    func flipped() throws {
        let bytes = try sample()
        let whole = try #require(read())
        var random = SeededGenerator(seed: 11)
        var (all, more, refused, changed, worst) = (0, 0, 0, 0, whole.count)
        for number in 0..<(Self.isThorough ? 5000 : 12) {
            var damaged = bytes
            let place = Int.random(in: damaged.indices, using: &random)
            damaged[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            let count = try saved(damaged)
            worst = min(worst, count)
            #expect(count >= whole.count - 1 && count <= whole.count, "byte \(place): \(count)")
            if count == whole.count { all += 1 }
            if let points = read() {
                #expect(points.count == whole.count, "byte \(place)")
                // SQLite has no checksums: one value may be another one, and no more than that.
                let differing = zip(points, whole).count { $0 != $1 }
                #expect(differing <= 1, "byte \(place)")
                if differing > 0 { changed += 1 }
            } else {
                refused += 1
            }
            guard Self.hasProgram, Self.isThorough || number < 3 else { continue }
            let judge = try recovered()
            #expect(count >= judge, "byte \(place)")
            if count > judge { more += 1 }
        }
        if Self.isThorough {
            print(
                "flipped: all points saved \(all), at least \(worst) of \(whole.count), more than .recover \(more); "
                    + "read: refused \(refused), a value changed unnoticed \(changed)")
        }
    }

    @Test("A whole log is copied with everything that is in it") func whole() throws {
        _ = try sample()
        let before = try recording.log
        let repair = try TrackLog.repair(recording.path, to: repaired)
        let after = try TrackLog(path: repaired)
        #expect(repair.losses == TrackLog.Repair.Losses())
        #expect(!repair.wasDamaged)
        // Not compared within the expectation, which would print all points.
        let isSameTrack = try before.track() == after.track()
        #expect(isSameTrack)
        #expect(try before.information() == after.information())
        #expect(try before.visits() == after.visits())
        var (first, second) = ([TrackLog.Element](), [TrackLog.Element]())
        try before.forEach { first.append($0) }
        try after.forEach { second.append($0) }
        let differing = zip(first, second).first { $0 != $1 }
        #expect(first.count == second.count && differing == nil)
    }

    @Test("A new file is made, and none is replaced") func existing() throws {
        _ = try sample(3)
        try Data("mine".utf8).write(to: URL(filePath: repaired))
        #expect(throws: TrackError.self) { try TrackLog.repair(recording.path, to: repaired) }
        #expect(FileManager.default.contents(atPath: repaired) == Data("mine".utf8))
        try put(Array("no log at all".utf8))
        #expect(throws: TrackError.self) { try TrackLog.repair(recording.path, to: recording.folder.file("other")) }
        #expect(!FileManager.default.fileExists(atPath: recording.folder.file("other")))
    }

    @Test("What a killed recorder left in its write-ahead log is saved, also behind a damage in it")
    func writeAheadLog() throws {
        let recorder = try recording.open()
        for second in 0..<300 {
            recorder.append(Samples.fix(Double(second), metres: Double(second)))
            if second.isMultiple(of: 20) { try recorder.flushAndWait() }
        }
        try recorder.flushAndWait()
        let path = recording.folder.file("killed.track")
        let (log, wal) = (
            try #require(FileManager.default.contents(atPath: recording.path)),
            try #require(FileManager.default.contents(atPath: recording.path + "-wal"))
        )
        try log.write(to: URL(filePath: path))
        var bytes = wal
        bytes[wal.count / 2] ^= 1
        try bytes.write(to: URL(filePath: path + "-wal"))
        #expect(try TrackLog.repair(path, to: repaired).pointCount >= 299)
        try recorder.finishAndWait()
    }

    @Test(
        "A damage in a write-ahead log is an error where SQLite would pass over what follows, and a recorder saves that",
        arguments: [nil, 20, 20_000])
    func hidden(place: Int?) throws {
        let recorder = try recording.open()
        for second in 0..<200 {
            recorder.append(Samples.fix(Double(second), metres: Double(second)))
            if second.isMultiple(of: 10) { try recorder.flushAndWait() }
        }
        try recorder.flushAndWait()
        var killed = Recording()
        killed.configuration = recording.configuration
        let log = try #require(FileManager.default.contents(atPath: recording.path))
        var wal = try #require(FileManager.default.contents(atPath: recording.path + "-wal"))
        if let place { for index in place..<place + 16 { wal[index] ^= 0x5A } }
        try log.write(to: URL(filePath: killed.path))
        try wal.write(to: URL(filePath: killed.path + "-wal"))
        if place == nil {
            #expect(try killed.log.information().pointCount == 200)
            // Torn within its last transaction, it is what a power failure leaves.
            try wal.dropLast(3000).write(to: URL(filePath: killed.path + "-wal"))
            #expect(try killed.log.information().pointCount > 180)
        } else {
            let error = #expect(throws: TrackError.self) { try killed.log.information().pointCount }
            #expect(error?.code == .damaged && error?.message.contains("locate track repair") == true)
            let next = try killed.open()
            let repair = try #require(next.repair)
            #expect(repair.wasDamaged && repair.pointCount >= 199)
            let kept = FileManager.default.contents(atPath: repair.originalPath + "-wal")
            #expect(repair.originalPath == killed.path + ".damaged" && kept == wal)
            next.append(Samples.fix(500, metres: 500))
            try next.finishAndWait()
            #expect(try killed.log.information().pointCount == repair.pointCount + 1)
        }
        try recorder.finishAndWait()
    }

    @Test("A log whose beginning is damaged is one all the same", arguments: [100, 4096])
    func beginning(count: Int) throws {
        var bytes = try sample()
        for index in 0..<count { bytes[index] = 0 }
        try put(bytes)
        #expect(TrackFile.isLog(recording.path))
        let error = #expect(throws: TrackFormatError.self) { try TrackFile.reader(path: recording.path) }
        #expect(error?.message.contains("locate track repair") == true)
        let recorder = try recording.open()
        #expect(recorder.repair?.pointCount == (Self.isThorough ? 400 : 160))
        try recorder.finishAndWait()
        // What only has zeros in it is no log.
        try put([UInt8](repeating: 0, count: 40_000))
        #expect(!TrackFile.isLog(recording.path))
    }

    @Test("Random bytes within rows make no places and times that were never recorded") func invented() throws {
        let bytes = try sample()
        let whole = try #require(read())
        let times =
            try #require(whole.compactMap(\.timestamp).min())...(try #require(whole.compactMap(\.timestamp).max()))
        for seed in 0..<(Self.isThorough ? 300 : 12) {
            var random = SeededGenerator(seed: UInt64(seed))
            var damaged = bytes
            let start = Int.random(in: 8192..<bytes.count - 400, using: &random)
            for index in start..<start + 300 { damaged[index] = UInt8.random(in: 0...255, using: &random) }
            #expect(try saved(damaged) > whole.count / 2)
            for location in try TrackLog(path: repaired).track().segments.flatMap(\.locations) {
                // What is wrong by little cannot be told from what is right.
                #expect(location.coordinate.distance(to: whole[0].coordinate) < 100_000, "seed \(seed)")
                if let time = location.timestamp {
                    #expect(
                        time > times.lowerBound - 3 * 86_400 && time < times.upperBound + 3 * 86_400, "seed \(seed)")
                }
                #expect(location.speed.map { (0...100_000).contains($0) } ?? true, "seed \(seed)")
            }
        }
    }

    @Test("What is lost in the middle is not bridged by a line") func hole() throws {
        let recorder = try recording.open()
        for second in 0..<600 { recorder.append(Samples.fix(Double(second), metres: Double(second))) }
        try recorder.finishAndWait()
        var bytes = [UInt8](try #require(FileManager.default.contents(atPath: recording.path)))
        let middle = bytes.count / 2 / 4096 * 4096
        for index in middle..<middle + 16_384 { bytes[index] = 0 }
        #expect(try saved(bytes) < 540)
        let segments = try TrackLog(path: repaired).track().segments
        #expect(segments.count == 2)
        for segment in segments {
            let times = segment.locations.compactMap(\.timestamp)
            for (one, next) in zip(times, times.dropFirst()) { #expect(next.timeIntervalSince(one) <= 60) }
        }
    }

    @Test("A recorder that finds a damaged log saves it, sets it aside and goes on") func continued() throws {
        let bytes = try sample()
        try put(Array(bytes[..<(bytes.count - 5000)]))
        let recorder = try recording.open()
        let repair = try #require(recorder.repair)
        #expect(repair.wasDamaged && repair.losses.isCutOff && repair.pointCount > 100)
        #expect(repair.originalPath == recording.path + ".damaged")
        #expect(FileManager.default.contents(atPath: repair.originalPath)?.count == bytes.count - 5000)
        recorder.append(Samples.fix(9000))
        try recorder.finishAndWait()
        #expect(try recording.log.information().pointCount == repair.pointCount + 1)
        #expect(try recording.openWhenFree().repair == nil)
    }

    @Test("A damaged log is an error, and with salvaging its points and a warning") func salvaged() throws {
        let bytes = try sample()
        try put(Array(bytes[..<(bytes.count - 1000)]))
        let error = #expect(throws: TrackFormatError.self) { try Track(contentsOf: URL(filePath: recording.path)) }
        #expect(error?.code == .malformed && error?.message.contains("locate track repair") == true)
        let reader = try TrackFile.reader(path: recording.path, salvaging: true)
        let track = try Track(reading: reader)
        let count = track.segments.map(\.locations.count).reduce(0, +)
        #expect(count > 150)
        #expect(track.waypoints.count == 2 && reader.warningCount == 1)
    }

    @Test("A value that is damaged costs itself, and the log without salvaging") func value() throws {
        var bytes = try sample()
        // The estimator of a point: "gst".
        let place = try #require(bytes.lastIndex(of: UInt8(ascii: "g")))
        #expect(bytes[place...].starts(with: "gst".utf8))
        bytes[place] = UInt8(ascii: "q")
        try put(bytes)
        #expect(throws: TrackFormatError.self) { try Track(contentsOf: URL(filePath: recording.path)) }
        let reader = try TrackFile.reader(path: recording.path, salvaging: true)
        let count = try Track(reading: reader).segments.reduce(0) { $0 + $1.locations.count }
        #expect(count == (Self.isThorough ? 400 : 160) && reader.warningCount == 1)
        #expect(reader.warnings.first?.message.contains("1 value could not be read") == true)
    }

    @Test("The temporary name of a repaired log cannot be foreseen, and what has its earlier name stays")
    func temporaryName() throws {
        let (new, former) = (recording.folder.file("new.track"), recording.folder.file(".new.track.part"))
        try put([1])
        #expect(symlink(recording.path, former) == 0)
        var names: Set<String> = []
        for _ in 0..<3 {
            unlink(new)
            try TrackLogFile.installCopy(at: new) { copy in
                names.insert(copy)
                close(open(copy, O_WRONLY | O_CREAT | O_EXCL, 0o600))
            }
        }
        #expect(names.count == 3 && !names.contains(former))
        #expect(FileManager.default.contents(atPath: recording.path) == Data([1]))
        #expect(Set(recording.folder.names).isSuperset(of: ["new.track", ".new.track.part"]))
        #expect(!recording.folder.names.contains { $0.hasSuffix(".part") && $0 != ".new.track.part" })
    }
}

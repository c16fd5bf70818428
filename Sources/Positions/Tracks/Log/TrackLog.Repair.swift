public import FoundationEssentials
import Glibc
import LKFormats
import LKGeo
package import LKStorage
import LKTrackFormats

extension TrackLog {
    /// The result of repairing a track log.
    public struct Repair: Hashable, Sendable {
        /// What is known to be missing; damage without a trace may have destroyed more.
        public struct Losses: Hashable, Sendable {
            /// Points missing by number.
            public var points = 0
            /// Unreadable values and segments.
            public var values = 0
            /// Whether the file is shorter than its header says.
            public var isCutOff = false

            /// Whether nothing is known to be missing.
            public var isEmpty: Bool { self == Losses() }

            /// A description; `nil` when nothing is known to be missing.
            public var sentence: String? {
                var parts: [String] = []
                if isCutOff { parts.append("the file is cut off") }
                // The number of points after the end is unknown.
                let least = isCutOff ? "at least " : ""
                if points > 0 { parts.append("\(least)\(points) point\(points == 1 ? " is" : "s are") missing") }
                if values > 0 { parts.append("\(values) value\(values == 1 ? "" : "s") could not be read") }
                return parts.isEmpty ? nil : parts.joined(separator: ", ")
            }
        }

        /// Whether the log was damaged.
        public var wasDamaged: Bool
        /// The damaged file.
        public var original: URL { URL(filePath: originalPath, directoryHint: .notDirectory) }
        /// The path of the damaged file.
        package var originalPath: String
        /// The number of points saved.
        public var pointCount = 0
        /// The number of segments saved.
        public var segmentCount = 0
        /// The number of waypoints saved.
        public var waypointCount = 0
        /// What is known to be missing.
        public var losses = Losses()
    }
}

extension TrackLog {
    /// Writes every intact point of a log, damaged or not, to a new log.
    ///
    /// Unlike ``init(_:)`` this reads logs that are truncated or damaged anywhere, by searching each page of the
    /// file and of its write-ahead log for points. The damaged file is not changed.
    ///
    /// - Parameters:
    ///   - url: The log.
    ///   - new: The new file. An existing one is replaced if it is empty; a symbolic link is not followed.
    ///   - replacing: Whether any other existing file is replaced too, except a log that was not closed.
    /// - Returns: What was saved.
    /// - Throws: ``TrackError/Code/missing``, ``TrackError/Code/notATrackLog`` when the file contains no part of a
    ///   log, and ``TrackError/Code/system``.
    public static func repair(
        _ url: URL, to new: URL, replacing: Bool = false
    ) throws(TrackError) -> Repair {
        try repair(url.filePath, to: new.filePath, replacesOthers: replacing)
    }

    /// Writes every intact point of a log to a new log; see ``repair(_:to:replacing:)``.
    package static func repair(
        _ path: String, to new: String, replacesOthers: Bool = false
    ) throws(TrackError) -> TrackLog.Repair {
        let output: OutputFile
        do throws(StorageError) {
            output = try OutputFile(
                new, replacing: replacesOthers ? .everything : .nothing, inputs: inputs(of: path),
                refusal: "is not replaced; name a new file")
        } catch {
            throw TrackError(.system, error)
        }
        return try repair(path, to: output)
    }

    /// Returns what a repair of a log reads.
    package static func inputs(of path: String) -> [FileIdentity] {
        [path, path + "-wal"].compactMap { FileIdentity(path: $0) }
    }

    /// Writes every intact point of a log to an output; see ``repair(_:to:replacing:)``.
    package static func repair(_ path: String, to output: OutputFile) throws(TrackError) -> TrackLog.Repair {
        // A log without points has no page to find.
        let isSound = (try? TrackLogFile.isSound(path)) == true
        let salvage = try TrackLogSalvage(path)
        salvage.isSound = isSound
        guard salvage.isLog || isSound else {
            throw TrackError(.notATrackLog, "\(path) contains no part of a track log", advice: "name another file")
        }
        // SQLite would read such a file into the new log.
        for suffix in ["-wal", "-journal"] where OpenLogFiles.identity(output.path + suffix) != nil {
            throw TrackError(
                .inUse, "\(output.path) is a log that is being recorded or was not closed", advice: "name a new file")
        }
        do throws(StorageError) {
            var repair = TrackLog.Repair(wasDamaged: !isSound, originalPath: path)
            try TrackLogFile.installCopy(at: output) { (copy) throws(StorageError) in
                try salvage.write(to: copy, &repair)
            }
            return repair
        } catch { throw TrackError(error, path: output.path) }
    }

    /// Replaces a damaged log by what can be saved of it, and keeps the damaged file under another name.
    ///
    /// - Returns: `nil` when no part of a log was found; then nothing is changed.
    static func repairInPlace(_ path: String) throws(TrackError) -> TrackLog.Repair? {
        let salvage = try TrackLogSalvage(path)
        guard salvage.isLog else { return nil }
        do throws(StorageError) {
            var repair = TrackLog.Repair(wasDamaged: true, originalPath: path)
            var original = path
            try TrackLogFile.installCopy(at: path, settingAside: &original) { (copy) throws(StorageError) in
                try salvage.write(to: copy, &repair)
            }
            repair.originalPath = original
            return repair
        } catch { throw TrackError(error, path: path) }
    }
}

extension TrackLogSalvage {
    /// Writes everything found to a new log.
    fileprivate func write(to copy: String, _ repair: inout TrackLog.Repair) throws(StorageError) {
        var options = Database.Options()
        // The copy is synced once it is complete.
        options.durability = .off
        let database = try Database(copy, .create, options: options)
        try TrackLogFormat.make(
            in: database, name: about.name, note: about.note, software: about.software ?? "LocationKit",
            created: (about.created ?? Date()).timeIntervalSince1970)
        let before = LogPosition()
        var position = before
        var statements = try LogStatements(database)
        try database.transaction { () throws(StorageError) in
            var (beginning, device) = (nil as TrackLog.SegmentReason?, nil as String?)
            var (last, way) = (nil as Location?, 0.0)
            while let item = next() {
                switch item {
                case .segment(let segment):
                    (beginning, device) = (segment.reason, segment.device)
                    last = nil
                case .point(let point):
                    var location = point.location
                    location.device = device
                    if let last { way += last.coordinate.step(to: location.coordinate) }
                    last = location
                    let arrival =
                        point.arrival ?? location.timestamp ?? position.arrival ?? Date(timeIntervalSince1970: 0)
                    try statements.write(
                        .point(.init(location: location, arrival: arrival, beginning: beginning, distance: way)),
                        &position)
                    beginning = nil
                case .waypoint(let waypoint): try statements.write(.waypoint(waypoint), &position)
                case .note(let note): try statements.write(.note(note), &position)
                }
            }
            for (index, entry) in about.visits.sorted(by: { $0.key < $1.key }).enumerated() {
                try statements.write(
                    .visit(entry.value.visit, number: Int64(index + 1), isUnderWay: entry.value.isUnderWay), &position)
            }
            // The recorder's sum includes points that were thinned out, but also lost ones, which a truncated log
            // leaves no trace of.
            if losses == TrackLog.Repair.Losses(), let distance = about.distance, distance.isFinite, distance >= way {
                position.distance = distance
            }
            position.state = about.state ?? .finished
            position.suppressed = about.suppressed
            try statements.finish(position, before: before)
        }
        repair.pointCount = Int(position.point)
        repair.segmentCount = Int(position.segment)
        repair.waypointCount = Int(position.waypoint)
        repair.losses = losses
        if repair.losses != TrackLog.Repair.Losses() { repair.wasDamaged = true }
    }
}

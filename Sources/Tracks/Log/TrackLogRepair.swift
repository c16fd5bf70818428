import FoundationEssentials
import Geo
import Glibc
import Storage

/// What was saved of a track log, and what was not.
public struct TrackLogRepair: Hashable, Sendable {
    /// What is known to be missing; more may be, where a damage left no trace.
    public struct Losses: Hashable, Sendable {
        /// Points whose numbers are missing between those of others.
        public var points = 0
        /// Values of points, and segments, that could not be read.
        public var values = 0
        /// Whether the file ends before the size that its header tells.
        public var isCutOff = false

        /// Whether nothing is known to be missing.
        public var isEmpty: Bool { self == Losses() }

        /// A sentence about them; `nil` when there are none.
        public var sentence: String? {
            var parts: [String] = []
            if isCutOff { parts.append("the file is cut off") }
            // How many followed cannot be told.
            let least = isCutOff ? "at least " : ""
            if points > 0 { parts.append("\(least)\(points) point\(points == 1 ? " is" : "s are") missing") }
            if values > 0 { parts.append("\(values) value\(values == 1 ? "" : "s") could not be read") }
            return parts.isEmpty ? nil : parts.joined(separator: ", ")
        }
    }

    /// Whether the log was damaged.
    public var wasDamaged: Bool
    /// Where the damaged file is.
    public var original: String
    /// How many points were saved.
    public var pointCount = 0
    /// How many segments they make.
    public var segmentCount = 0
    /// How many waypoints were saved.
    public var waypointCount = 0
    /// What is known to be missing.
    public var losses = Losses()
}

extension TrackLog {
    /// Writes every whole point of a log, damaged or not, into a new one.
    ///
    /// Unlike ``init(path:)`` this reads logs that are cut off or damaged anywhere: it looks for points in each page of the file
    /// and of its write-ahead log. The damaged file is not changed.
    ///
    /// - Parameters:
    ///   - path: The log.
    ///   - new: The file to make; there must be none of the name.
    /// - Returns: What was saved.
    /// - Throws: ``TrackError/Code/missing``, ``TrackError/Code/notATrackLog`` when there is nothing of a log in the file, and
    ///   ``TrackError/Code/system``.
    public static func repair(_ path: String, to new: String) throws(TrackError) -> TrackLogRepair {
        // What a log is before its first point has no page to be found in.
        let isSound = (try? LogPlace.isSound(path)) == true
        let salvage = try TrackLogSalvage(path)
        salvage.isSound = isSound
        guard salvage.isLog || isSound else {
            throw TrackError(.notATrackLog, "\(path) holds nothing of a track log; name another file")
        }
        guard LogFiles.identity(new) == nil else {
            throw TrackError(.system, "\(new) exists, and a repair replaces nothing; name a new file")
        }
        do throws(PersistenceError) {
            var repair = TrackLogRepair(wasDamaged: !isSound, original: path)
            try LogPlace.putCopy(at: LogPlace.resolve(new)) { (copy) throws(PersistenceError) in
                try salvage.write(to: copy, &repair)
            }
            return repair
        } catch { throw TrackError(error, path: new) }
    }

    /// Puts what can be saved of a damaged log in its place, and the damaged one beside it.
    ///
    /// - Returns: `nil` when nothing of a log was found; then nothing is changed.
    static func repairInPlace(_ path: String) throws(TrackError) -> TrackLogRepair? {
        let salvage = try TrackLogSalvage(path)
        guard salvage.isLog else { return nil }
        do throws(PersistenceError) {
            var repair = TrackLogRepair(wasDamaged: true, original: path)
            var original = path
            try LogPlace.putCopy(at: path, settingAside: &original) { (copy) throws(PersistenceError) in
                try salvage.write(to: copy, &repair)
            }
            repair.original = original
            return repair
        } catch { throw TrackError(error, path: path) }
    }
}

extension TrackLogSalvage {
    /// Writes all there is into a new log.
    fileprivate func write(to copy: String, _ repair: inout TrackLogRepair) throws(PersistenceError) {
        var options = Database.Options()
        // The copy is synchronized when all of it is there.
        options.durability = .off
        let database = try Database(copy, .create, options: options)
        try TrackLogFormat.make(
            in: database, name: about.name, note: about.note, software: about.software ?? "LocationKit",
            created: (about.created ?? Date()).timeIntervalSince1970)
        let before = LogPosition()
        var position = before
        var statements = try LogStatements(database)
        try database.transaction { () throws(PersistenceError) in
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
            // What the recorder added up counts points that were thinned out, too; but also those that are lost, of which the end of
            // a log that is cut off leaves no trace.
            if losses == TrackLogRepair.Losses(), let distance = about.distance, distance.isFinite, distance >= way {
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
        if repair.losses != TrackLogRepair.Losses() { repair.wasDamaged = true }
    }
}

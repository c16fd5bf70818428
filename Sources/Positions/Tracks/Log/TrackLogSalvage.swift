import FoundationEssentials
import LKGeo
import LKStorage

/// Reads a damaged log page by page, without SQLite and its schema, holding one page in memory.
///
/// Every page of the file and of its write-ahead log is searched for rows in the format of a log, so that truncation
/// or a damaged page, index or row costs only the damaged part.
final class TrackLogSalvage {
    /// An element of the log, in recorded order.
    enum Item {
        case segment(TrackLog.Segment)
        case point(SalvagedPoint)
        case waypoint(Waypoint)
        case note(TrackLog.Note)
    }

    /// A page with points, and their first and last numbers.
    private struct Run {
        var image: DatabasePages.Image
        var first: Int64
        var last: Int64
    }

    /// The log.
    let path: String
    /// The readable metadata of the log.
    private(set) var about = About()
    /// The losses found so far; complete at the end.
    private(set) var losses = TrackLog.Repair.Losses()

    /// The metadata of a log.
    struct About {
        var name: String?
        var note: String?
        var software: String?
        var created: Date?
        var state: TrackLog.State?
        var distance: Double?
        var suppressed: [LocationFilter.Reason: Int] = [:]
        var visits: [Int64: (visit: Visit, isUnderWay: Bool)] = [:]
    }

    private let pages: DatabasePages
    private var headers: [RecordHeader] = []
    private var runs: ArraySlice<Run> = []
    private var segments: [Int: TrackLog.Segment] = [:]
    private var waypoints: [Int64: (point: Int64, item: Item)] = [:]
    private var notes: [Int64: (point: Int64, item: Item)] = [:]
    private var marks: ArraySlice<(point: Int64, item: Item)> = []
    private var waiting: ArraySlice<Item> = []
    private var segment: Int?
    private var lastID: Int64 = 0
    private var last: SalvagedPoint?
    private var sieve = SalvagedPointSieve()

    /// Whether SQLite finds the file intact; then points are not filtered.
    var isSound = false { didSet { sieve.isOn = !isSound } }

    /// Whether any part of a log was found.
    var isLog: Bool { !runs.isEmpty || about.state != nil }

    /// Creates the salvage of a file by scanning it.
    ///
    /// - Parameter path: The log.
    /// - Throws: ``TrackError/Code/missing`` and ``TrackError/Code/system``; damaged content is not an error.
    convenience init(_ path: String) throws(TrackError) {
        do throws(StorageError) { self.init(path, try Self.pages(of: path)) } catch {
            throw TrackError(error, path: path)
        }
    }

    /// Returns whether one of the first pages of a file contains points of a log, regardless of its header.
    ///
    /// - Parameter path: The file.
    /// - Returns: `false` also for an unreadable file.
    static func isLikely(_ path: String) -> Bool {
        guard let pages = try? DatabasePages(path, pageSize: 4096, atMost: 64) else { return false }
        return pages.images.prefix(64).contains { image in
            let page = pages.bytes(of: image)
            return rows(of: page, image) > 1
        }
    }

    /// Returns the pages of a file, with the page size that reveals the most points, since the header may be damaged.
    private static func pages(of path: String) throws(StorageError) -> DatabasePages {
        var best: (pages: DatabasePages, rows: Int)?
        for (index, size) in try DatabasePages.pageSizes(of: path).enumerated() {
            // Compare the sizes in the header and the usual one; try others only if neither reveals points.
            if index >= 2, let best, best.rows > 0 { break }
            let pages = try DatabasePages(path, pageSize: size)
            let rows = rows(of: pages)
            if best.map({ rows > $0.rows }) ?? true { best = (pages, rows) }
        }
        guard let best else { return try DatabasePages(path, pageSize: 4096) }
        return best.pages
    }

    /// Returns the number of point rows in the pages.
    private static func rows(of pages: DatabasePages) -> Int {
        pages.images.reduce(0) { $0 + rows(of: pages.bytes(of: $1), $1) }
    }

    private static func rows(of page: [UInt8], _ image: DatabasePages.Image) -> Int {
        guard let leaf = DatabaseLeaf(page, number: image.number) else { return 0 }
        return leaf.starts.indices.count { slot in
            leaf.cell(page, slot).map {
                RecordHeader(in: page, at: $0.record, columns: SalvagedPoint.columns) != nil
            } ?? false
        }
    }

    private init(_ path: String, _ pages: DatabasePages) {
        self.path = path
        self.pages = pages
        losses.isCutOff = pages.isCutOff
        readSmallTables()
        var runs: [Run] = []
        for image in pages.images {
            let points = points(of: image)
            guard let first = points.map(\.id).min(), let last = points.map(\.id).max() else { continue }
            runs.append(Run(image: image, first: first, last: last))
        }
        runs.sort { ($0.first, $0.image.rank, $0.last) < ($1.first, $1.image.rank, $1.last) }
        self.runs = runs[...]
        let marks = (waypoints.sorted { $0.key < $1.key } + notes.sorted { $0.key < $1.key }).map(\.value)
        // Stable, as the standard library's sort is.
        self.marks = marks.sorted { $0.point < $1.point }[...]
    }

    private func points(of image: DatabasePages.Image) -> [SalvagedPoint] {
        SalvagedPage(pages.bytes(of: image), image, headers: headers).points
    }

    // MARK: In order

    /// Returns the next element of the log, or `nil` at the end.
    func next() -> Item? {
        while waiting.isEmpty {
            guard !runs.isEmpty || !marks.isEmpty else { return nil }
            readGroup()
        }
        return waiting.removeFirst()
    }

    /// Merges pages that have the same points.
    private func readGroup() {
        var found: [Int64: [SalvagedPoint]] = [:]
        var end = runs.first?.last ?? .max
        while let run = runs.first, run.first <= end {
            runs.removeFirst()
            end = max(end, run.last)
            for point in points(of: run.image) { Self.add(point, to: &found[point.id, default: []]) }
        }
        let points = found.sorted { $0.key < $1.key }.flatMap(\.value)
        for point in points {
            if let point = sieve.add(point) { append(point, next: sieve.next?.segment) }
        }
        if runs.isEmpty {
            while let point = sieve.finish() { append(point, next: sieve.next?.segment) }
            for mark in marks { waiting.append(mark.item) }
            marks = []
        }
    }

    /// Keeps the better of two versions of a point, or both if they are different points.
    private static func add(_ point: SalvagedPoint, to known: inout [SalvagedPoint]) {
        guard let other = known.first else { return known.append(point) }
        if (point.problems, point.rank) < (other.problems, other.rank) {
            if point.rank == other.rank { known.append(other) }
            known[0] = point
        } else if point.rank == other.rank,
            point.location.coordinate != other.location.coordinate || point.arrival != other.arrival
        {
            known.append(point)
        }
    }

    /// Returns whether a point is later than the previous one by more than `gap`, if known.
    private func isLater(_ point: SalvagedPoint, by gap: Duration) -> Bool {
        func interval(_ time: (SalvagedPoint) -> Date?) -> TimeInterval? {
            guard let before = last.flatMap(time), let now = time(point) else { return nil }
            return now.timeIntervalSince(before)
        }
        guard let seconds = interval({ $0.location.timestamp }) ?? interval({ $0.arrival }) else { return false }
        return seconds > gap / .seconds(1)
    }

    private func append(_ found: SalvagedPoint, next: Int?) {
        var point = found
        var isAfterGap = false
        // A segment number that only this point has, and that goes back or does not exist, is damaged.
        if let segment, point.segment != segment {
            let isUnknown = segments[point.segment] == nil && next != point.segment
            if next == segment || point.segment < segment || isUnknown {
                losses.values += 1
                point.segment = segment
            }
        }
        while let mark = marks.first, mark.point < point.id {
            waiting.append(mark.item)
            marks.removeFirst()
        }
        if point.id > lastID {
            // A larger gap is a damaged number, not lost points.
            let missing = point.id - lastID - 1
            if missing < 1 << 24 { losses.points += Int(missing) }
            isAfterGap = missing > 0 && isLater(point, by: TrackRecorder.Configuration().newSegmentGap)
            lastID = point.id
        }
        last = point
        losses.values += point.problems
        if segment == point.segment, isAfterGap {
            // Do not bridge lost points by a line.
            waiting.append(
                .segment(TrackLog.Segment(number: point.segment, reason: .gap, device: segments[point.segment]?.device))
            )
        }
        if segment != point.segment {
            let known = segments[point.segment]
            if known == nil { losses.values += 1 }
            waiting.append(
                .segment(known ?? TrackLog.Segment(number: point.segment, reason: segment == nil ? .start : .gap)))
            segment = point.segment
        }
        point.location.device = segments[point.segment]?.device
        waiting.append(.point(point))
    }

    // MARK: Tables of few rows

    private func readSmallTables() {
        var known: [RecordHeader: Int] = [:]
        for image in pages.images {
            let page = pages.bytes(of: image)
            guard let leaf = DatabaseLeaf(page, number: image.number) else {
                readSuppressed(page)
                continue
            }
            for slot in leaf.starts.indices {
                guard let cell = leaf.cell(page, slot), let header = RecordHeader(in: page, at: cell.record),
                    header.recordSize == cell.size
                else { continue }
                guard header.types.count == SalvagedPoint.columns else {
                    if let record = DatabaseLeaf.record(cell, page, pages) {
                        let values = header.values(in: record, at: header.bytes.count)
                        add(SalvagedRow(values), columns: header.types.count, id: cell.key)
                    }
                    continue
                }
                if known[header] == nil, known.count < 256,
                    SalvagedPoint(
                        header.values(in: page, at: cell.record + header.bytes.count), id: 0, rank: 0)?.problems != 0
                {
                    continue
                }
                if known[header] != nil || known.count < 256 { known[header, default: 0] += 1 }
            }
        }
        headers = known.sorted { $0.value > $1.value }.prefix(64).map(\.key)
    }

    private func add(_ values: SalvagedRow, columns: Int, id: Int64) {
        let row = RowReader(values: values)
        guard values.isNull(0), id > 0 else { return }
        switch columns {
        case 3:
            guard let reason: TrackLog.SegmentReason = try? row.name(1), id <= Int64(Int32.max) else { return }
            let number = Int(id)
            if segments[number] == nil {
                segments[number] = TrackLog.Segment(number: number, reason: reason, device: values.text(2))
            }
        case 4:
            guard let point = values.integer(1), let written = try? row.number(2), let text = values.text(3),
                notes[id] == nil
            else { return }
            notes[id] = (point, .note(TrackLog.Note(date: Date(timeIntervalSince1970: written), text: text)))
        case 7:
            guard about.state == nil, let state: TrackLog.State = try? row.name(5) else { return }
            about.state = state
            (about.name, about.note, about.software) = (values.text(1), values.text(2), values.text(3))
            about.created = (try? row.number(4)).map { Date(timeIntervalSince1970: $0) }
            about.distance = try? row.number(6)
        case 8: addVisit(row, id)
        case 6 + LocationColumns.count:
            guard let point = values.integer(1), waypoints[id] == nil,
                let location = try? LocationColumns.read(row, from: 6, device: values.text(5))
            else { return }
            losses.values += values.problems
            waypoints[id] = (
                point,
                .waypoint(Waypoint(location, name: values.text(2), note: values.text(3), symbol: values.text(4)))
            )
        default: return
        }
    }

    private func addVisit(_ row: RowReader<SalvagedRow>, _ id: Int64) {
        guard about.visits[id] == nil, let arrival = try? row.number(1), let departure = try? row.number(2),
            let latitude = try? row.number(3), let longitude = try? row.number(4), let spread = try? row.number(5),
            let place = Coordinate(latitude: latitude, longitude: longitude), let count = try? row.integer(6),
            let isUnderWay = try? row.integer(7)
        else { return }
        let visit = Visit(
            arrival: Date(timeIntervalSince1970: arrival), departure: Date(timeIntervalSince1970: departure),
            coordinate: place, spread: spread, count: Int(count))
        about.visits[id] = (visit, isUnderWay != 0)
    }

    /// Reads the counts of suppressed fixes; this table is stored as an index.
    private func readSuppressed(_ page: [UInt8]) {
        guard page.count > 8, page[0] == 0x0A else { return }
        let count = min(Int(page[3]) << 8 | Int(page[4]), (page.count - 8) / 2)
        for slot in 0..<count {
            var position = Int(page[8 + 2 * slot]) << 8 | Int(page[9 + 2 * slot])
            guard position >= 8, let size = RecordHeader.varint(page, &position),
                let header = RecordHeader(in: page, at: position, columns: 2), header.recordSize == size
            else { continue }
            let row = SalvagedRow(header.values(in: page, at: position + header.bytes.count))
            guard let reason = row.text(0).flatMap(LocationFilter.Reason.init(rawValue:)), let count = row.integer(1),
                about.suppressed[reason] == nil
            else { continue }
            about.suppressed[reason] = Int(count)
        }
    }
}

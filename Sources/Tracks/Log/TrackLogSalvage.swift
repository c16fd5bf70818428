import FoundationEssentials
import Geo
import Storage

/// Reads a damaged log page by page, without SQLite and without its tables' structure, in memory for a page at a time.
///
/// Every page of the file and of its write-ahead log is looked through for rows that have the shape of a log's. So neither a
/// file that is cut off nor a damaged page, list, or row costs more than what is damaged itself.
final class TrackLogSalvage {
    /// A thing of the log, in the order it was recorded.
    enum Item {
        case segment(TrackLog.Segment)
        case point(SalvagedPoint)
        case waypoint(Waypoint)
        case note(TrackLog.Note)
    }

    /// A page with points, and the first and last of their numbers.
    private struct Run {
        var image: DatabasePages.Image
        var first: Int64
        var last: Int64
    }

    /// The log.
    let path: String
    /// What the log says of itself; only what could be read.
    private(set) var about = About()
    /// What was not found so far; all of it at the end.
    private(set) var losses = TrackLogRepair.Losses()

    /// What a log says of itself once.
    struct About {
        var name: String?
        var note: String?
        var software: String?
        var created: Date?
        var state: TrackLog.State?
        var distance: Double?
        var suppressed: [SuppressionReason: Int] = [:]
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

    /// Whether SQLite finds nothing wrong with the file; then no point is doubted.
    var isSound = false { didSet { sieve.isOn = !isSound } }

    /// Whether anything of a log was found.
    var isLog: Bool { !runs.isEmpty || about.state != nil }

    /// Looks through a file.
    ///
    /// - Parameter path: The log.
    /// - Throws: ``TrackError/Code/missing`` and ``TrackError/Code/system``; not for what is in it.
    convenience init(_ path: String) throws(TrackError) {
        do throws(PersistenceError) { self.init(path, try Self.pages(of: path)) } catch {
            throw TrackError(error, path: path)
        }
    }

    /// Whether one of the first pages of a file holds points of a log, whatever its beginning says.
    ///
    /// - Parameter path: The file.
    /// - Returns: False for what cannot be read, too.
    static func isLikely(_ path: String) -> Bool {
        guard let pages = try? DatabasePages(path, pageSize: 4096, atMost: 64) else { return false }
        return pages.images.prefix(64).contains { image in
            let page = pages.bytes(of: image)
            return rows(of: page, image) > 1
        }
    }

    /// The pages of a file in the size that shows the most points: a header that is damaged hides all that is behind it.
    private static func pages(of path: String) throws(PersistenceError) -> DatabasePages {
        var best: (pages: DatabasePages, rows: Int)?
        for (index, size) in try DatabasePages.pageSizes(of: path).enumerated() {
            // The size in the header and the usual one are compared, the others are tried when neither shows anything.
            if index >= 2, let best, best.rows > 0 { break }
            let pages = try DatabasePages(path, pageSize: size)
            let rows = rows(of: pages)
            if best.map({ rows > $0.rows }) ?? true { best = (pages, rows) }
        }
        guard let best else { return try DatabasePages(path, pageSize: 4096) }
        return best.pages
    }

    /// How many rows of points the pages list.
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

    /// The next thing of the log; `nil` at the end.
    func next() -> Item? {
        while waiting.isEmpty {
            guard !runs.isEmpty || !marks.isEmpty else { return nil }
            readGroup()
        }
        return waiting.removeFirst()
    }

    /// Brings together what pages have of the same points.
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
            if let point = sieve.take(point) { append(point, next: sieve.next?.segment) }
        }
        if runs.isEmpty {
            while let point = sieve.finish() { append(point, next: sieve.next?.segment) }
            for mark in marks { waiting.append(mark.item) }
            marks = []
        }
    }

    /// Keeps the better of two states of a point, and both where they are two points.
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

    /// Whether a point comes after the one before it by more than so long, as far as that is known.
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
        // A number that only this point has, and that leads back or to no segment, is damaged itself.
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
            // More than this is a damaged number, and not that many lost points.
            let missing = point.id - lastID - 1
            if missing < 1 << 24 { losses.points += Int(missing) }
            isAfterGap = missing > 0 && isLater(point, by: TrackRecorder.Configuration().newSegmentGap)
            lastID = point.id
        }
        last = point
        losses.values += point.problems
        if segment == point.segment, isAfterGap {
            // What was lost is not bridged by a line.
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

    /// Reads counts of what was not kept: of this table the pages are those of an index.
    private func readSuppressed(_ page: [UInt8]) {
        guard page.count > 8, page[0] == 0x0A else { return }
        let count = min(Int(page[3]) << 8 | Int(page[4]), (page.count - 8) / 2)
        for slot in 0..<count {
            var position = Int(page[8 + 2 * slot]) << 8 | Int(page[9 + 2 * slot])
            guard position >= 8, let size = RecordHeader.varint(page, &position),
                let header = RecordHeader(in: page, at: position, columns: 2), header.recordSize == size
            else { continue }
            let row = SalvagedRow(header.values(in: page, at: position + header.bytes.count))
            guard let reason = row.text(0).flatMap(SuppressionReason.init(rawValue:)), let count = row.integer(1),
                about.suppressed[reason] == nil
            else { continue }
            about.suppressed[reason] = Int(count)
        }
    }
}

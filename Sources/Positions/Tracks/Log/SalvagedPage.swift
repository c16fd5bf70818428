import FoundationEssentials
import LKGeo
import LKStorage

/// The values of a row of a damaged table; invalid optional values are skipped and counted.
final class SalvagedRow: RowValues {
    private let values: [RecordValue?]
    private(set) var problems = 0

    init(_ values: [RecordValue?]) { self.values = values }

    private func value(_ column: Int) -> RecordValue? { column < values.count ? values[column] : nil }

    func integer(_ column: Int) -> Int64? {
        if case .integer(let value) = value(column) { value } else { nil }
    }

    func number(_ column: Int) -> Double? {
        switch value(column) {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    func text(_ column: Int) -> String? {
        if case .text(let bytes) = value(column) { String(validating: bytes, as: UTF8.self) } else { nil }
    }

    func isNull(_ column: Int) -> Bool { value(column) == .null }

    func skip(_ problem: ColumnProblem) -> Bool {
        problems += 1
        return true
    }
}

/// A point found in a page.
struct SalvagedPoint {
    var id: Int64
    var segment: Int
    var arrival: Date?
    var location: Location
    /// The number of unreadable values.
    var problems: Int
    /// Of two points with the same number, the one with the lower rank is kept.
    var rank: Int

    /// The columns of the table of points.
    static let columns = 3 + LocationColumns.count

    /// Reads the columns of a point; `nil` without a valid position.
    init?(_ values: [RecordValue?], id: Int64, rank: Int) {
        let values = SalvagedRow(values)
        let row = RowReader(values: values)
        guard var location = try? LocationColumns.read(row, from: 3, device: nil) else { return nil }
        let impossible = Self.clear(&location)
        self.id = id
        self.location = location
        self.rank = rank
        let number = values.integer(1).flatMap { $0 > 0 && $0 <= Int64(Int32.max) ? Int($0) : nil }
        segment = number ?? 0
        arrival = (try? row.number(2)).flatMap { Self.times.contains($0) ? Date(timeIntervalSince1970: $0) : nil }
        problems = values.problems + impossible + (number == nil ? 1 : 0) + (arrival == nil ? 1 : 0)
    }

    /// From 1970 to 2200.
    private static let times = 0.0...7_258_118_400

    /// Removes values that no receiver on Earth or in orbit reports, and returns their number.
    private static func clear(_ location: inout Location) -> Int {
        var count = 0
        func keep(_ value: inout Double?, _ range: ClosedRange<Double>) {
            guard let number = value, !range.contains(number) else { return }
            value = nil
            count += 1
        }
        keep(&location.altitude, -100_000...100_000_000)
        keep(&location.ellipsoidalAltitude, -100_000...100_000_000)
        keep(&location.verticalAccuracy, 0...100_000_000)
        keep(&location.speed, 0...100_000)
        keep(&location.speedAccuracy, 0...100_000)
        keep(&location.course, 0...360)
        keep(&location.courseAccuracy, 0...100_000)
        keep(&location.verticalSpeed, -100_000...100_000)
        keep(&location.horizontalDilution, 0...100_000)
        if let time = location.timestamp, !times.contains(time.timeIntervalSince1970) {
            location.timestamp = nil
            count += 1
        }
        if let radius = location.horizontalAccuracy?.radius, radius > 100_000_000 {
            location.horizontalAccuracy = nil
            count += 1
        }
        return count
    }
}

/// The points in a page of a damaged log, both listed in the page's cell index and missing from it.
struct SalvagedPage {
    /// The points in page order, with their numbers.
    private(set) var points: [SalvagedPoint] = []

    private let page: [UInt8]
    private let headers: [RecordHeader]
    private let rank: Int
    /// Indexed by byte: whether one of the headers begins with it.
    private let isBeginning: [Bool]
    private var claimed: [Range<Int>] = []

    /// A decoded point, its end, and how uncertain the decoding is.
    private struct Reading {
        var point: SalvagedPoint
        var end: Int
        var doubt: Int
    }

    /// Creates the salvaged content of a page by scanning it.
    ///
    /// - Parameters:
    ///   - page: Its bytes.
    ///   - image: The page's identity.
    ///   - headers: Headers of the log's points, to read rows whose own header is damaged.
    init(_ page: [UInt8], _ image: DatabasePages.Image, headers: [RecordHeader]) {
        self.page = page
        self.headers = headers
        rank = image.rank * 2
        var isBeginning = [Bool](repeating: false, count: 256)
        for header in headers { isBeginning[Int(header.bytes[0])] = true }
        self.isBeginning = isBeginning
        let leaf = DatabaseLeaf(page, number: image.number)
        var keyed: [(slot: Int, end: Int, point: SalvagedPoint)] = []
        for slot in leaf?.starts.indices ?? 0..<0 {
            guard let start = leaf?.starts[slot], let reading = read(leaf?.cell(page, slot), at: start) else {
                continue
            }
            claimed.append(min(start, reading.end)..<reading.end)
            keyed.append((slot, reading.end, reading.point))
        }
        // Numbers are consecutive, so most rows imply the same first number; the others are damaged.
        var votes: [Int64: Int] = [:]
        for (slot, _, point) in keyed { votes[point.id &- Int64(slot), default: 0] += 1 }
        let base = votes.first { $0.value * 2 > keyed.count && $0.value > 1 }?.key
        if let base {
            // If a damaged index entry points to another entry's row, keep only the latter.
            let rightful = Set(keyed.filter { $0.point.id == base &+ Int64($0.slot) }.map(\.end))
            keyed.removeAll { $0.point.id != base &+ Int64($0.slot) && rightful.contains($0.end) }
            for index in keyed.indices { keyed[index].point.id = base &+ Int64(keyed[index].slot) }
        }
        points = keyed.map(\.point)
        addUnlisted(from: leaf?.bodyStart ?? 8)
    }

    /// Finds rows in parts of the page that no listed row covers.
    private mutating func addUnlisted(from start: Int) {
        guard !headers.isEmpty else { return }
        var position = start
        for range in claimed.sorted(by: { $0.lowerBound < $1.lowerBound }) + [page.count..<page.count] {
            while position < range.lowerBound {
                guard let header = header(at: position),
                    let cell = DatabaseLeaf.cell(page, recordAt: position, size: header.recordSize),
                    position + header.recordSize <= range.lowerBound,
                    let point = SalvagedPoint(
                        header.values(in: page, at: position + header.bytes.count), id: cell.key, rank: rank + 1)
                else {
                    position += 1
                    continue
                }
                points.append(point)
                position += header.recordSize
            }
            position = max(position, range.upperBound)
        }
    }

    /// Returns a known header at a position in the page.
    private func header(at position: Int) -> RecordHeader? {
        guard isBeginning[Int(page[position])] else { return nil }
        return headers.first { page[position...].starts(with: $0.bytes) }
    }

    /// Decodes a row in the way that skips the fewest values.
    private func read(_ cell: DatabaseLeaf.Cell?, at start: Int) -> Reading? {
        var best: Reading?
        func offer(_ header: RecordHeader, at record: Int, doubt: Int) {
            let end = record + header.recordSize
            guard end <= page.count,
                let point = SalvagedPoint(
                    header.values(in: page, at: record + header.bytes.count), id: cell?.key ?? 0, rank: rank)
            else { return }
            let reading = Reading(point: point, end: end, doubt: doubt)
            if best.map({ (point.problems, doubt) < ($0.point.problems, $0.doubt) }) ?? true { best = reading }
        }
        if let cell {
            let own = RecordHeader(in: page, at: cell.record, columns: SalvagedPoint.columns)
            if let own { offer(own, at: cell.record, doubt: own.recordSize == cell.size ? 0 : 1) }
            if let best, best.doubt == 0, best.point.problems == 0 { return best }
            for header in headers where header.recordSize == cell.size {
                let doubt = zip(header.bytes, page[cell.record...]).count { $0 != $1 }
                if doubt <= 2 { offer(header, at: cell.record, doubt: doubt) }
            }
        }
        // If the size or number before the record is damaged, it begins elsewhere.
        for record in start + 2..<start + 12 where record < page.count && record != cell?.record {
            if let header = header(at: record) { offer(header, at: record, doubt: 1) }
        }
        return best ?? cell.flatMap(beginning)
    }

    /// Returns only the position, when the rest cannot be decoded.
    private func beginning(_ cell: DatabaseLeaf.Cell) -> Reading? {
        var position = cell.record
        guard let size = RecordHeader.varint(page, &position), size > 5, size < 128 else { return nil }
        // Rows of other tables begin alike but have headers of other lengths.
        guard headers.isEmpty ? size == 25 : headers.contains(where: { $0.bytes.count == Int(size) }) else {
            return nil
        }
        // A header of the first five columns, with a size of its own.
        guard position + 5 <= page.count,
            let header = RecordHeader(in: [6] + page[position..<position + 5], at: 0, columns: 5),
            header.types[0] == 0
        else { return nil }
        var values = header.values(in: page, at: cell.record + Int(size))
        // `nil` means unknown, as opposed to NULL.
        values += [RecordValue?](repeating: nil, count: SalvagedPoint.columns - values.count)
        guard let point = SalvagedPoint(values, id: cell.key, rank: rank) else { return nil }
        return Reading(point: point, end: min(cell.record + cell.size, page.count), doubt: 3)
    }
}

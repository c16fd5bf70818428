import FoundationEssentials
import LKFormats
import LKGeo

/// Reads points from comma-separated values with a header, row by row, in constant memory.
///
/// Columns may come in any order, under any of the names in `Docs/Formats/TrackCSV.md`. Commas, semicolons, tabs or vertical
/// bars separate fields. Without a header the first columns are latitude, longitude and altitude.
package final class TrackCSVReader: TrackReading {
    private var rows: CSVRowReader
    private let name: String
    private let hints: [TrackFormat.Hints.Column: String]
    private var header: TrackCSVHeader?
    /// The number of fields in a complete row.
    private var width = 0
    /// Whether the warning about repaired text was given.
    private var hasRepaired = false
    /// Whether the warning about unusable times was given.
    private var hasTimeWarning = false
    /// Whether the remark about times that count from an unknown beginning was made.
    private var hasBeginningNote = false
    /// Whether the remark about times without a zone was made, or their zone is stated.
    private var hasZoneNote = false
    /// Whether the warning about a second time that contradicts the first was given.
    private var hasContradiction = false
    /// Remarks about columns.
    package private(set) var notes: [TrackWarnings.Note] = []
    /// Whether the next point begins a segment.
    private var breaks = false
    private var list = WarningList()
    private var ready: [TrackElement] = []
    private var position = 0
    private var failure: TrackFormatError?
    private var isAtEnd = false
    /// The track, segment and kind of the previous point.
    private var track: String?
    private var segment: String?
    private var kind: Kind?

    private enum Kind { case track, route, waypoint }

    /// Reads a file from its chunks.
    package init(_ chunks: FileChunks) {
        rows = CSVRowReader(chunks)
        name = chunks.name
        hints = chunks.hints.columns
    }

    /// The first 100 warnings about skipped points and values.
    package var warnings: [TrackWarnings.Warning] { list.first }

    /// The number of points and values skipped.
    package var warningCount: Int { list.count }

    /// Whether ``next()`` returns an element without reading more input, which may block.
    package var hasBufferedElements: Bool { position < ready.count || rows.hasBufferedRow }

    /// Returns the next element; `nil` at the end of the file.
    ///
    /// - Throws: ``TrackFormatError/Code/malformed`` for a header without latitude and longitude, or the errors of
    ///   reading rows.
    package func next() throws(TrackFormatError) -> TrackElement? {
        while position == ready.count {
            if let failure { throw failure }
            guard !isAtEnd else { return nil }
            ready.removeAll(keepingCapacity: true)
            position = 0
            do throws(TrackFormatError) { try readRow() } catch {
                failure = error
                throw error
            }
        }
        defer { position += 1 }
        return ready[position]
    }

    private func readRow() throws(TrackFormatError) {
        guard try rows.next() else {
            isAtEnd = true
            return
        }
        if !hasRepaired, !rows.bytes.span.isValidText {
            hasRepaired = true
            list.add(rows.line, Span<UInt8>.repairWarning)
        }
        guard header == nil else {
            if rows.isUnterminated, rows.fields.count < width {
                throw rows.failure(.malformed, "the file ends within a row: it is cut off")
            }
            if rows.hasLoneReturn, rows.fields.count != width {
                return list.add(rows.line, "the row ends in CR alone, while others end in LF or CRLF")
            }
            return readPoint()
        }
        if rows.hasLoneReturn {
            throw rows.failure(
                .malformed, "the first row ends in CR alone; save the file with lines that end in LF or CRLF")
        }
        let names = rows.fields.map { String(decoding: rows.bytes[$0], as: UTF8.self) }
        guard
            let found = TrackCSVHeader(
                names, allowsDecimalComma: rows.separator != UInt8(ascii: ","), hints: hints)
        else {
            var failure = rows.failure(
                .malformed,
                "the first row has no columns named latitude and longitude, but \(Self.list(names)); rename those of the "
                    + "position")
            failure.missing = .positionColumns
            throw failure
        }
        if let missing = found.missingHint {
            throw rows.failure(
                .inapplicable, "the first row has no column \(missing.debugDescription), but \(Self.list(names))")
        }
        if !found.hasTimes, !found.isMissing {
            let times = names.filter(TrackCSVHeader.mayBeTime)
            if !times.isEmpty {
                note("no column is known to contain times; \(Self.list(times)) may do", missing: .timeColumn)
            }
        }
        if let name = found.repeatedPosition {
            throw rows.failure(
                .malformed, "two columns are called \(name.debugDescription); remove or rename one")
        }
        for name in found.repeated {
            list.add(rows.line, "the column \(name.debugDescription) means the same as an earlier one and is ignored")
        }
        header = found
        hasZoneNote = found.statesUTC
        width = names.count
        if found.isMissing { readPoint() }
    }

    private func readPoint() {
        guard let header else { return }
        // Copies references, not contents.
        let (bytes, fields) = (rows.bytes, rows.fields)
        var draft = PointDraft()
        draft.point.line = rows.line
        var (kind, track, segment, trackName) = (Kind.track, nil as String?, nil as String?, nil as String?)
        var (date, time) = (nil as String?, nil as String?)
        var (secondTime, event, isValid) = (nil as String?, nil as String?, true)
        for (index, column) in header.columns.enumerated() where index < fields.count {
            let field = bytes.span.extracting(fields[index])
            let value = field.extracting(field.trimmed)
            guard !value.isEmpty else { continue }
            let unit = header.units[index]
            switch column {
            case .latitude: draft.latitude = scaled(value, unit) ?? angle(value, isLatitude: true)
            case .longitude: draft.longitude = scaled(value, unit) ?? angle(value, isLatitude: false)
            case .field(let known): set(known, value, field, unit, in: &draft)
            case .sameTime: secondTime = value.string
            case .validity: isValid = isValid && !Self.meansNoFix(value.string)
            case .event: event = value.string.lowercased()
            case .date: date = value.string
            case .time: time = value.string
            case .kind: kind = Self.kind(value)
            case .trackNumber: track = value.string
            case .segment: segment = value.string
            case .trackName: trackName = value.string
            case .latitudeLetter, .longitudeLetter, .other: break
            }
        }
        // A row without a measurement: skipping it loses nothing, so there is no warning.
        if !isValid || event != nil && draft.latitude == nil && draft.longitude == nil {
            breaks = breaks || event?.hasPrefix("segment") == true
            return
        }
        breaks = breaks || event?.hasPrefix("segment_start") == true
        if header.hasLetters, !applyLetters(header, to: &draft) { return }
        if fields.count > header.columns.count, fields[header.columns.count...].contains(where: { !$0.isEmpty }) {
            list.add(rows.line, "the row has \(fields.count) fields, but the header has \(header.columns.count)")
        }
        if date != nil || time != nil {
            setTime([date, time].compactMap(\.self).joined(separator: "T"), header.timeProblem, in: &draft)
        }
        if let secondTime { compare(secondTime, with: draft.point.location.timestamp, header) }
        guard let point = draft.finished() else {
            let texts = [TrackCSVHeader.Column.latitude, .longitude].map { text(of: $0, header) }
            return list.add(rows.line, "latitude \"\(texts[0])\", longitude \"\(texts[1])\" are not a valid position")
        }
        emit(point, kind, track ?? trackName, segment, trackName)
    }

    /// Applies hemisphere letters from separate columns; returns `false`, with a warning, if a letter does not fit.
    private func applyLetters(_ header: TrackCSVHeader, to draft: inout PointDraft) -> Bool {
        for (column, angle, part) in [
            (TrackCSVHeader.Column.latitudeLetter, TrackCSVHeader.Column.latitude, \PointDraft.latitude),
            (.longitudeLetter, .longitude, \.longitude),
        ] where header.columns.contains(column) {
            guard let value = draft[keyPath: part] else { continue }
            let (letter, text) = (trimmedText(of: column, header), trimmedText(of: angle, header))
            guard
                let signed = HemisphereLetter.angle(
                    value, from: text, letter: letter, isLatitude: angle == .latitude)
            else {
                let name = angle == .latitude ? "latitude" : "longitude"
                list.add(rows.line, "\"\(letter)\" is not the hemisphere of the \(name) \"\(text)\"")
                return false
            }
            draft[keyPath: part] = signed
        }
        return true
    }

    private func set(
        _ known: TrackField, _ value: Span<UInt8>, _ field: Span<UInt8>, _ unit: TrackCSVUnit,
        in draft: inout PointDraft
    ) {
        // Spaces around a name are part of it.
        if known == .name || known == .note || known == .symbol {
            _ = draft.set(known, field)
        } else if !known.isText, known != .simulated {
            guard let number = scaled(value, unit) ?? measured(value, known), abs(number) < TrackField.maximumMagnitude
            else {
                return list.add(rows.line, "\"\(value.excerpt)\" is not a valid \(known.key)")
            }
            draft.set(known, number)
        } else if known == .timestamp {
            setTimestamp(value, in: &draft)
        } else if !draft.set(known, value) {
            list.add(rows.line, "\"\(value.excerpt)\" is not a valid \(known.key)")
        }
    }

    /// Sets the time from a column with date and time of day, or with a number of seconds.
    private func setTimestamp(_ value: Span<UInt8>, in draft: inout PointDraft) {
        // Other forms than ISO 8601 are rare, and take longer.
        if value[value.count - 1] == UInt8(ascii: "Z"), draft.set(.timestamp, value) { return }
        if let seconds = number(value) {
            if abs(seconds) >= 1e7, draft.set(.timestamp, value) { return }
            guard abs(seconds) < 1e7 else { return list.add(rows.line, "\"\(value.excerpt)\" is not a valid time") }
            guard !hasBeginningNote else { return }
            hasBeginningNote = true
            note("times such as \(value.excerpt) count from an unknown beginning: these points get no time")
        } else if let time = compactTime(value) {
            draft.point.location.timestamp = time
        } else if draft.set(.timestamp, value) {
            if !hasZoneNote { noteZone(value.string) }
        } else {
            list.add(rows.line, "\"\(value.excerpt)\" is not a valid time")
        }
    }

    private func setTime(_ text: String, _ problem: TrackCSVHeader.TimeProblem?, in draft: inout PointDraft) {
        let text = TrackCSVTime.iso(text, beginsWithYear: header?.datesBeginWithYear == true)
        let bytes = Array(text.utf8)
        // The time of day may include a time zone.
        let clock = text.drop { $0 != "T" && $0 != "t" && $0 != " " }
        if problem != .mixed, let time = ISO8601Time.parse(bytes.span),
            problem != .local || clock.contains(where: { "Zz+-".contains($0) })
        {
            draft.point.location.timestamp = time
            if !hasZoneNote { noteZone(text) }
        } else if problem == nil {
            list.add(rows.line, "\"\(text.prefix(40))\" is not a valid time")
        } else if !hasTimeWarning {
            hasTimeWarning = true
            let what =
                switch problem {
                case .local: "local time without a time zone"
                case .mixed: "a date and a time of day of which only one is in UTC"
                default: "a date without a time of day"
                }
            list.add(rows.line, "\"\(text.prefix(40))\" is \(what): such points get no time")
        }
    }

    /// Parses a time whose date has dots or no separators, such as `11.05.2024 10:15:00`.
    private func compactTime(_ value: Span<UInt8>) -> Date? {
        let text = value.string
        let iso = TrackCSVTime.iso(text, beginsWithYear: header?.datesBeginWithYear == true)
        guard iso != text else { return nil }
        let bytes = Array(iso.utf8)
        let time = ISO8601Time.parse(bytes.span)
        if time != nil, !hasZoneNote { noteZone(text) }
        return time
    }

    /// Warns once if a second column of times contradicts the first.
    private func compare(_ text: String, with time: Date?, _ header: TrackCSVHeader) {
        guard !hasContradiction, let time else { return }
        var other = PointDraft()
        let bytes = Array(text.utf8)
        guard other.set(.timestamp, bytes.span), let second = other.point.location.timestamp,
            abs(second.timeIntervalSince(time)) >= 1
        else { return }
        hasContradiction = true
        let excerpt = text.prefix(40)
        list.add(rows.line, "the time \"\(excerpt)\" contradicts an earlier column and is ignored, as are further ones")
    }

    private func note(_ text: String, missing: TrackFormat.Hints.Kind? = nil) {
        notes.append(TrackWarnings.Note(text, missing: missing))
    }

    /// Warns once that a time without a zone is interpreted as UTC.
    private func noteZone(_ text: String) {
        let clock = text.drop { !"Tt ".contains($0) }.dropFirst()
        guard !clock.isEmpty, !clock.contains(where: { "Zz+-".contains($0) }) else { return }
        hasZoneNote = true
        note("times such as \(text.prefix(40)) state no zone and are taken as UTC")
    }

    /// Returns whether a value in a column about the validity of fixes states that there is none.
    private static func meansNoFix(_ text: String) -> Bool {
        ["false", "nofix", "no", "none", "invalid", "v", "notvalid"].contains(TrackField.folded(text))
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(8).map { String($0.prefix(30)).debugDescription }.joined(separator: ", ")
        return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
    }

    /// Parses a number in a unit.
    private func scaled(_ value: Span<UInt8>, _ unit: TrackCSVUnit) -> Double? {
        number(value).map { unit == .own ? $0 : unit == .tenMillionths ? $0 / 1e7 : $0 * unit.scale }
    }

    /// Parses a number with its unit in the cell, such as `18.0 km/h`.
    private func measured(_ value: Span<UInt8>, _ field: TrackField) -> Double? {
        guard let (text, name) = TrackCSVUnit.splitCell(value.string), let unit = TrackCSVUnit(name, of: field) else {
            return nil
        }
        let bytes = Array(text.utf8)
        return number(bytes.span).map { $0 * unit.scale }
    }

    /// Parses a number; unless commas separate the fields, it may have a decimal comma.
    private func number(_ value: Span<UInt8>) -> Double? {
        if let number = DecimalText.parse(value) { return number }
        guard rows.separator != UInt8(ascii: ","), value.count < 64 else { return nil }
        var bytes: [UInt8] = []
        for index in value.indices {
            bytes.append(value[index] == UInt8(ascii: ",") ? UInt8(ascii: ".") : value[index])
        }
        return DecimalText.parse(bytes.span)
    }

    /// Parses an angle in degrees, minutes and seconds, or with a hemisphere letter.
    private func angle(_ value: Span<UInt8>, isLatitude: Bool) -> Double? {
        guard value.count <= 64 else { return nil }
        let parser = Coordinate.Parser(allowsDecimalComma: rows.separator != UInt8(ascii: ","))
        return isLatitude ? try? parser.latitude(value.string) : try? parser.longitude(value.string)
    }

    private func text(of column: TrackCSVHeader.Column, _ header: TrackCSVHeader) -> String {
        guard let index = header.columns.firstIndex(of: column), index < rows.fields.count else { return "" }
        return String(decoding: rows.bytes[rows.fields[index]].prefix(40), as: UTF8.self)
    }

    private func trimmedText(of column: TrackCSVHeader.Column, _ header: TrackCSVHeader) -> String {
        let bytes = Array(text(of: column, header).utf8)
        return bytes.span.extracting(bytes.span.trimmed).string
    }

    private static func kind(_ value: Span<UInt8>) -> Kind {
        if value.isWord("route") || value.isWord("R") { return .route }
        if value.isWord("waypoint") || value.isWord("W") { return .waypoint }
        return .track
    }

    private func emit(_ point: TrackPoint, _ kind: Kind, _ track: String?, _ segment: String?, _ name: String?) {
        guard kind != .waypoint else { return ready.append(.waypoint(waypoint(point))) }
        let isNew = self.kind != kind || self.track != track
        if isNew {
            let metadata = TrackMetadata(name: name)
            ready.append(kind == .route ? .routeStart(metadata) : .trackStart(metadata))
        }
        if kind == .track, isNew || breaks || self.segment != segment { ready.append(.segmentStart) }
        breaks = false
        (self.kind, self.track, self.segment) = (kind, track, segment)
        ready.append(.point(kind == .track ? point : waypoint(point)))
    }

    private func waypoint(_ point: TrackPoint) -> TrackPoint {
        var point = point
        point.location.source = .other
        return point
    }
}

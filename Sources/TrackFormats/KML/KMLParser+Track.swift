import XML

// Columns of `gx:Track`.
extension KMLParser {
    func addCoordinate(_ value: Span<UInt8>) {
        // Some programs part the numbers with commas here, too.
        let numbers = Self.numbers(value, value.withUnsafeBufferPointer { $0.contains(0x2C) } ? 0x2C : 0x20)
        track?.count.positions += 1
        spooling { [line = stream?.line ?? 0] track throws(TrackFormatError) in
            try track.positions.append(
                latitude: numbers[1] ?? .nan, longitude: numbers[0] ?? .nan, height: numbers[2] ?? .nan, line: line)
        }
    }

    func addTime(_ value: Span<UInt8>) {
        if track?.columns.contains(.timestamp) == false { _ = track?.columns.begin(.timestamp) }
        track?.count.times += 1
        let bytes = value.withUnsafeBufferPointer { Array($0) }
        spooling { track throws(TrackFormatError) in try track.columns.append(bytes.span, to: .timestamp) }
    }

    func beginColumn() {
        guard let field = TrackField(named: dataName) else {
            dataName = ""
            return
        }
        if track?.columns.begin(field) == false {
            warn("a second column of \(field.key) is not read")
            dataName = ""
        }
    }

    func addValue(_ value: Span<UInt8>) {
        guard !dataName.isEmpty, let field = TrackField(named: dataName) else { return }
        let bytes = value.withUnsafeBufferPointer { Array($0) }
        spooling { track throws(TrackFormatError) in try track.columns.append(bytes.span, to: field) }
    }

    func spooling(_ body: (inout KMLTrack) throws(TrackFormatError) -> Void) {
        guard var track else { return }
        self.track = nil
        do throws(TrackFormatError) { try body(&track) } catch { refuse(error) }
        self.track = track
    }

    func finishTrack() {
        guard let track else { return }
        self.track = nil
        let (times, positions) = track.count
        if times > 0, times != positions {
            warnings.add(
                stream?.line ?? 0, "a track has \(times) times for \(positions) positions; they may not belong together"
            )
        }
        beginLine()
        items.append(.track(track))
    }
}

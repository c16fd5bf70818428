extension FilePatch {
    /// Makes a patch of splices in the order of the file; several insertions at one place become one.
    init(oldCount: Int, _ splices: [Splice]) {
        self.init(oldCount: oldCount)
        var waiting: Splice?
        for splice in splices {
            if let first = waiting, first.range.isEmpty, splice.range == first.range {
                waiting?.bytes += splice.bytes
                continue
            }
            if let waiting { replace(waiting.range, with: waiting.bytes) }
            waiting = splice
        }
        if let waiting { replace(waiting.range, with: waiting.bytes) }
    }

    /// What a range of the old file becomes; no splice reaches over its bounds.
    ///
    /// - Throws: ``MetadataError/Code/malformed`` when the file has become shorter, ``MetadataError/Code/unreadable``.
    func content(of range: Range<Int>, reading file: FileBytes) throws(MetadataError) -> [UInt8] {
        var bytes: [UInt8] = []
        var position = range.lowerBound
        for splice in splices
        where splice.range.lowerBound >= range.lowerBound && splice.range.upperBound <= range.upperBound {
            bytes += try file.copy(of: position..<splice.range.lowerBound)
            bytes += splice.bytes
            position = splice.range.upperBound
        }
        return bytes + (try file.copy(of: position..<range.upperBound))
    }

    /// The same change, with the bytes between an insertion and what makes up for it written out: then no offset behind
    /// them changes.
    ///
    /// - Throws: As ``content(of:reading:)``.
    func levelled(reading file: FileBytes) throws(MetadataError) -> FilePatch {
        var level: [Splice] = []
        var run: Splice?
        for splice in splices {
            guard var longer = run else {
                run = splice.range.count == splice.bytes.count ? nil : splice
                if run == nil { level.append(splice) }
                continue
            }
            longer.bytes += try file.copy(of: longer.range.upperBound..<splice.range.lowerBound) + splice.bytes
            longer.range = longer.range.lowerBound..<splice.range.upperBound
            run = longer.range.count == longer.bytes.count ? nil : longer
            if run == nil { level.append(longer) }
        }
        if let run { level.append(run) }
        return FilePatch(oldCount: oldCount, level)
    }
}

extension FileBytes {
    /// The bytes of a range, however long.
    ///
    /// - Throws: ``MetadataError/Code/malformed`` when the file has become shorter, ``MetadataError/Code/unreadable``.
    func copy(of range: Range<Int>) throws(MetadataError) -> [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            let count = min(1 << 20, range.upperBound - position)
            guard let part = try bytes(at: position, count: count) else {
                throw error(.malformed, "has become shorter while it was read; try again")
            }
            copy += part
            position += count
        }
        return copy
    }

    /// Whether a range has only zeros.
    func isBlank(_ range: Range<Int>) throws(MetadataError) -> Bool {
        var position = range.lowerBound
        while position < range.upperBound {
            let count = min(1 << 16, range.upperBound - position)
            guard let part = try bytes(at: position, count: count), part.allSatisfy({ $0 == 0 }) else { return false }
            position += count
        }
        return true
    }
}

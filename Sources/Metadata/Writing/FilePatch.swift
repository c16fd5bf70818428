/// How one state of a file becomes another: ranges of bytes that are replaced, and all else that stays.
///
/// Because it names only what changes, it takes kilobytes for a video of gigabytes, and its ``inverse(reading:)``
/// undoes it.
package struct FilePatch: Sendable, Hashable {
    /// A range of the old file and its replacement in the new one.
    package struct Splice: Sendable, Hashable {
        /// Bytes of the old file; empty for an insertion.
        package var range: Range<Int>
        /// Bytes of the new file; empty for a removal.
        package var bytes: [UInt8]

        /// Makes a splice.
        ///
        /// - Parameters:
        ///   - range: Bytes of the old file.
        ///   - bytes: Its replacement in the new one.
        package init(range: Range<Int>, bytes: [UInt8]) {
            self.range = range
            self.bytes = bytes
        }
    }

    /// How many bytes the old file has.
    package let oldCount: Int

    /// What is replaced, in file order, without overlap.
    package private(set) var splices: [Splice] = []

    /// Whether the author of a patch that replaces more than a few bytes guarantees what ``isSafeInPlace`` asks for.
    package var isWholeBetweenSteps = false

    /// Makes a patch that changes nothing.
    ///
    /// - Parameter oldCount: How many bytes the old file has.
    package init(oldCount: Int) { self.oldCount = oldCount }

    /// Makes a patch of stored splices.
    ///
    /// - Parameters:
    ///   - oldCount: How many bytes the old file has.
    ///   - splices: What is replaced; `nil` comes of splices that overlap, are out of order or beyond the file.
    package init?(oldCount: Int, splices: [Splice]) {
        var end = 0
        for splice in splices {
            guard splice.range.lowerBound >= end, splice.range.upperBound <= oldCount else { return nil }
            end = splice.range.upperBound
        }
        self.oldCount = oldCount
        self.splices = splices
    }

    /// How many bytes the new file has.
    package var newCount: Int { splices.reduce(oldCount) { $0 - $1.range.count + $1.bytes.count } }

    /// Whether nothing changes.
    package var isEmpty: Bool { splices.isEmpty }

    /// Whether it can be applied in place: bytes are only replaced by as many others, or appended.
    ///
    /// So that after a crash at any point the old or the new file can be restored, the bytes have to become durable in
    /// this order:
    /// 1. the journal's entry with the ``inverse(reading:)``, and with the old length;
    /// 2. what is appended, its first 16 bytes last: no reader looks at it yet;
    /// 3. what is replaced, from the last range of the file to the first, of each range the first 16 bytes first;
    /// 4. the journal's note that it is done.
    ///
    /// It is undone in the opposite order. Between the steps the file may be invalid, unless the patch
    /// ``isSafeInPlace``; the journal then undoes it after a crash.
    package var keepsOffsets: Bool {
        splices.allSatisfy { $0.range.count == $0.bytes.count || $0.range.lowerBound == oldCount }
    }

    /// Whether it can be applied in place, and the file is the old or the new one after each step.
    ///
    /// That holds where one range of a few bytes decides, and where the patch's author guarantees it. In a video of
    /// ``MP4Editing/large`` bytes or more the type of the old `moov` decides; a range after it first says where `mdat`
    /// ends.
    package var isSafeInPlace: Bool {
        let replaced = splices.filter { !$0.range.isEmpty }
        return keepsOffsets
            && (isWholeBetweenSteps || replaced.count <= 1 && replaced.allSatisfy { $0.range.count <= 16 })
    }

    /// Whether no byte of a range is replaced yet.
    ///
    /// - Parameter range: Bytes of the old file.
    /// - Returns: Whether ``replace(_:with:)`` accepts it.
    package func isFree(_ range: Range<Int>) -> Bool {
        range.lowerBound >= 0 && range.upperBound <= oldCount
            && splices.allSatisfy {
                $0.range.upperBound <= range.lowerBound || $0.range.lowerBound >= range.upperBound
            }
    }

    /// Whether a byte of the old file stays as it is.
    ///
    /// - Parameter offset: Where it is.
    /// - Returns: Whether no splice replaces it.
    package func isUntouched(_ offset: Int) -> Bool { !splices.contains { $0.range.contains(offset) } }

    /// Replaces a range.
    ///
    /// - Parameters:
    ///   - range: Bytes of the old file, none of which is in another splice; an empty range inserts before its bound.
    ///   - bytes: Its replacement.
    package mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
        precondition(range.lowerBound >= 0 && range.upperBound <= oldCount)
        if range.isEmpty, bytes.isEmpty { return }
        // Insertions at one offset keep their order.
        let index =
            splices.firstIndex {
                $0.range.lowerBound >= range.upperBound && !(range.isEmpty && $0.range == range)
            } ?? splices.count
        precondition(index == 0 || splices[index - 1].range.upperBound <= range.lowerBound)
        splices.insert(Splice(range: range, bytes: bytes), at: index)
    }

    /// The patch that makes the old file of the new one.
    ///
    /// - Parameter file: The old file.
    /// - Returns: The patch, with the bytes that are replaced.
    /// - Throws: ``MetadataError/Code/malformed`` when the file has become shorter, ``MetadataError/Code/unreadable``.
    package func inverse(reading file: FileBytes) throws(MetadataError) -> FilePatch {
        var inverse = FilePatch(oldCount: newCount)
        var shift = 0
        for splice in splices {
            let start = splice.range.lowerBound + shift
            var bytes: [UInt8] = []
            var position = splice.range.lowerBound
            while position < splice.range.upperBound {
                let count = min(1 << 20, splice.range.upperBound - position)
                guard let part = try file.bytes(at: position, count: count) else {
                    throw file.error(.malformed, "has become shorter while it was read; try again")
                }
                bytes += part
                position += count
            }
            inverse.splices.append(Splice(range: start..<start + splice.bytes.count, bytes: bytes))
            shift += splice.bytes.count - splice.range.count
        }
        return inverse
    }
}

extension FilePatch {
    /// Makes a patch of splices in file order; several insertions at one place become one.
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

extension FilePatch {
    /// What the patch makes of a file that is in memory.
    ///
    /// - Parameter bytes: The whole old file.
    /// - Returns: The new one.
    package func applied(to bytes: [UInt8]) -> [UInt8] {
        var new: [UInt8] = []
        new.reserveCapacity(newCount)
        var position = 0
        for splice in splices {
            new += bytes[position..<splice.range.lowerBound]
            new += splice.bytes
            position = splice.range.upperBound
        }
        return new + bytes[position...]
    }

    /// Whether the new file has some bytes of the old one at a byte offset.
    ///
    /// - Parameters:
    ///   - range: Bytes of the old file.
    ///   - offset: Where the first of them would be in the new file.
    /// - Returns: Whether no splice changes or divides them, and all before them move them there.
    package func isKept(_ range: Range<Int>, at offset: Int) -> Bool {
        let isUntouched = splices.allSatisfy {
            $0.range.upperBound <= range.lowerBound || $0.range.lowerBound >= range.upperBound
        }
        return isUntouched && offset == range.lowerBound + growth(before: range.lowerBound)
    }

    /// How much the patch shifts a byte offset of the old file.
    ///
    /// - Parameter offset: An offset of the old file; what is inserted there counts.
    /// - Returns: The difference.
    package func growth(before offset: Int) -> Int {
        splices.reduce(0) { $1.range.upperBound <= offset ? $0 + $1.bytes.count - $1.range.count : $0 }
    }
}

extension FilePatch {
    /// The patch between two states of a small file: all but what they have in common at their begin and end.
    ///
    /// - Parameters:
    ///   - old: The file as it is.
    ///   - new: The file as it is to be.
    package init(from old: [UInt8], to new: [UInt8]) {
        self.init(oldCount: old.count)
        let most = min(old.count, new.count)
        var start = 0
        while start < most, old[start] == new[start] { start += 1 }
        var end = 0
        while end < most - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        replace(start..<old.count - end, with: Array(new[start..<new.count - end]))
    }
}

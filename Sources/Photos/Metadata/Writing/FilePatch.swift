/// A change of a file: the ranges of bytes that are replaced; all others stay.
///
/// It contains only the changes, so it has kilobytes even for a video of gigabytes, and its ``inverse(reading:)``
/// undoes it.
package struct FilePatch: Sendable, Hashable {
    /// A range of the old file and its replacement in the new one.
    package struct Splice: Sendable, Hashable {
        /// Bytes of the old file; empty for an insertion.
        package var range: Range<Int>
        /// Bytes of the new file; empty for a removal.
        package var bytes: [UInt8]

        /// Creates a splice.
        ///
        /// - Parameters:
        ///   - range: Bytes of the old file.
        ///   - bytes: The replacement in the new file.
        package init(range: Range<Int>, bytes: [UInt8]) {
            self.range = range
            self.bytes = bytes
        }
    }

    /// The size of the old file, in bytes.
    package let oldCount: Int

    /// The replaced ranges, in file order, without overlap.
    package private(set) var splices: [Splice] = []

    /// Whether a patch that replaces more than a few bytes is known to satisfy ``isSafeInPlace``.
    package var isWholeBetweenSteps = false

    /// Creates a patch that changes nothing.
    ///
    /// - Parameter oldCount: The size of the old file, in bytes.
    package init(oldCount: Int) { self.oldCount = oldCount }

    /// Creates a patch from stored splices; returns `nil` if they do not fit each other.
    ///
    /// - Parameters:
    ///   - oldCount: The size of the old file, in bytes.
    ///   - splices: The replaced ranges; the result is `nil` if they overlap, are out of order or exceed the file.
    package init?(oldCount: Int, splices: [Splice]) {
        var end = 0
        for splice in splices {
            guard splice.range.lowerBound >= end, splice.range.upperBound <= oldCount else { return nil }
            end = splice.range.upperBound
        }
        self.oldCount = oldCount
        self.splices = splices
    }

    /// The size of the new file, in bytes.
    package var newCount: Int { splices.reduce(oldCount) { $0 - $1.range.count + $1.bytes.count } }

    /// Whether nothing changes.
    package var isEmpty: Bool { splices.isEmpty }

    /// Whether it can be applied in place: bytes are only replaced by as many others, or appended.
    ///
    /// To be able to restore the old or the new file after a crash at any point, the bytes must become durable in this
    /// order: 1. the journal's entry with the ``inverse(reading:)``, and with the old length; 2. the appended bytes,
    /// their first 16 bytes last: no reader uses them yet; 3. what is replaced, from the last range of the file to the
    /// first, of each range the first 16 bytes first; 4. the journal's note that it is done.
    ///
    /// It is undone in the opposite order. Between the steps the file may be invalid, unless the patch
    /// ``isSafeInPlace``; the journal then undoes it after a crash.
    package var keepsOffsets: Bool {
        splices.allSatisfy { $0.range.count == $0.bytes.count || $0.range.lowerBound == oldCount }
    }

    /// Whether it can be applied in place such that the file is the old or the new one after each step.
    ///
    /// That is the case if a single range of a few bytes decides, or if the creator of the patch guarantees it. In a
    /// video of ``MP4Editing/large`` bytes or more the type of the old `moov` decides; a range after it first says
    /// where `mdat` ends.
    package var isSafeInPlace: Bool {
        let replaced = splices.filter { !$0.range.isEmpty }
        return keepsOffsets
            && (isWholeBetweenSteps || replaced.count <= 1 && replaced.allSatisfy { $0.range.count <= 16 })
    }

    /// Returns whether no byte of a range has been replaced.
    ///
    /// - Parameter range: Bytes of the old file.
    /// - Returns: Whether ``replace(_:with:)`` accepts it.
    package func isFree(_ range: Range<Int>) -> Bool {
        guard range.lowerBound >= 0, range.upperBound <= oldCount else { return false }
        let next = firstIndex { $0.range.upperBound > range.lowerBound }
        return next == splices.count || splices[next].range.lowerBound >= range.upperBound
    }

    /// Returns whether a byte of the old file stays unchanged.
    ///
    /// - Parameter offset: Its byte offset.
    /// - Returns: Whether no splice replaces it.
    package func isUntouched(_ offset: Int) -> Bool {
        let next = firstIndex { $0.range.upperBound > offset }
        return next == splices.count || splices[next].range.lowerBound > offset
    }

    /// Returns the index of the first splice that satisfies a condition, as all after it do; their number if none does.
    ///
    /// A crafted file can have a million splices, so they are halved, not counted through.
    private func firstIndex(where isBehind: (Splice) -> Bool) -> Int {
        var (low, high) = (0, splices.count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(splices[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Replaces a range.
    ///
    /// - Parameters:
    ///   - range: Bytes of the old file, none of which is in another splice; an empty range inserts before its bound.
    ///   - bytes: The replacement.
    package mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
        precondition(range.lowerBound >= 0 && range.upperBound <= oldCount)
        if range.isEmpty, bytes.isEmpty { return }
        // Insertions at one offset keep their order.
        let index = firstIndex {
            $0.range.lowerBound >= range.upperBound && !(range.isEmpty && $0.range == range)
        }
        precondition(index == 0 || splices[index - 1].range.upperBound <= range.lowerBound)
        splices.insert(Splice(range: range, bytes: bytes), at: index)
    }

    /// Returns the patch that restores the old file from the new one.
    ///
    /// - Parameter file: The old file.
    /// - Returns: The patch, with the replaced bytes.
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
                    throw file.error(.malformed, "has become shorter while it was read", advice: "try again")
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
    /// Creates a patch of splices in file order; insertions at the same offset become one.
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

    /// Returns the new content of a range of the old file; no splice may cross its bounds.
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

    /// Returns the same change with the bytes between an insertion and a compensating removal written out, so that
    /// later offsets do not change.
    ///
    /// - Throws: The errors of ``content(of:reading:)``.
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
    /// Returns the bytes of a range of any length.
    ///
    /// - Throws: ``MetadataError/Code/malformed`` when the file has become shorter, ``MetadataError/Code/unreadable``.
    func copy(of range: Range<Int>) throws(MetadataError) -> [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            let count = min(1 << 20, range.upperBound - position)
            guard let part = try bytes(at: position, count: count) else {
                throw error(.malformed, "has become shorter while it was read", advice: "try again")
            }
            copy += part
            position += count
        }
        return copy
    }

    /// Returns whether a range contains only zeros.
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
    /// Applies the patch to a file in memory.
    ///
    /// - Parameter bytes: The whole old file.
    /// - Returns: The new file.
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

    /// Returns whether the new file contains a range of the old one at a byte offset.
    ///
    /// - Parameters:
    ///   - range: Bytes of the old file.
    ///   - offset: The byte offset in the new file.
    /// - Returns: Whether no splice changes or divides the range, and the splices before it move it there.
    package func isKept(_ range: Range<Int>, at offset: Int) -> Bool {
        let isUntouched = splices.allSatisfy {
            $0.range.upperBound <= range.lowerBound || $0.range.lowerBound >= range.upperBound
        }
        return isUntouched && offset == range.lowerBound + growth(before: range.lowerBound)
    }

    /// Returns how much the patch shifts a byte offset of the old file.
    ///
    /// - Parameter offset: An offset of the old file; what is inserted there counts.
    /// - Returns: The difference.
    package func growth(before offset: Int) -> Int {
        splices.reduce(0) { $1.range.upperBound <= offset ? $0 + $1.bytes.count - $1.range.count : $0 }
    }
}

extension FilePatch {
    /// Creates the patch between two versions of a small file: everything except their common beginning and end.
    ///
    /// - Parameters:
    ///   - old: The old file.
    ///   - new: The new file.
    package init(from old: [UInt8], to new: [UInt8]) {
        self.init(oldCount: old.count)
        let maximum = min(old.count, new.count)
        var start = 0
        while start < maximum, old[start] == new[start] { start += 1 }
        var end = 0
        while end < maximum - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        replace(start..<old.count - end, with: Array(new[start..<new.count - end]))
    }
}

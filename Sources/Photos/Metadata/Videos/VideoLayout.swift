/// Places a video's changed boxes in the file without moving its samples.
struct VideoLayout {
    private let file: FileBytes
    private let boxes: VideoBoxes
    private let isRemoving: Bool
    /// Whether the file is changed in place, so that it must be valid after each step.
    private let isLarge: Bool
    /// The replaced ranges outside of `moov`.
    private var splices: [FilePatch.Splice] = []
    /// The bytes to append.
    private var tail: [UInt8] = []
    /// Whether sizes of boxes change in place, in a different step than their content.
    private var isBetweenSizes = false

    init(_ file: FileBytes, _ boxes: VideoBoxes, isRemoving: Bool) {
        self.file = file
        self.boxes = boxes
        self.isRemoving = isRemoving
        isLarge = file.count >= MP4Editing.large
    }

    /// Replaces the packet in its own box.
    mutating func replacePacket(_ box: Box, with packet: [UInt8]) throws(EditRefusal) {
        let growth = packet.count - box.content.count
        if growth == 0 { return splices.append(FilePatch.Splice(range: box.content, bytes: packet)) }
        let count = box.range.count + growth
        if growth <= -8, let size = try BoxEdits.size(of: box, count: count) {
            splices += [size, FilePatch.Splice(range: box.content, bytes: packet + BoxBytes.free(-growth))]
        } else if boxes.isLast(box), boxes.isClean, !isLarge, let size = try BoxEdits.size(of: box, count: count) {
            splices += [size, FilePatch.Splice(range: box.content, bytes: packet)]
        } else {
            // The old box becomes free space and is blanked, so that its content cannot be found later.
            let type = BoxBytes.number(UInt64(FourCharacterCode("free").value), 4)
            guard box.sizeForm == .short else { throw EditRefusal("its XMP has no room") }
            splices.append(
                FilePatch.Splice(
                    range: box.offset + 4..<box.range.upperBound, bytes: type + BoxBytes.zeros(box.range.count - 8)))
            try appendPacket(packet)
        }
    }

    /// Appends a box with a packet.
    mutating func appendPacket(_ packet: [UInt8]) throws(EditRefusal) {
        try checkEnd()
        let type = BoxUserType.xmp
        tail += BoxBytes.box("uuid", BoxBytes.number(type.high, 8) + BoxBytes.number(type.low, 8) + packet)
    }

    /// Blanks free space, which may contain a former `moov` with a former position.
    mutating func blankRoom() throws {
        for box in boxes.boxes where ["free", "skip"].contains(box.type) {
            guard box.content.count <= MP4Editing.large else {
                throw EditRefusal("it has \(box.content.count) bytes of free space, which may hold positions")
            }
            guard try !file.isBlank(box.content) else { continue }
            guard try !VideoSampleTables(file, boxes.movie).containSamples(in: box.range) else {
                throw EditRefusal("its free space holds samples")
            }
            splices.append(FilePatch.Splice(range: box.content, bytes: BoxBytes.zeros(box.content.count)))
        }
    }

    /// Returns the patch with the changes of `moov`.
    func patch(with movie: VideoEdits) throws -> FilePatch {
        var (edits, result) = (movie.edits, self)
        guard !edits.isEmpty else { return try result.finished() }
        let box = boxes.movie
        guard try !VideoSampleTables(file, box).containSamples(in: box.range) else {
            throw EditRefusal("its box 'moov' holds samples")
        }
        if isLarge, !edits.keepsStructure, !boxes.isFragmented, boxes.isClean {
            try result.append(edits)
            return try result.finished()
        }
        let growth = edits.growth(of: box)
        let room = -growth
        if growth == 0 {
            // The size does not change.
        } else if room >= 8 {
            edits.replace(movie.end..<movie.end, with: BoxBytes.free(room), in: [box])
        } else if !isRemoving, let free = movie.lastFree, Self.fits(growth, in: free) {
            Self.shorten(free, by: growth, in: [box], &edits)
        } else if !isRemoving, let free = boxes.next(after: box), free.type == "free", free.sizeForm == .short,
            Self.fits(growth, in: free), try !VideoSampleTables(file, box).containSamples(in: free.range)
        {
            Self.shorten(free, by: growth, in: [], &edits)
        } else if boxes.isLast(box), !isLarge, boxes.isClean, box.sizeForm != .toEnd {
            // `moov` is the last box.
        } else {
            try result.append(edits)
            return try result.finished()
        }
        result.splices += try edits.splices()
        result.isBetweenSizes = !edits.keepsStructure
        return try result.finished()
    }

    /// Returns whether a free box can shrink by this much: its remainder needs a header.
    private static func fits(_ growth: Int, in free: Box) -> Bool {
        !free.isCut && (free.range.count == growth || free.range.count >= growth + 8)
    }

    /// Removes bytes from the beginning of a free box.
    private static func shorten(_ free: Box, by count: Int, in parents: [Box], _ edits: inout BoxEdits) {
        let rest = free.range.count - count
        let header = rest == 0 ? [] : Array(BoxBytes.free(rest).prefix(8))
        edits.replace(free.offset..<free.offset + count + header.count, with: header, in: parents)
    }

    /// Appends a new `moov`, and turns the old one into free space.
    private mutating func append(_ edits: BoxEdits) throws {
        try checkEnd()
        let box = boxes.movie
        var new = try FilePatch(oldCount: file.count, try edits.splices()).content(of: box.range, reading: file)
        let free = BoxBytes.number(UInt64(FourCharacterCode("free").value), 4)
        var head = FilePatch.Splice(range: box.offset + 4..<box.offset + 8, bytes: free)
        if box.sizeForm == .toEnd {
            guard new.count <= UInt32.max, box.range.count <= UInt32.max else { throw EditRefusal("it is too large") }
            new.replaceSubrange(0..<4, with: BoxBytes.uint32(new.count))
            head = .init(range: box.offset..<box.offset + 8, bytes: BoxBytes.uint32(box.range.count) + free)
        }
        if isRemoving, box.sizeForm == .long {
            splices.append(FilePatch.Splice(range: box.content, bytes: BoxBytes.zeros(box.content.count)))
            isBetweenSizes = true
        } else if isRemoving {
            // One range, written from its beginning: existing free space is blanked.
            head.range = head.range.lowerBound..<box.range.upperBound
            head.bytes += BoxBytes.zeros(box.content.count)
        }
        splices.append(head)
        tail += new
    }

    private func checkEnd() throws(EditRefusal) {
        guard !boxes.isFragmented else { throw EditRefusal("it is fragmented and has no free space") }
        guard boxes.isClean else { throw EditRefusal("its end holds bytes that are not a box") }
    }

    private func finished() throws -> FilePatch {
        var all = splices
        if !tail.isEmpty, let trailer = boxes.trailer,
            try VideoSampleTables(file, boxes.movie).containSamples(in: trailer.range)
        {
            throw EditRefusal("the phone's data at its end hold samples")
        }
        if !tail.isEmpty, let last = boxes.boxes.last, last.sizeForm == .toEnd,
            !all.contains(where: { $0.range.lowerBound == last.offset })
        {
            all.append(try close(last))
        }
        // Comes last, also after what `moov` itself appends, but before data that readers expect at the end.
        let end = boxes.trailer?.offset ?? file.count
        if !tail.isEmpty { all.append(FilePatch.Splice(range: end..<end, bytes: tail)) }
        var patch = try FilePatch(oldCount: file.count, all.inFileOrder).levelled(reading: file)
        try SamsungTrailer.follow(&patch, file)
        patch.isWholeBetweenSteps = isLarge && !isBetweenSizes && patch.keepsOffsets
        return patch
    }

    /// Sets an explicit size for a box that extends to the end of the file.
    private func close(_ box: Box) throws(EditRefusal) -> FilePatch.Splice {
        if box.range.count <= UInt32.max {
            return FilePatch.Splice(range: box.offset..<box.offset + 4, bytes: BoxBytes.uint32(box.range.count))
        }
        // QuickTime reserves eight bytes before the media data for a 64-bit size.
        guard let room = boxes.boxes.last(where: { $0.range.upperBound == box.offset }), room.range.count == 8,
            ["wide", "free", "skip"].contains(room.type), room.sizeForm == .short
        else { throw EditRefusal("its last box '\(box.type)' has no size") }
        let header =
            BoxBytes.uint32(1) + BoxBytes.number(UInt64(box.type.value), 4)
            + BoxBytes.number(UInt64(box.range.upperBound - room.offset), 8)
        return FilePatch.Splice(range: room.offset..<room.offset + 16, bytes: header)
    }
}

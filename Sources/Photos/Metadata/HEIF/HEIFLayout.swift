/// Places an image's changed blocks in the file, and updates the table of locations.
struct HEIFLayout {
    private let file: FileBytes
    private let image: HEIFContainer
    private let locations: HEIFLocations
    private let placesBox: Box
    /// The last box with items, after which new bytes are inserted; this is before data that other programs expect at
    /// the end, such as the video of a motion photo.
    private let lastBox: Box
    /// Whether there is also a video, whose tables use offsets in the file.
    private let hasVideo: Bool
    /// The new bytes of items that are stored after ``lastBox``, or that grow in place, by identifier.
    private var moved: [UInt32: [UInt8]] = [:]
    private var order: [UInt32] = []
    private var longer: [UInt32: Int] = [:]
    private var added: [HEIFNewItem] = []
    private var described: UInt32 = 0
    /// Changes besides the table of locations.
    private var edits = BoxEdits()

    init(_ file: FileBytes, _ image: HEIFContainer) throws {
        self.file = file
        self.image = image
        guard let box = image.parts["iloc"] else { throw EditRefusal("it does not say where its items are") }
        placesBox = box
        locations = try HEIFLocations(box, of: file)
        (lastBox, hasVideo) = try Self.lastBox(file, image)
    }

    private static func lastBox(_ file: FileBytes, _ image: HEIFContainer) throws -> (Box, hasVideo: Bool) {
        var end = image.meta.range.upperBound
        for item in image.items {
            for extent in item.extents {
                guard let range = extent.range else { throw EditRefusal("one of its items is cut off") }
                end = max(end, range.upperBound)
            }
        }
        var walk = BoxWalk(file, 0..<file.count)
        var (last, hasVideo): (Box?, Bool) = (nil, false)
        while let box = try walk.next() {
            if box.type == "moov" || box.type == "moof" {
                hasVideo = true
                end = file.count
            }
            if last == nil || last?.range.upperBound ?? 0 < end || box.type == "mdat" { last = box }
        }
        guard let last, !last.isCut, last.range.upperBound >= end else { throw EditRefusal("it is cut off") }
        guard last.sizeForm != .toEnd || last.type == "mdat" else { throw EditRefusal("its last box has no size") }
        return (last, hasVideo)
    }

    /// Replaces the bytes of an item.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - range: Its byte range in the file.
    ///   - bytes: The replacement.
    ///   - padding: The byte used as padding.
    /// - Throws: ``EditRefusal``, ``MetadataError``.
    mutating func replace(_ item: HEIFItem, at range: Range<Int>, with bytes: [UInt8], padding: UInt8) throws {
        guard let entry = locations.entries.first(where: { $0.id == item.id }), !entry.isElsewhere,
            entry.extents.allSatisfy({ !$0.length.range.isEmpty && $0.length.value > 0 })
        else { throw EditRefusal("the location of its metadata is ambiguous") }
        guard !isShared(range, by: item) else {
            throw EditRefusal("its metadata shares bytes with something else")
        }
        let growth = bytes.count - range.count
        if growth <= 0 {
            let rest = [UInt8](repeating: padding, count: -growth)
            return edits.replace(range, with: bytes + rest, in: [])
        }
        if range.upperBound == lastBox.range.upperBound, lastBox.type == "mdat", item.construction == .file {
            edits.replace(range, with: bytes, in: [lastBox])
            longer[item.id] = growth
            return
        }
        // Blanked, so that a search of the file does not find the former content.
        edits.replace(range, with: BoxBytes.zeros(range.count), in: [])
        moved[item.id] = bytes
        order.append(item.id)
    }

    private func isShared(_ range: Range<Int>, by item: HEIFItem) -> Bool {
        image.items.contains { other in
            other.id != item.id && other.extents.contains { $0.range?.overlaps(range) ?? false }
        }
    }

    /// Adds an item.
    mutating func add(_ kind: HEIFNewItem.Kind, about item: UInt32, _ body: [UInt8]) throws(EditRefusal) {
        guard !hasVideo else {
            throw EditRefusal("it has a video beside the image, and no metadata that could be extended")
        }
        let ids = image.items.map(\.id) + locations.entries.map(\.id) + added.map(\.id)
        let id = (ids.max() ?? 0).addingReportingOverflow(1)
        guard !id.overflow, id.partialValue <= 0xFFFF || locations.version == 2 else {
            throw EditRefusal("it has no ID left for another item")
        }
        described = item
        added.append(HEIFNewItem(kind: kind, id: id.partialValue, body: body))
    }

    /// Returns the patch of all changes.
    func patch() throws -> FilePatch {
        guard !edits.isEmpty || !added.isEmpty else { return FilePatch(oldCount: file.count) }
        // Lengths do not depend on offsets.
        let draft = try whole(start: file.count) { $0 }
        let splices = try draft.splices()
        func position(_ old: Int) -> Int {
            splices.reduce(old) { $1.range.upperBound <= old ? $0 + $1.bytes.count - $1.range.count : $0 }
        }
        let end = lastBox.range.upperBound
        let hasHeader = lastBox.sizeForm != .toEnd
        var final = try whole(start: position(end) + (hasHeader ? 8 : 0), position)
        let bodies = order.flatMap { moved[$0] ?? [] } + added.flatMap(\.body)
        if !bodies.isEmpty {
            final.replace(end..<end, with: hasHeader ? BoxBytes.box("mdat", bodies) : bodies, in: [])
        }
        var patch = FilePatch(oldCount: file.count, try final.splices())
        if patch.newCount != patch.oldCount {
            try checkFollowers(end)
            try SamsungTrailer.follow(&patch, file)
        }
        return patch
    }

    /// Refuses to move boxes after the image that may hold byte offsets of the file.
    private func checkFollowers(_ end: Int) throws {
        var walk = BoxWalk(file, end..<file.count)
        while let box = try walk.next() {
            guard Self.movable.contains(box.type), !box.isCut else {
                throw EditRefusal("data after its image may have to stay where they are")
            }
            if box.type == "sefd", try SamsungTrailer(of: file) == nil {
                throw EditRefusal("the phone's data at its end cannot be read")
            }
        }
        // Fewer bytes than a header are padding.
        if walk.damage != nil { throw EditRefusal("data after its image may have to stay where they are") }
    }

    /// Boxes without byte offsets of the file, or whose offsets are updated: a motion photo's video, Samsung's data.
    private static let movable: Set<FourCharacterCode> = [
        "mpvd", "sefd", "free", "skip", "mdat", "moov", "moof", "uuid",
    ]
}

extension HEIFLayout {
    /// Returns all changes except the new bytes at the end.
    ///
    /// - Parameters:
    ///   - start: The byte offset of the new bytes in the new file.
    ///   - position: Converts a byte offset of the old file to one of the new file.
    /// - Returns: The changes.
    /// - Throws: ``EditRefusal``, ``MetadataError``.
    private func whole(start: Int, _ position: (Int) -> Int) throws -> BoxEdits {
        var all = edits
        var next = start
        for id in order {
            guard let entry = locations.entries.first(where: { $0.id == id }), let body = moved[id] else { continue }
            try move(entry, to: next, count: body.count, &all)
            next += body.count
        }
        for entry in locations.entries where moved[entry.id] == nil {
            try shift(entry, position, &all)
            if let growth = longer[entry.id], let last = entry.extents.last {
                try write(last.length, last.length.value + UInt64(growth), &all)
            }
        }
        guard !added.isEmpty else { return all }
        guard let names = image.parts["iinf"], names.sizeForm == .short, placesBox.sizeForm == .short else {
            throw EditRefusal("it has no list of items")
        }
        var entries: [UInt8] = []
        for item in added {
            entries += try item.location(at: next, in: locations)
            next += item.body.count
        }
        let meta = image.meta
        guard meta.sizeForm != .toEnd else { throw EditRefusal("its box 'meta' has no size") }
        _ = try Self.count(within: meta, from: 4, of: file)
        all.replace(placesBox.range.upperBound..<placesBox.range.upperBound, with: entries, in: [meta, placesBox])
        try write(locations.count, locations.count.value + UInt64(added.count), &all)
        try addNames(names, &all)
        try addReferences(&all)
        return all
    }

    private func addNames(_ box: Box, _ all: inout BoxEdits) throws {
        let start = box.content.lowerBound
        let size = try file.byte(at: start) == 0 ? 2 : 4
        var cursor = FileCursor(file, start + 4..<box.content.upperBound)
        let count = HEIFLocations.Field(range: start + 4..<start + 4 + size, value: try cursor.integer(size))
        guard !cursor.isCut, try Self.count(within: box, from: 4 + size, of: file) == Int(clamping: count.value) else {
            throw EditRefusal("its list of items is damaged")
        }
        try write(count, count.value + UInt64(added.count), &all)
        let end = box.range.upperBound
        all.replace(end..<end, with: added.flatMap(\.information), in: [image.meta, box])
    }

    private func addReferences(_ all: inout BoxEdits) throws {
        let meta = image.meta
        if let box = image.parts["iref"] {
            guard box.sizeForm == .short else { throw EditRefusal("its list of references has no size") }
            _ = try Self.count(within: box, from: 4, of: file)
            let isWide = try file.byte(at: box.content.lowerBound) != 0
            let references = try added.flatMap { try $0.reference(to: described, isWide: isWide) }
            all.replace(box.range.upperBound..<box.range.upperBound, with: references, in: [meta, box])
        } else {
            let isWide = max(described, added.map(\.id).max() ?? 0) > 0xFFFF
            let references = try added.flatMap { try $0.reference(to: described, isWide: isWide) }
            let box = BoxBytes.box("iref", BoxBytes.uint32(isWide ? 1 << 24 : 0) + references)
            all.replace(meta.range.upperBound..<meta.range.upperBound, with: box, in: [meta])
        }
    }

    /// Records the new location of an item: only its last extent changes its length.
    private func move(_ entry: HEIFLocations.Entry, to start: Int, count: Int, _ all: inout BoxEdits) throws {
        var (position, rest) = (UInt64(start), UInt64(count))
        if entry.method.value & 15 == 1 { try write(entry.method, entry.method.value & ~15, &all) }
        if locations.offsetSize == 0 { try write(entry.base, position, &all) }
        for (index, extent) in entry.extents.enumerated() {
            let isLast = index == entry.extents.count - 1
            if locations.offsetSize > 0 {
                guard position >= entry.base.value else {
                    throw EditRefusal("the location of its metadata is ambiguous")
                }
                try write(extent.offset, position - entry.base.value, &all)
            }
            guard isLast || extent.length.value < rest else { throw EditRefusal("its metadata is in too many pieces") }
            if isLast { try write(extent.length, rest, &all) }
            position += extent.length.value
            rest -= isLast ? 0 : extent.length.value
        }
    }

    /// Updates the offsets of an item that is stored directly in the file.
    private func shift(_ entry: HEIFLocations.Entry, _ position: (Int) -> Int, _ all: inout BoxEdits) throws {
        guard entry.method.value & 15 == 0, !entry.isElsewhere else { return }
        let starts = entry.extents.map { entry.start(of: $0) }
        guard starts.allSatisfy({ $0 <= UInt64(file.count) }) else { throw EditRefusal("one of its items is cut off") }
        let shifts = starts.map { position(Int($0)) - Int($0) }
        guard let first = shifts.first, shifts.contains(where: { $0 != 0 }) else { return }
        guard starts.allSatisfy({ !image.meta.range.contains(Int($0)) }) else {
            throw EditRefusal("one of its items is inside a box that has to grow")
        }
        if entry.base.value > 0 || locations.offsetSize == 0, shifts.allSatisfy({ $0 == first }) {
            return try write(entry.base, UInt64(Int(entry.base.value) + first), &all)
        }
        for (extent, shift) in zip(entry.extents, shifts) where shift != 0 {
            try write(extent.offset, UInt64(Int(extent.offset.value) + shift), &all)
        }
    }

    private func write(_ field: HEIFLocations.Field, _ value: UInt64, _ all: inout BoxEdits) throws(EditRefusal) {
        guard !field.range.isEmpty, field.range.count == 8 || value >> UInt64(field.range.count * 8) == 0 else {
            throw EditRefusal("a number in its list of items has no room")
        }
        if value != field.value { all.replace(field.range, with: BoxBytes.number(value, field.range.count), in: []) }
    }
}

extension HEIFLayout {
    /// Returns the number of boxes in a list; all must have explicit sizes, so that none extends over appended bytes.
    ///
    /// - Parameters:
    ///   - box: The list, which will grow.
    ///   - start: The number of bytes before the first box.
    ///   - file: The file.
    /// - Returns: Their number.
    /// - Throws: ``EditRefusal`` if one has no size or is damaged, ``MetadataError``.
    static func count(within box: Box, from start: Int, of file: FileBytes) throws -> Int {
        let content = box.content
        var walk = BoxWalk(file, min(content.lowerBound + start, content.upperBound)..<content.upperBound)
        var count = 0
        while let child = try walk.next() {
            guard child.sizeForm != .toEnd else { throw EditRefusal("its box '\(child.type)' has no size") }
            count += 1
        }
        guard walk.damage == nil else { throw EditRefusal("its box '\(box.type)' is damaged") }
        return count
    }
}

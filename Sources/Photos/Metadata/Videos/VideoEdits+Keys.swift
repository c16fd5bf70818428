extension VideoEdits {
    private static let locationName = "com.apple.quicktime.location.ISO6709"
    private static let accuracyName = "com.apple.quicktime.location.accuracy.horizontal"

    /// Changes metadata (`meta`): Apple's with names in `keys`, and those of iTunes.
    ///
    /// - Parameters:
    ///   - box: The box of the video or of a track.
    ///   - parents: Its ancestors, itself last.
    ///   - isVideo: Whether to add a position if there is none.
    /// - Throws: ``EditRefusal``, ``MetadataError``.
    mutating func editMetadata(_ box: Box, _ parents: [Box], isVideo: Bool) throws {
        guard box.content.count >= 8 else { return }
        let start = box.content.lowerBound
        let isPlain = try file.uint32(at: start + 4, bigEndian: true) == FourCharacterCode("hdlr").value
        var walk = BoxWalk(file, start + (isPlain ? 0 : 4)..<box.content.upperBound)
        var (keys, list): (Box?, Box?)
        while let part = try walk.next() {
            try check(part)
            if part.type == "keys" { keys = keys ?? part }
            if part.type == "ilst" { list = list ?? part }
            if part.type == "free" || part.type == "skip" { try blank(part, parents) }
        }
        if let damage = walk.damage { throw EditRefusal("its metadata is damaged: \(damage)") }
        guard let list else { return }
        if let keys {
            try editItems(list, keys, parents, isVideo: isVideo && !hasKeys)
            hasKeys = hasKeys || isVideo
        } else {
            var items = BoxWalk(file, list.content)
            while let item = try items.next() {
                try check(item)
                if item.type == "©xyz" { try setItem(item, position?.text, parents + [list]) }
            }
            if let damage = items.damage { throw EditRefusal("its metadata is damaged: \(damage)") }
        }
    }

    /// Edits items whose types are indices in a list of names.
    private mutating func editItems(_ list: Box, _ keys: Box, _ parents: [Box], isVideo: Bool) throws {
        var names = try names(in: keys)
        let count = names.count
        var (hasLocation, hasAccuracy) = (false, false)
        var items = BoxWalk(file, list.content)
        var end = list.content.lowerBound
        while let item = try items.next() {
            try check(item)
            end = item.range.upperBound
            let index = Int(item.type.value) - 1
            guard names.indices.contains(index) else { continue }
            let name = names[index]
            if isRemoving {
                if Self.isOfPosition(name) { edits.replace(item.range, with: [], in: parents + [list]) }
            } else if Self.isPosition(name) {
                hasLocation = hasLocation || name == Self.locationName
                try setItem(item, position?.text, parents + [list])
            } else if name == Self.accuracyName {
                hasAccuracy = true
                // The old accuracy does not apply to the new position.
                try setItem(item, position?.accuracy, parents + [list])
            }
        }
        if let damage = items.damage { throw EditRefusal("its metadata is damaged: \(damage)") }
        guard isVideo, let position else { return }
        var added: [UInt8] = []
        func add(_ name: String, _ text: [UInt8]) {
            let index = names.firstIndex(of: name) ?? names.count
            if index == names.count { names.append(name) }
            added += Self.item(UInt32(index + 1), text)
        }
        if !hasLocation { add(Self.locationName, position.text) }
        if !hasAccuracy, let accuracy = position.accuracy { add(Self.accuracyName, accuracy) }
        if !added.isEmpty { edits.replace(end..<end, with: added, in: parents + [list]) }
        guard names.count > count else { return }
        let entries = names[count...].flatMap { BoxBytes.box("mdta", Array($0.utf8)) }
        let offset = keys.content.upperBound
        edits.replace(offset..<offset, with: entries, in: parents + [keys])
        let field = keys.content.lowerBound + 4
        edits.replace(field..<field + 4, with: BoxBytes.uint32(names.count), in: [])
    }

    /// Returns the names; all must be valid, since items refer to them by index.
    private func names(in box: Box) throws -> [String] {
        guard box.content.count >= 8 else { throw EditRefusal("its list of names is damaged") }
        let start = box.content.lowerBound
        let count = Int(try file.uint32(at: start + 4, bigEndian: true) ?? 0)
        var names: [String] = []
        var walk = BoxWalk(file, start + 8..<box.content.upperBound)
        var end = start + 8
        while let entry = try walk.next() {
            guard names.count < VideoTexts.maximumKeys, entry.content.count <= 1 << 16, entry.sizeForm == .short else {
                throw EditRefusal("its list of names is too long")
            }
            names.append(VideoText.decode(try file.copy(of: entry.content)))
            end = entry.range.upperBound
        }
        guard walk.damage == nil, names.count == count, end == box.content.upperBound else {
            throw EditRefusal("its list of names is damaged")
        }
        return names
    }

    /// Replaces an item's text, or removes the item.
    private mutating func setItem(_ item: Box, _ text: [UInt8]?, _ parents: [Box]) throws {
        guard location != .keep else { return }
        guard let text else { return edits.replace(item.range, with: [], in: parents) }
        guard let data = try BoxWalk.first("data", in: item.content, of: file), data.content.count >= 8,
            data.content.count <= 1 << 16, !data.isCut, data.sizeForm != .toEnd
        else { throw EditRefusal("its position is damaged") }
        // The type becomes UTF-8; the language stays.
        let start = data.content.lowerBound
        let value = start + 8..<data.content.upperBound
        let parents = parents + [item, data]
        if try file.uint32(at: start, bigEndian: true) != 1 {
            edits.replace(start..<start + 4, with: BoxBytes.uint32(1), in: [])
        }
        if try file.copy(of: value) != text { edits.replace(value, with: text, in: parents) }
    }

    private static func item(_ index: UInt32, _ text: [UInt8]) -> [UInt8] {
        BoxBytes.box(
            FourCharacterCode(index), BoxBytes.box("data", BoxBytes.uint32(1) + BoxBytes.zeros(4) + text))
    }

    /// Returns whether an item is a position in ISO 6709, under any of its names.
    private static func isPosition(_ name: String) -> Bool {
        name == locationName || name == "location" || name == "location-eng"
    }

    /// Returns whether an item is about the camera's position or direction.
    static func isOfPosition(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["location", "direction.facing", "direction.motion", "gps", "latitude", "longitude"].contains {
            name.contains($0)
        }
    }
}

extension String {
    /// Returns whether a text is part of this one, byte by byte.
    fileprivate func contains(_ part: String) -> Bool {
        let (text, wanted) = (Array(utf8), Array(part.utf8))
        guard text.count >= wanted.count else { return false }
        return (0...text.count - wanted.count).contains { text[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }
}

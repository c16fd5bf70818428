import LKFormats

/// Edits an XMP packet.
///
/// Only the edited text is replaced; the rest of a packet stays byte for byte, whatever its form.
package enum XMPEditing {
    /// The maximum packet size, in bytes.
    static let maximumSize = 16 << 20

    /// Returns the edited packet.
    ///
    /// - Parameters:
    ///   - packet: The current packet; `nil` if there is none.
    ///   - edit: The edit.
    ///   - hasEXIF: Whether the file also has EXIF for the position: XMP then gets a position only if it already has
    ///     one.
    ///   - sidecarFor: The extension of a sidecar's photo, or `nil` inside a photo.
    /// - Returns: The new packet; `nil` if it does not change.
    /// - Throws: ``EditRefusal`` if the edit would lose data.
    package static func edited(
        _ packet: [UInt8]?, by edit: MetadataEdit, hasEXIF: Bool, sidecarFor: String? = nil
    ) throws(EditRefusal) -> [UInt8]? {
        // Padding alone is not a packet.
        let old = packet.flatMap { $0.contains { $0 > 0x20 } ? $0 : nil }
        if let old, !concerns(old, edit, hasEXIF: hasEXIF) { return nil }
        let text = old ?? empty
        guard text.count <= maximumSize else { throw EditRefusal("its XMP has more than \(maximumSize >> 20) MB") }
        let start = text.firstIndex { $0 > 0x20 } ?? 0
        do throws(EditRefusal) { try checkEncoding(text[start...]) } catch {
            // It stays unchanged when there is nothing to remove.
            guard edit == edit.removals, let plain = WideXMP.plain(text),
                try edited(plain, by: edit, hasEXIF: hasEXIF) == nil
            else { throw error }
            return nil
        }
        if let failure = failure(of: text) {
            throw EditRefusal(failure.kind == .tooLarge ? "its XMP has \(failure.reason)" : "its XMP is damaged")
        }
        guard let markup = XMPMarkup(text) else { throw EditRefusal("its XMP is damaged") }
        guard var draft = XMPDraft(markup) else { throw EditRefusal("its XMP has no RDF") }
        draft.apply(edit, hasEXIF: hasEXIF)
        if !edit.removals.isEmpty {
            for splice in try Base64Images.removals(edit.removals, from: text) {
                draft.replace(splice.range, with: splice.bytes)
            }
        }
        guard !draft.isEmpty else { return nil }
        if let sidecarFor, draft.occurrences(of: .sidecarForExtension).isEmpty {
            draft.set(.sidecarForExtension, sidecarFor)
        }
        try draft.placeAdditions()
        var new = draft.packet()
        if old != nil { XMPPadding.adjust(&new, to: text.count) }
        guard new != old else { return nil }
        guard failure(of: new) == nil else { throw EditRefusal("its XMP uses an unsupported form") }
        return new
    }

    /// Returns a new packet for a file whose position is stored elsewhere, in EXIF or in a video's own metadata.
    ///
    /// - Parameter edit: The edit.
    /// - Returns: The packet; `nil` if the whole edit is stored elsewhere.
    /// - Throws: ``EditRefusal`` if that is impossible.
    static func newPacket(for edit: MetadataEdit) throws(EditRefusal) -> [UInt8]? {
        var rest = edit
        rest.location = .keep
        rest.offset = nil
        if rest.placeShown == .remove { rest.placeShown = .keep }
        if rest.placeCreated == .remove { rest.placeCreated = .keep }
        return rest.isEmpty ? nil : try edited(nil, by: edit, hasEXIF: true)
    }

    /// An empty packet.
    private static let empty = Array(
        """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="LocationKit">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
         </rdf:RDF>
        </x:xmpmeta>
        <?xpacket end="w"?>
        """.utf8)

    /// Returns whether an edit may concern a packet: most have no position, and need not be parsed.
    private static func concerns(_ packet: [UInt8], _ edit: MetadataEdit, hasEXIF: Bool) -> Bool {
        var rest = edit
        rest.location = .keep
        if !rest.isEmpty { return true }
        switch edit.location {
        case .keep: return false
        case .set: if !hasEXIF { return true }
        case .remove: return packet.withUnsafeBytes { XMPRelevance.mayHoldPosition($0) }
        }
        return packet.withUnsafeBytes { XMPRelevance.saysPosition($0) }
    }

    /// Checks that the packet is UTF-8, as XMP in files always is and sidecars nearly always are.
    private static func checkEncoding(_ text: ArraySlice<UInt8>) throws(EditRefusal) {
        let refusal = EditRefusal("its XMP is not in UTF-8")
        if text.prefix(64).contains(0) || text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE]) {
            throw refusal
        }
        let body = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
        guard body.starts(with: "<?xml".utf8), let end = body.firstIndex(of: UInt8(ascii: ">")) else { return }
        let declaration = String(decoding: SidecarName.lowercased(body[..<end]), as: UTF8.self)
        guard let mark = declaration.split(separator: "encoding", maxSplits: 1).dropFirst().first else { return }
        let name = mark.drop { " =\"'".contains($0) }.prefix { !"\"' ?".contains($0) }
        guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(name) else { throw refusal }
    }

    /// Returns the reason why an XML parser rejects a text, without its padding; `nil` if it accepts it.
    private static func failure(of packet: [UInt8]) -> XMLFailure? {
        let start = packet.firstIndex { $0 > 0x20 } ?? packet.count
        let end = packet.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? packet.count
        guard start < end else { return XMLFailure(.malformed, "it is empty", line: 1) }
        let handler = XMLIgnoringHandler()
        do throws(XMLFailure) {
            let stream = try XMLStream(handler: handler)
            for offset in stride(from: start, to: end, by: 1 << 18) {
                try stream.feed(packet[offset..<min(offset + 1 << 18, end)])
            }
            try stream.feed([])
            return nil
        } catch { return error }
    }
}

/// Ignores everything, to check the syntax alone.
private final class XMLIgnoringHandler: XMLHandler {
    func start(_ tag: XMLTag) {}
    func end() {}
    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}

/// The white space at the end of a packet, in which it can grow without growing the file.
enum XMPPadding {
    /// The minimum size of padding; less is layout.
    static let minimumSize = 100

    /// Adjusts a packet's padding so that it keeps its size, if possible.
    ///
    /// - Parameters:
    ///   - packet: The changed packet.
    ///   - count: The former size, in bytes.
    static func adjust(_ packet: inout [UInt8], to count: Int) {
        guard packet.count != count, let padding = padding(of: packet), padding.count >= minimumSize else { return }
        let growth = packet.count - count
        if growth < 0 {
            // In lines, as usual.
            let more = (1...(-growth)).map { $0 % 100 == 0 ? UInt8(ascii: "\n") : UInt8(ascii: " ") }
            packet.insert(contentsOf: more, at: padding.lowerBound + 1)
        } else if growth < padding.count - 1 {
            packet.removeSubrange(padding.lowerBound + 1..<padding.lowerBound + 1 + growth)
        }
    }

    private static func padding(of packet: [UInt8]) -> Range<Int>? {
        let mark = Array("<?xpacket end=".utf8)
        guard packet.count > mark.count else { return nil }
        var end = packet.count - mark.count
        while end > 0, !(packet[end] == mark[0] && packet[end...].starts(with: mark)) { end -= 1 }
        guard end > 0 else { return nil }
        var start = end
        while start > 0, XMPMarkup.isBlank(packet[start - 1]) { start -= 1 }
        return start..<end
    }
}

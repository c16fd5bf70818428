import LKFormats

/// Parses an XMP packet in a file or sidecar.
package enum XMPPacket {
    /// The number of bytes passed to the parser at once.
    private static let piece = 1 << 18

    /// The content of a packet.
    package struct Content: Sendable {
        /// Its properties, as far as they could be read.
        package var properties: XMPProperties
        /// The GUID of additional parts in other segments of the JPEG; see ``ExtendedXMP``.
        package var extendedGUID: String?
        /// Why the packet was not read completely.
        package var damage: String?
    }

    /// Returns the properties of a packet.
    ///
    /// - Parameter bytes: The packet, with or without its wrapper and padding.
    /// - Returns: The properties; `nil` when the bytes are not XMP.
    package static func properties(of bytes: UnsafeRawBufferPointer) -> XMPProperties? {
        content(of: bytes)?.properties
    }

    /// Returns the whole content of a packet.
    ///
    /// - Parameter bytes: The packet in UTF-8, UTF-16 or UTF-32, with or without its wrapper and padding.
    /// - Returns: The content; `nil` when the bytes are not XMP.
    package static func content(of bytes: UnsafeRawBufferPointer) -> Content? {
        if let text = utf32(bytes) { return text.withUnsafeBytes { content(of: $0) } }
        let reader = XMPReader()
        var damage: String?
        do throws(XMLFailure) {
            let stream = try XMLStream(handler: reader)
            var rest = bytes[start(of: bytes)...]
            while !rest.isEmpty, !reader.isComplete, !reader.isExhausted {
                let part = rest.prefix(piece)
                try stream.feed(UnsafeRawBufferPointer(rebasing: part))
                rest = rest.dropFirst(part.count)
            }
            if reader.isExhausted { damage = "more than \(XMPReader.maximumNames) names of properties" }
            if !reader.isComplete, !reader.isExhausted { try stream.feed(UnsafeRawBufferPointer(start: nil, count: 0)) }
        } catch {
            damage = "line \(error.line): \(error.reason)"
        }
        guard reader.hasRDF else { return nil }
        // Padding and leftovers of earlier versions follow the end.
        if reader.isComplete, !reader.isExhausted { damage = nil }
        let values = reader.values
        return Content(properties: values.properties, extendedGUID: values.extendedGUID, damage: damage)
    }

    /// Returns the start of the text after white space, which XML does not allow before its declaration.
    private static func start(of bytes: UnsafeRawBufferPointer) -> Int {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }) else { return bytes.count }
        // A zero before `<` is half of a UTF-16 character, if another follows.
        let isWide = first % 2 == 1 && bytes[first - 1] == 0 && first + 1 < bytes.count && bytes[first + 1] == 0
        return isWide ? first - 1 : first
    }

    /// Converts a text from UTF-32, which expat does not support, to UTF-8; returns `nil` for other encodings.
    private static func utf32(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        guard bytes.count >= 8 else { return nil }
        // White space, `<`, and the byte order mark.
        let begins: [UInt32] = [0x09, 0x0A, 0x0D, 0x20, 0x3C, 0xFEFF]
        let (first, second) = (
            bytes.loadUnaligned(as: UInt32.self), bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
        )
        let isLittle = begins.contains(UInt32(littleEndian: first)) && UInt32(littleEndian: second) < 0x80
        let isBig = begins.contains(UInt32(bigEndian: first)) && UInt32(bigEndian: second) < 0x80
        guard isLittle || isBig else { return nil }
        var text = ""
        var hasBegun = false
        for index in stride(from: 0, to: bytes.count - 3, by: 4) {
            let raw = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
            guard let scalar = Unicode.Scalar(isLittle ? UInt32(littleEndian: raw) : UInt32(bigEndian: raw)) else {
                break
            }
            hasBegun = hasBegun || scalar == "<"
            if hasBegun, scalar.value > 0 { text.unicodeScalars.append(scalar) }
        }
        return Array(text.utf8)
    }
}

/// Packets in UTF-16 and UTF-32, which are searched but never edited.
enum WideXMP {
    /// Returns the text in UTF-8, without its declaration, which would name another encoding.
    ///
    /// - Parameter packet: A packet, with padding.
    /// - Returns: `nil` if the bytes are neither UTF-16 nor UTF-32.
    static func plain(_ packet: [UInt8]) -> [UInt8]? {
        guard let mark = packet.firstIndex(of: UInt8(ascii: "<")) else { return nil }
        for size in [4, 2] {
            // The zeros around the first letter reveal size and byte order.
            for isBig in [true, false] {
                let start = isBig ? mark - size + 1 : mark
                guard start >= 0, start % size == 0, start + 2 * size <= packet.count,
                    units(packet[start..<start + 2 * size], size, isBig).allSatisfy({ (1..<0x80).contains($0) })
                else { continue }
                return text(units(packet[start...], size, isBig), size)
            }
        }
        return nil
    }

    private static func units(_ bytes: ArraySlice<UInt8>, _ size: Int, _ isBig: Bool) -> [UInt32] {
        stride(from: bytes.startIndex, to: bytes.endIndex - size + 1, by: size).map { offset in
            let unit = bytes[offset..<offset + size]
            return isBig
                ? unit.reduce(0) { $0 << 8 | UInt32($1) } : unit.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    private static func text(_ units: [UInt32], _ size: Int) -> [UInt8]? {
        var text = ""
        if size == 2 {
            text = String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
        } else {
            for unit in units {
                guard let scalar = Unicode.Scalar(unit) else { return nil }
                text.unicodeScalars.append(scalar)
            }
        }
        let bytes = Array(text.utf8)
        guard bytes.starts(with: "<?xml ".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else {
            return bytes
        }
        return Array(bytes[(end + 1)...])
    }
}

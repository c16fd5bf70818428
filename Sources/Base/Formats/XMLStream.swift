import CLKExpat

/// A streaming XML parser (expat) that refuses entities, deep nesting and oversized tags, which no supported format needs.
package final class XMLStream {
    /// The longest tag accepted, attributes included, in bytes.
    package static let maximumTokenLength = 1 << 20
    /// The deepest nesting of elements accepted.
    package static let maximumDepth = 256

    private let parser: XML_Parser
    /// The owner of this object also keeps the handler alive.
    private unowned(unsafe) let handler: any XMLHandler
    private var fedCount = 0
    /// The number of bytes before those that were fed last.
    private var pieceStart = 0
    private var depth = 0
    private var refusal: XMLFailure?
    /// The byte offset of the tag whose handler stopped the parser, which itself is behind it.
    private var refusalOffset: Int?
    private var skippedLines = 0
    private var isInCDATA = false

    /// Creates a parser; the handler must outlive it.
    ///
    /// - Parameters:
    ///   - handler: Gets what is parsed.
    ///   - isUTF8: Whether the text is UTF-8, whatever encoding it declares; otherwise it declares its own.
    /// - Throws: ``XMLFailure`` when there is no memory.
    package init(handler: any XMLHandler, isUTF8: Bool = false) throws(XMLFailure) {
        guard let parser = XML_ParserCreate(isUTF8 ? "UTF-8" : nil) else {
            throw XMLFailure(.noMemory, "no memory for the XML parser", line: 0)
        }
        self.parser = parser
        self.handler = handler
        // The parser never outlives this object, which frees it.
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { data, name, attributes in XMLStream.with(data) { $0.start(name, attributes) } },
            { data, _ in XMLStream.with(data) { $0.end() } })
        XML_SetCharacterDataHandler(parser) { data, bytes, count in XMLStream.with(data) { $0.text(bytes, count) } }
        XML_SetCdataSectionHandler(
            parser, { data in XMLStream.with(data) { $0.isInCDATA = true } },
            { data in XMLStream.with(data) { $0.isInCDATA = false } })
        XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
            XMLStream.with(data) { $0.refuse(.entities, "declares XML entities") }
        }
    }

    deinit { XML_ParserFree(parser) }

    /// The current line, counted from 1.
    package var line: Int { refusal?.line ?? Int(cexpat_line(parser)) + skippedLines }

    /// Whether the parser has consumed all bytes fed to it, so that the next byte can begin a tag.
    package var isBetweenTokens: Bool {
        refusal == nil && !isInCDATA && fedCount == Int(cexpat_offset(parser))
    }

    /// The byte offset at which parsing stopped, from the first byte that was fed last; 0 if it is before that.
    package var stopOffset: Int { max(0, (refusalOffset ?? Int(cexpat_offset(parser))) - pieceStart) }

    /// Adds line breaks in text that bypasses the parser to the line count.
    package func skip(lines count: Int) { skippedLines += count }

    /// Parses the next bytes; no bytes end the text.
    package func feed(_ bytes: ArraySlice<UInt8>) throws(XMLFailure) {
        let failure = bytes.withUnsafeBytes { parse($0) }
        if let failure { throw failure }
    }

    /// Parses the next bytes, which stay owned by the caller; no bytes end the text.
    package func feed(_ bytes: UnsafeRawBufferPointer) throws(XMLFailure) {
        if let failure = parse(bytes) { throw failure }
    }

    /// Stops the parser; handlers call it.
    package func refuse(_ kind: XMLFailure.Kind, _ reason: String) {
        if refusal == nil {
            refusal = XMLFailure(kind, reason, line: line)
            refusalOffset = Int(cexpat_offset(parser))
        }
        XML_StopParser(parser, 0)
    }

    private func parse(_ raw: UnsafeRawBufferPointer) -> XMLFailure? {
        if let refusal { return refusal }
        let isFinal = raw.isEmpty
        pieceStart = fedCount
        let status = XML_Parse(parser, raw.bindMemory(to: CChar.self).baseAddress, Int32(raw.count), isFinal ? 1 : 0)
        fedCount += raw.count
        if let refusal { return refusal }
        guard status == XML_STATUS_OK else {
            return XMLFailure(.malformed, "not well-formed XML: \(reason)", line: line)
        }
        // Expat buffers a tag until its end arrives.
        if !isFinal, fedCount - Int(cexpat_offset(parser)) > Self.maximumTokenLength + raw.count {
            return XMLFailure(.tooLarge, "a tag longer than \(Self.maximumTokenLength) bytes", line: line)
        }
        return nil
    }

    /// The parser's error message, with advice for text in another encoding, which it reports as "invalid token".
    private var reason: String {
        let code = XML_GetErrorCode(parser)
        var (offset, count): (Int32, Int32) = (0, 0)
        // The parser's own buffer, which spans several chunks.
        let context = XML_GetInputContext(parser, &offset, &count)
        if code == XML_ERROR_INVALID_TOKEN, let context, 0..<count ~= offset, context[Int(offset)] < 0 {
            return
                "the text is not valid in its encoding, which is UTF-8 unless another one is declared; if a Windows program wrote it, "
                + "convert it: iconv -f WINDOWS-1252 -t UTF-8"
        }
        if code == XML_ERROR_INVALID_TOKEN, let context, hasBareAmpersand(context, Int(offset), Int(count)) {
            return "a bare &; write it as &amp;"
        }
        let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown error"
        return code == XML_ERROR_UNKNOWN_ENCODING
            ? "\(reason); save the file as UTF-8 and declare that encoding" : reason
    }

    /// Returns whether the byte at which parsing stopped ends an `&` and a name without a semicolon.
    private func hasBareAmpersand(_ context: UnsafePointer<CChar>, _ offset: Int, _ count: Int) -> Bool {
        guard (0..<count).contains(offset) else { return false }
        var index = offset
        while index >= 0, offset - index < 64 {
            let byte = UInt8(bitPattern: context[index])
            if byte == UInt8(ascii: "&") { return true }
            let isName =
                byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "#") || (0x30...0x39).contains(byte)
                || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            guard index == offset || isName else { return false }
            index -= 1
        }
        return false
    }

    private func start(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard refusal == nil, let name else { return }
        depth += 1
        guard depth <= Self.maximumDepth else {
            refuse(.tooLarge, "elements nested more than \(Self.maximumDepth) deep")
            return
        }
        handler.start(XMLTag(name, attributes))
    }

    private func end() {
        guard refusal == nil else { return }
        depth -= 1
        handler.end()
    }

    private func text(_ bytes: UnsafePointer<CChar>?, _ count: Int32) {
        guard refusal == nil, let bytes, count > 0 else { return }
        handler.text(
            UnsafeBufferPointer(
                start: UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self), count: Int(count)))
    }

    private static func with(_ data: UnsafeMutableRawPointer?, _ body: (XMLStream) -> Void) {
        if let data { Unmanaged<XMLStream>.fromOpaque(data)._withUnsafeGuaranteedRef(body) }
    }
}

/// Why parsing stopped; the caller converts it to its own error, which names the file.
package struct XMLFailure: Error, Hashable, Sendable {
    /// What went wrong.
    package enum Kind: Sendable {
        /// The parser could not be allocated.
        case noMemory
        /// The text is not well-formed XML, or its reader cannot interpret it.
        case malformed
        /// A tag exceeds ``XMLStream/maximumTokenLength``, or the nesting exceeds ``XMLStream/maximumDepth``.
        case tooLarge
        /// The text declares entities.
        case entities
    }

    /// The kind.
    package let kind: Kind

    /// What is wrong, without file and line.
    package let reason: String

    /// The line, counted from 1.
    package let line: Int

    /// Creates a failure.
    package init(_ kind: Kind, _ reason: String, line: Int) {
        self.kind = kind
        self.reason = reason
        self.line = line
    }
}

/// Receives the parser's events.
package protocol XMLHandler: AnyObject {
    /// Handles the start of an element.
    func start(_ tag: XMLTag)
    /// Handles the end of the innermost open element.
    func end()
    /// Receives a piece of text; one run of text may arrive in several pieces.
    func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

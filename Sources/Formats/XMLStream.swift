internal import CExpat

/// Expat, set to refuse what no file of ours needs: entities, deep nesting, immense names.
package final class XMLStream {
    /// No tag or attribute of sense is longer than this, in bytes.
    package static let longestToken = 1 << 20
    /// No element of sense is nested deeper than this.
    package static let deepestElement = 256

    private let parser: XML_Parser
    /// Owned by the reader that owns this object, too.
    private unowned(unsafe) let handler: any XMLHandler
    private var passed = 0
    private var depth = 0
    private var refusal: XMLFailure?
    private var skippedLines = 0
    private var isInCDATA = false

    /// Makes a parser; the handler must live as long as it.
    package init(handler: any XMLHandler) throws(XMLFailure) {
        guard let parser = XML_ParserCreate(nil) else {
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

    /// The line at hand, counted from 1.
    package var line: Int { Int(cexpat_line(parser)) + skippedLines }

    /// Whether all that came is read, and markup could come next.
    package var isBetweenTokens: Bool {
        refusal == nil && !isInCDATA && passed == Int(cexpat_offset(parser))
    }

    /// Counts the ends of lines in a part of the text that is not given to the parser.
    package func skip(lines count: Int) { skippedLines += count }

    /// Parses the next bytes; none mean the end of the text.
    package func feed(_ bytes: ArraySlice<UInt8>) throws(XMLFailure) {
        let failure = bytes.withUnsafeBytes { parse($0) }
        if let failure { throw failure }
    }

    /// Parses the next bytes, which are caller-owned; none mean the end of the text.
    package func feed(_ bytes: UnsafeRawBufferPointer) throws(XMLFailure) {
        if let failure = parse(bytes) { throw failure }
    }

    /// Stops the parser; to be called from a handler.
    package func refuse(_ kind: XMLFailure.Kind, _ reason: String) {
        if refusal == nil { refusal = XMLFailure(kind, reason, line: line) }
        XML_StopParser(parser, 0)
    }

    private func parse(_ raw: UnsafeRawBufferPointer) -> XMLFailure? {
        if let refusal { return refusal }
        let isFinal = raw.isEmpty
        let status = XML_Parse(parser, raw.bindMemory(to: CChar.self).baseAddress, Int32(raw.count), isFinal ? 1 : 0)
        passed += raw.count
        if let refusal { return refusal }
        guard status == XML_STATUS_OK else {
            return XMLFailure(.malformed, "not well-formed XML: \(reason)", line: line)
        }
        // What expat has not passed yet it keeps in memory, waiting for the end of a tag.
        if !isFinal, passed - Int(cexpat_offset(parser)) > Self.longestToken + raw.count {
            return XMLFailure(.tooLarge, "a tag longer than \(Self.longestToken) bytes", line: line)
        }
        return nil
    }

    /// What the parser says against the text; where that is in another encoding it says "invalid token".
    private var reason: String {
        let code = XML_GetErrorCode(parser)
        var (offset, count): (Int32, Int32) = (0, 0)
        // The bytes that the parser keeps, from whichever piece they came.
        let context = XML_GetInputContext(parser, &offset, &count)
        if code == XML_ERROR_INVALID_TOKEN, let context, 0..<count ~= offset, context[Int(offset)] < 0 {
            return
                "the text is not valid in its encoding, which is UTF-8 where nothing else is declared; if it is in the encoding "
                + "of Windows, convert it: iconv -f WINDOWS-1252 -t UTF-8"
        }
        let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown error"
        return code == XML_ERROR_UNKNOWN_ENCODING ? "\(reason); save it as UTF-8, and declare that" : reason
    }

    private func start(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard refusal == nil, let name else { return }
        depth += 1
        guard depth <= Self.deepestElement else {
            refuse(.tooLarge, "elements nested more than \(Self.deepestElement) deep")
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

/// Why reading stopped; the caller makes an error of its own from it, which names the file.
package struct XMLFailure: Error, Hashable, Sendable {
    /// The kind of a failure.
    package enum Kind: Sendable {
        /// There is no memory for a parser.
        case noMemory
        /// The text is no well-formed XML, or not what its reader understands.
        case malformed
        /// Something is larger or deeper than anything of sense.
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

    /// Makes a failure.
    package init(_ kind: Kind, _ reason: String, line: Int) {
        self.kind = kind
        self.reason = reason
        self.line = line
    }
}

/// Receives what the parser finds.
package protocol XMLHandler: AnyObject {
    /// An element begins.
    func start(_ tag: XMLTag)
    /// The element that began last, and has not ended, ends.
    func end()
    /// A piece of text; one text may come in many pieces.
    func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

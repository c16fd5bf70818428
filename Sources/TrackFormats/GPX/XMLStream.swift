internal import CExpat

/// Expat, told to refuse what a file of points never needs: entities, deep nesting, immense names and texts.
final class XMLStream {
    /// Receives what the parser finds; names come without namespace prefix.
    protocol Handler: AnyObject {
        func start(_ name: String, _ attributes: (String) -> String?, line: Int)
        func end(_ name: String)
        func text(_ bytes: UnsafeBufferPointer<UInt8>)
    }

    /// No tag, text between tags, or attribute of sense is longer than this, in bytes.
    static let longestToken = 1 << 20
    /// No element of sense is nested deeper than this.
    static let deepestElement = 256

    private let parser: XML_Parser
    private let name: String
    private weak var handler: (any Handler)?
    private var fed = 0
    private var depth = 0
    private var refusal: TrackFormatError?

    /// Makes a parser for the file called `name`.
    init(name: String, handler: any Handler) throws(TrackFormatError) {
        guard let parser = XML_ParserCreate(nil) else {
            throw TrackFormatError(code: .unreadable, message: "\(name): no memory for the XML parser")
        }
        self.parser = parser
        self.name = name
        self.handler = handler
        // The parser never outlives this object, which frees it.
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { XMLStream.of($0)?.start($1, $2) }, { XMLStream.of($0)?.end($1) })
        XML_SetCharacterDataHandler(parser) { XMLStream.of($0)?.text($1, $2) }
        XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in XMLStream.of(data)?.refuseEntities() }
    }

    deinit { XML_ParserFree(parser) }

    /// The line at hand, counted from 1.
    var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

    /// Parses the next bytes; none mean the end of the file.
    func feed(_ bytes: ArraySlice<UInt8>) throws(TrackFormatError) {
        let isFinal = bytes.isEmpty
        let status = bytes.withUnsafeBytes { raw in
            XML_Parse(parser, raw.bindMemory(to: CChar.self).baseAddress, Int32(raw.count), isFinal ? 1 : 0)
        }
        fed += bytes.count
        if let refusal { throw refusal }
        guard status == XML_STATUS_OK else { throw failure() }
        // What expat has not passed yet it keeps in memory, waiting for the end of a tag.
        if !isFinal, fed - Int(XML_GetCurrentByteIndex(parser)) > Self.longestToken + bytes.count {
            throw tooLarge("a tag longer than \(Self.longestToken) bytes")
        }
    }

    /// Stops the parser with an error; to be called from a handler.
    func refuse(_ error: TrackFormatError) {
        if refusal == nil { refusal = error }
        XML_StopParser(parser, 0)
    }

    /// A message with the file and the line at hand before it.
    func located(_ message: String) -> String { "\(name):\(line): \(message)" }

    func tooLarge(_ what: String) -> TrackFormatError {
        TrackFormatError(code: .tooLarge, message: located("\(what): no track file needs this"))
    }

    private func failure() -> TrackFormatError {
        let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
        return TrackFormatError(code: .malformed, message: located("not well-formed XML: \(reason)"))
    }

    private func refuseEntities() {
        refuse(
            TrackFormatError(
                code: .refused,
                message: located("declares XML entities, which GPX has no use for; remove the DOCTYPE to read it")))
    }

    private func start(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard refusal == nil, let name else { return }
        depth += 1
        guard depth <= Self.deepestElement else {
            refuse(tooLarge("elements nested more than \(Self.deepestElement) deep"))
            return
        }
        handler?.start(Self.local(name), { Self.attribute($0, of: attributes) }, line: line)
    }

    private func end(_ name: UnsafePointer<CChar>?) {
        guard refusal == nil, let name else { return }
        depth -= 1
        handler?.end(Self.local(name))
    }

    private func text(_ bytes: UnsafePointer<CChar>?, _ count: Int32) {
        guard refusal == nil, let bytes, count > 0 else { return }
        bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
            handler?.text(UnsafeBufferPointer(start: $0, count: Int(count)))
        }
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> XMLStream? {
        data.map { Unmanaged<XMLStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func local(_ name: UnsafePointer<CChar>) -> String {
        let full = String(cString: name)
        guard let colon = full.utf8.lastIndex(of: UInt8(ascii: ":")) else { return full }
        return String(full[full.utf8.index(after: colon)...])
    }

    private static func attribute(_ wanted: String, of list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> String? {
        guard var pair = list else { return nil }
        while let name = pair[0], let value = pair[1] {
            if String(cString: name) == wanted { return String(cString: value) }
            pair += 2
        }
        return nil
    }
}

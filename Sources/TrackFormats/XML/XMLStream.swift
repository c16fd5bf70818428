#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
internal import CExpat

/// A start tag, as the parser has it at hand.
struct XMLTag {
    /// The name with its prefix.
    let name: UnsafeBufferPointer<UInt8>
    /// The name without.
    let localName: UnsafeBufferPointer<UInt8>
    private let attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    fileprivate init(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        self.name = XMLTag.bytes(name)
        var start = 0
        for index in self.name.indices.reversed() where self.name[index] == UInt8(ascii: ":") {
            start = index + 1
            break
        }
        localName = UnsafeBufferPointer(rebasing: self.name[start...])
        self.attributes = attributes
    }

    /// The value of an attribute.
    func attribute(_ wanted: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard var pair = attributes else { return nil }
        while let name = pair[0], let value = pair[1] {
            if strcmp(name, UnsafeRawPointer(wanted.utf8Start).assumingMemoryBound(to: CChar.self)) == 0 {
                return Self.bytes(value)
            }
            pair += 2
        }
        return nil
    }

    /// Gives name and value of every attribute.
    func forEachAttribute(_ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Void) {
        guard var pair = attributes else { return }
        while let name = pair[0], let value = pair[1] {
            body(Self.bytes(name), Self.bytes(value))
            pair += 2
        }
    }

    private static func bytes(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(
            start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: strlen(text))
    }
}

/// Receives what the parser finds.
protocol XMLHandler: AnyObject {
    func start(_ tag: XMLTag)
    func end()
    func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// Expat, told to refuse what a file of tracks never needs: entities, deep nesting, immense names.
final class XMLStream {
    /// No tag or attribute of sense is longer than this, in bytes.
    static let longestToken = 1 << 20
    /// No element of sense is nested deeper than this.
    static let deepestElement = 256

    private let parser: XML_Parser
    private let name: String
    /// Owned by the reader that owns this object, too.
    private unowned(unsafe) let handler: any XMLHandler
    private var fed = 0
    private var depth = 0
    private var refusal: TrackFormatError?

    /// Makes a parser for the file called `name`; the handler must live as long as it.
    init(name: String, handler: any XMLHandler) throws(TrackFormatError) {
        guard let parser = XML_ParserCreate(nil) else {
            throw TrackFormatError(code: .unreadable, message: "\(name): no memory for the XML parser")
        }
        self.parser = parser
        self.name = name
        self.handler = handler
        // The parser never outlives this object, which frees it.
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { data, name, attributes in XMLStream.with(data) { $0.start(name, attributes) } },
            { data, _ in XMLStream.with(data) { $0.end() } })
        XML_SetCharacterDataHandler(parser) { data, bytes, count in XMLStream.with(data) { $0.text(bytes, count) } }
        XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
            XMLStream.with(data) { $0.refuseEntities() }
        }
    }

    deinit { XML_ParserFree(parser) }

    /// The line at hand, counted from 1.
    var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

    /// Parses the next bytes; none mean the end of the file.
    func feed(_ bytes: ArraySlice<UInt8>) throws(TrackFormatError) {
        if let refusal { throw refusal }
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
                message: located(
                    "declares XML entities, which files of tracks have no use for; remove the DOCTYPE to read it")))
    }

    private func start(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard refusal == nil, let name else { return }
        depth += 1
        guard depth <= Self.deepestElement else {
            refuse(tooLarge("elements nested more than \(Self.deepestElement) deep"))
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

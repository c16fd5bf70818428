import LKFormats

/// The text of an input file in UTF-8, chunk by chunk, whatever its bytes are.
///
/// UTF-16 with a byte order mark is converted. What is not valid is replaced by U+FFFD, so that the output is valid whatever came
/// in, and is reported: the line of the first, and at the end the number of lines.
package final class InputText {
    private enum Form {
        case utf8
        case utf16
    }

    private var raw: ByteStream
    private let name: String
    private let note: ((String) -> Void)?
    /// `nil` before the beginning was looked at.
    private var form: Form?
    /// The bytes of a character whose others have not come.
    private var pending: [UInt8] = []
    private var utf16: UTF16Text?
    private var line = 1
    private var lastWrongLine = 0
    private var wrongLines = 0

    /// Creates the text of a stream.
    ///
    /// - Parameters:
    ///   - raw: The bytes.
    ///   - name: Its name in messages.
    ///   - note: Gets the sentences about text that is not valid; `nil` leaves such UTF-8 as it is, for a reader that says it
    ///     of each line.
    private init(_ raw: ByteStream, name: String, note: ((String) -> Void)?) {
        self.raw = raw
        self.name = name
        self.note = note
    }

    /// Returns the text of a stream.
    ///
    /// - Parameters:
    ///   - raw: The bytes.
    ///   - name: Its name in messages.
    ///   - note: Gets the sentences about text that is not valid; `nil` leaves such UTF-8 as it is.
    /// - Returns: A stream that throws ``ExitCode/dataError`` where the beginning is UTF-16 without a mark, or UTF-32.
    package static func stream(_ raw: ByteStream, name: String, note: ((String) -> Void)?) -> ByteStream {
        let text = InputText(raw, name: name, note: note)
        return ByteStream { () throws(ToolError) in try text.chunk() }
    }

    /// Returns the first bytes of a file as UTF-8, to detect its format.
    package static func preview(_ beginning: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard var text = UTF16Text(beginning: beginning) else { return beginning }
        return Array(String(decoding: text.units(beginning, isAtEnd: false), as: UTF16.self).utf8)[...]
    }

    /// Returns the next bytes of valid UTF-8, empty at the end.
    private func chunk() throws(ToolError) -> [UInt8] {
        while true {
            let chunk = try raw.chunk()
            let isAtEnd = chunk.isEmpty
            let bytes = pending.isEmpty ? chunk : pending.removingAll() + chunk
            if form == nil { form = try found(bytes, isAtEnd: isAtEnd) }
            guard let form else {
                pending = bytes
                continue
            }
            let text = convert(bytes, form, isAtEnd: isAtEnd)
            if isAtEnd, text.isEmpty { sayHowMany() }
            if isAtEnd || !text.isEmpty { return text }
        }
    }

    /// Returns the encoding that the first bytes show, or `nil` if more of them are needed.
    private func found(_ bytes: [UInt8], isAtEnd: Bool) throws(ToolError) -> Form? {
        // A text has no zero bytes; ASCII in UTF-16 has one in each character.
        let marked = UTF16Text(beginning: bytes)
        if !isAtEnd, bytes.count < (marked != nil || bytes.first == 0 ? 4 : 2) { return nil }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
            throw ToolError(.dataError, "\(name): the text is UTF-32; save it as UTF-8")
        }
        if marked != nil {
            utf16 = marked
            return .utf16
        }
        if bytes.prefix(2).contains(0) {
            throw ToolError(
                .dataError, "\(name): the text looks like UTF-16 without a byte order mark; save it as UTF-8")
        }
        return .utf8
    }

    private func convert(_ bytes: [UInt8], _ form: Form, isAtEnd: Bool) -> [UInt8] {
        switch form {
        case .utf8:
            guard note != nil else { return bytes }
            let length = isAtEnd ? bytes.count : bytes.count - Self.unfinished(bytes)
            pending = Array(bytes[length...])
            if Self.isValid(bytes[..<length]) {
                line += bytes.count { $0 == 10 }
                return length == bytes.count ? bytes : Array(bytes[..<length])
            }
            return repaired(bytes[..<length], as: UTF8.self)
        case .utf16:
            let units = utf16?.units(bytes, isAtEnd: isAtEnd) ?? []
            return repaired(units[...], as: UTF16.self)
        }
    }

    /// Returns the text of code units, counting each line that is not valid.
    private func repaired<Encoding: Unicode.Encoding>(
        _ units: ArraySlice<Encoding.CodeUnit>, as encoding: Encoding.Type
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = units
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 10).map { $0 + 1 } ?? rest.endIndex
            if String(validating: rest[..<end], as: encoding) == nil { sayWrong() }
            bytes += String(decoding: rest[..<end], as: encoding).utf8
            if rest[end - 1] == 10 { line += 1 }
            rest = rest[end...]
        }
        return bytes
    }

    /// Returns how many bytes at the end begin a character that may still be completed.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for (length, minimum) in [(1, 0xC0), (2, 0xE0), (3, 0xF0)] as [(Int, UInt8)] where bytes.count >= length {
            if bytes[bytes.count - length] >= minimum { return length }
        }
        return 0
    }

    private static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return true
        } catch {
            return false
        }
    }

    private func sayWrong() {
        guard line != lastWrongLine else { return }
        lastWrongLine = line
        wrongLines += 1
        guard wrongLines == 1 else { return }
        note?(
            "\(name):\(line): the text is not valid UTF-8, and U+FFFD replaces what is wrong; if a Windows "
                + "program wrote it, convert it: iconv -f WINDOWS-1252 -t UTF-8")
    }

    private func sayHowMany() {
        guard wrongLines > 1 else { return }
        note?("\(name): \(wrongLines) lines are not valid UTF-8")
        wrongLines = 0
    }
}

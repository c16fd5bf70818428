import Formats
import Glibc
import TrackFormats

/// Writes SVG 1.1: shapes and text, without scripts, styles and references.
struct SVGWriter {
    /// The document, UTF-8.
    private(set) var bytes: [UInt8] = []

    /// An attribute's value: a number with at most two decimals, or text.
    enum Value: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByFloatLiteral,
        ExpressibleByIntegerLiteral
    {
        case number(Double)
        case text(String)

        init(stringLiteral value: String) { self = .text(value) }
        init(floatLiteral value: Double) { self = .number(value) }
        init(integerLiteral value: Int) { self = .number(Double(value)) }
    }

    typealias Attributes = KeyValuePairs<String, Value>

    /// Writes an element without content.
    mutating func element(_ name: String, _ attributes: Attributes) {
        begin(name, attributes, closing: "/>")
    }

    /// Writes an element around others.
    mutating func element(_ name: String, _ attributes: Attributes, _ content: (inout SVGWriter) -> Void) {
        begin(name, attributes, closing: ">")
        content(&self)
        bytes += "</\(name)>\n".utf8
    }

    /// Writes an element around text, which is escaped.
    mutating func text(_ name: String = "text", _ attributes: Attributes, _ text: String) {
        begin(name, attributes, closing: ">", endsLine: false)
        XMLText.append(text, to: &bytes)
        bytes += "</\(name)>\n".utf8
    }

    /// Appends what another writer holds.
    mutating func append(_ other: SVGWriter) { bytes += other.bytes }

    /// Writes a path through points of the picture, which are rounded to tenths, each as its distance from the one before.
    mutating func path(_ lines: [[MapPoint]], isClosed: Bool = false, _ attributes: Attributes) {
        guard !lines.isEmpty else { return }
        bytes += "<path d=\"".utf8
        for line in lines {
            guard let first = line.first else { continue }
            var (x, y) = (Self.tenths(first.x), Self.tenths(first.y))
            bytes.append(UInt8(ascii: "M"))
            appendPair(x, y)
            bytes.append(UInt8(ascii: "l"))
            var isEmpty = true
            for point in line.dropFirst() {
                let next = (x: Self.tenths(point.x), y: Self.tenths(point.y))
                if next == (x, y) { continue }
                if !isEmpty, next.x >= x { bytes.append(UInt8(ascii: " ")) }
                appendPair(next.x - x, next.y - y)
                (x, y) = next
                isEmpty = false
            }
            // A line without length is drawn as a dot where its ends are round.
            if isEmpty { bytes += "0 0".utf8 }
            if isClosed { bytes.append(UInt8(ascii: "z")) }
        }
        bytes.append(UInt8(ascii: "\""))
        append(attributes)
        bytes += "/>\n".utf8
    }

    private mutating func begin(_ name: String, _ attributes: Attributes, closing: String, endsLine: Bool = true) {
        bytes += "<\(name)".utf8
        append(attributes)
        bytes += closing.utf8
        if endsLine { bytes.append(UInt8(ascii: "\n")) }
    }

    private mutating func append(_ attributes: Attributes) {
        for (name, value) in attributes {
            bytes += " \(name)=\"".utf8
            switch value {
            case .number(let number): append(Self.hundredths(number), decimals: 2)
            case .text(let text): XMLText.appendAttribute(text, to: &bytes)
            }
            bytes.append(UInt8(ascii: "\""))
        }
    }

    private mutating func appendPair(_ x: Int, _ y: Int) {
        append(x, decimals: 1)
        if y >= 0 { bytes.append(UInt8(ascii: " ")) }
        append(y, decimals: 1)
    }

    /// Appends a number of the smallest unit without zeros at the end.
    private mutating func append(_ scaled: Int, decimals: Int) {
        var (digits, count) = (scaled.magnitude, decimals)
        while count > 0, digits % 10 == 0 { (digits, count) = (digits / 10, count - 1) }
        DecimalText.append(digits: UInt64(digits), decimals: count, isNegative: scaled < 0, to: &bytes)
    }

    /// Pictures are at most some thousand pixels wide; what is far outside stays outside.
    private static func tenths(_ value: Double) -> Int { scaled(value, by: 10) }
    private static func hundredths(_ value: Double) -> Int { scaled(value, by: 100) }

    private static func scaled(_ value: Double, by factor: Double) -> Int {
        value.isFinite ? Int((min(max(value, -1e6), 1e6) * factor).rounded()) : 0
    }
}

/// Text of files on its way into a picture.
enum PlotText {
    /// Returns a line of text without controls, those for the direction of writing included, and of bounded length.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - limit: The most characters; a longer text ends with `…`.
    /// - Returns: The text as a picture shows it.
    static func line(_ text: String, limit: Int = 80) -> String {
        let words = PageText.clean(text).split(separator: " ")
        return shortened(words.joined(separator: " "), to: limit)
    }

    /// Returns a text, of a longer one the beginning with `…` after it.
    static func shortened(_ text: String, to limit: Int) -> String {
        guard text.count > limit else { return text }
        // A letter may carry any number of marks.
        var short = String.UnicodeScalarView(text.prefix(max(limit - 1, 0)).unicodeScalars.prefix(4 * limit))
        short.append("…")
        return String(short)
    }

    /// Returns a text, of one that may be wider than some pixels the beginning with `…` after it.
    static func fitted(_ text: String, to width: Double, size: Double) -> String {
        let most = max(width / size, 4)
        guard text.reduce(0, { $0 + widest($1) }) > most else { return text }
        var room = most - widest("…")
        return String(
            text.prefix { character in
                room -= widest(character)
                return room >= 0
            }) + "…"
    }

    /// Returns how wide a bold letter may be, as a share of its size: of the widest of common fonts.
    private static func widest(_ character: Character) -> Double {
        character.unicodeScalars.reduce(0) { width, scalar in
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: return width
            default: break
            }
            return switch scalar.value {
            case 0x20, 0x2C, 0x2E, 0x49, 0x69, 0x6A, 0x6C: width + 0.42
            case 0x25, 0x40, 0x4D, 0x57, 0x6D, 0x77: width + 1.12
            case 0x41...0x5A, 0xC0...0xDE: width + 0.87
            case 0x21...0x24F: width + 0.75
            case 0x2E80...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60: width + 1.02
            // Whole sentences as one letter, and cuneiform.
            case 0xFDFA...0xFDFD, 0x12000...0x1254F: width + 12
            case 0x250...0x1FFF: width + 1.25
            default: width + 1.4
            }
        }
    }

    /// Returns a rough width of a text in pixels, on the safe side for common fonts.
    static func width(_ text: String, size: Double) -> Double {
        text.unicodeScalars.reduce(0) { width, scalar in
            switch scalar.value {
            case 0x300...0x36F, 0x200B...0x200F: width
            case 0x1100...0x115F, 0x2E80...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60, 0x1F000...0x3FFFD: width + size
            case 0x20, 0x2C, 0x2E, 0x69, 0x6A, 0x6C: width + 0.33 * size
            case 0x41...0x5A: width + 0.7 * size
            default: width + 0.6 * size
            }
        }
    }
}

import Glibc
import LKFormats
import LKTrackFormats

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

    /// Writes a path through points of the plot, which are rounded to tenths, each as its distance from the one before.
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

    /// Returns a value in tenths, clamped to ±1e6, which is far outside any image.
    private static func tenths(_ value: Double) -> Int { scaled(value, by: 10) }
    private static func hundredths(_ value: Double) -> Int { scaled(value, by: 100) }

    private static func scaled(_ value: Double, by factor: Double) -> Int {
        value.isFinite ? Int((min(max(value, -1e6), 1e6) * factor).rounded()) : 0
    }
}

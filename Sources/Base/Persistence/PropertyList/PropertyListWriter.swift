import FoundationEssentials
import LKFormats

/// Writes the XML form of property lists with sorted keys, so that equal values have equal bytes.
struct PropertyListWriter {
    private var text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">

        """

    static func data(_ value: PropertyListValue) -> Data {
        var writer = PropertyListWriter()
        writer.write(value, indent: "")
        writer.text += "</plist>\n"
        return Data(writer.text.utf8)
    }

    private mutating func write(_ value: PropertyListValue, indent: String) {
        text += indent
        switch value {
        case .boolean(let value): text += value ? "<true/>\n" : "<false/>\n"
        case .integer(let value): text += "<integer>\(value)</integer>\n"
        case .real(let value): text += "<real>\(value.isNaN ? "nan" : "\(value)")</real>\n"
        case .string(let value): element("string", value)
        case .date(let value):
            if let date = PropertyListDate.text(value) {
                text += "<date>\(date)</date>\n"
            } else {
                // The format's dates have no fractions; readers of dates accept a number too.
                text += "<real>\(value.timeIntervalSinceReferenceDate)</real>\n"
            }
        case .data(let value): text += "<data>\(value.base64EncodedString())</data>\n"
        case .array(let items):
            text += "<array>\n"
            for item in items { write(item, indent: indent + "\t") }
            text += indent + "</array>\n"
        case .dictionary(let members):
            text += "<dict>\n"
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                text += indent + "\t"
                element("key", key)
                write(value, indent: indent + "\t")
            }
            text += indent + "</dict>\n"
        }
    }

    private mutating func element(_ name: String, _ content: String) {
        text += "<\(name)>"
        for scalar in content.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\t", "\n": text.unicodeScalars.append(scalar)
            // XML parsers convert a carriage return to a line feed. XML does not allow other control characters, so
            // only some readers accept them.
            case ..<" ", "\u{FFFE}", "\u{FFFF}": text += "&#\(scalar.value);"
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "</\(name)>\n"
    }
}

/// The dates of property lists: `2026-11-21T06:30:00Z`.
enum PropertyListDate {
    /// 2001-01-01, the reference of `Date`, in days since 1970-01-01.
    private static let referenceDay = 11_323

    /// Returns the text of a date; `nil` if a fraction of a second or a year outside 1...9999 would be lost.
    static func text(_ date: Date) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        guard abs(seconds) < 1e12, seconds == seconds.rounded() else { return nil }
        let civil = CivilTime(secondsSince1970: Int(seconds) + referenceDay * 86_400)
        let date = civil.date
        guard (1...9999).contains(date.year) else { return nil }
        return "\(date.text)T\(civil.clockText)Z"
    }

    /// Parses a date; returns `nil` for any other notation.
    static func date(_ text: some Collection<UInt8>) -> Date? {
        let bytes = Array(text)
        let pattern = Array("0000-00-00T00:00:00Z".utf8)
        guard bytes.count == pattern.count else { return nil }
        var numbers: [Int] = []
        var isInNumber = false
        for (byte, expected) in zip(bytes, pattern) {
            guard expected == UInt8(ascii: "0") else {
                guard byte == expected else { return nil }
                isInNumber = false
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let digit = Int(byte - UInt8(ascii: "0"))
            if isInNumber {
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + digit
            } else {
                numbers.append(digit)
            }
            isInNumber = true
        }
        let civil = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
        guard civil.isValid, numbers[3] < 24, numbers[4] < 60, numbers[5] <= 60 else { return nil }
        let second = numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
        return Date(
            timeIntervalSinceReferenceDate: Double(civil.dayNumber - referenceDay) * 86_400 + Double(second))
    }
}

import FoundationEssentials

/// Writes the XML form of property lists, keys in order, so that equal values are equal bytes.
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
                // The format's dates have no fractions; readers of dates take a number too.
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
            // XML would make a carriage return a line feed; other control characters it does not know at all, so that
            // only some readers take these.
            case ..<" ", "\u{FFFE}", "\u{FFFF}": text += "&#\(scalar.value);"
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "</\(name)>\n"
    }
}

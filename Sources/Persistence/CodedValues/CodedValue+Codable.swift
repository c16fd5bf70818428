internal import FoundationEssentials

// For what is kept without being understood, in the formats of others. Our own coders hand the value over as it is.
extension CodedValue: Codable {
    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodedKey.self) {
            let object = CodedObject()
            for key in container.allKeys {
                object[key.stringValue] = try container.decode(CodedValue.self, forKey: key)
            }
            self = .object(object)
        } else if var container = try? decoder.unkeyedContainer() {
            let array = CodedArray()
            while !container.isAtEnd { array.values.append(try container.decode(CodedValue.self)) }
            self = .array(array)
        } else {
            self = try Self(try decoder.singleValueContainer())
        }
    }

    private init(_ container: any SingleValueDecodingContainer) throws {
        // From the narrowest to the widest: formats may take a number for any type it fits.
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .bool(truth)
        } else if let number = try? container.decode(Int64.self) {
            // No integer is -0.
            let isNegativeZero = try number == 0 && container.decode(Double.self).sign == .minus
            self = isNegativeZero ? .double(-0.0) : .integer(number)
        } else if let number = try? container.decode(UInt64.self) {
            self = .positive(number)
        } else if let number = try? container.decode(Double.self) {
            self = .double(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let data = try? container.decode(Data.self) {
            self = .data(data)
        } else {
            self = .date(try container.decode(Date.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let array):
            var container = encoder.unkeyedContainer()
            for value in array.values { try container.encode(value) }
        case .object(let object):
            var container = encoder.container(keyedBy: CodedKey.self)
            for (key, value) in zip(object.keys, object.values) { try container.encode(value, forKey: CodedKey(key)) }
        case .pending(let pending): try pending.value.encode(to: encoder)
        default:
            var container = encoder.singleValueContainer()
            try encode(to: &container)
        }
    }

    private func encode(to container: inout any SingleValueEncodingContainer) throws {
        switch self {
        case .bool(let truth): try container.encode(truth)
        case .integer(let number): try container.encode(number)
        case .positive(let number): try container.encode(number)
        case .wide(let digits): try container.encode(digits)
        case .float(let number): try container.encode(number)
        case .double(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .data(let data): try container.encode(data)
        case .date(let date): try container.encode(date)
        case .doubles(let numbers): try container.encode(numbers)
        case .null, .array, .object, .pending: try container.encodeNil()
        }
    }
}

import FoundationEssentials

/// A type with a form of its own in property lists; others take the way over `Codable`.
///
/// What was edited by hand is met half-way: where a real number is wanted an integer will do, and the reverse where
/// nothing is lost.
protocol PropertyListConvertible {
    var propertyList: PropertyListValue { get }
    /// `nil` for a value of another type, or one that does not fit.
    init?(propertyList: PropertyListValue)
}

extension PropertyListValue: PropertyListConvertible {
    var propertyList: PropertyListValue { self }
    init?(propertyList: PropertyListValue) { self = propertyList }
}

extension Bool: PropertyListConvertible {
    var propertyList: PropertyListValue { .boolean(self) }
    init?(propertyList: PropertyListValue) {
        switch propertyList {
        case .boolean(let value): self = value
        case .integer(0): self = false
        case .integer(1): self = true
        default: return nil
        }
    }
}

extension FixedWidthInteger {
    var propertyList: PropertyListValue {
        // Only UInt128 has values that do not fit, which the encoder refuses beforehand.
        .integer(Int128(clamping: self))
    }
    init?(propertyList: PropertyListValue) {
        switch propertyList {
        case .integer(let value): self.init(exactly: value)
        case .real(let value): self.init(exactly: value)
        case .boolean(let value): self = value ? 1 : 0
        default: return nil
        }
    }
}

extension Int: PropertyListConvertible {}
extension Int8: PropertyListConvertible {}
extension Int16: PropertyListConvertible {}
extension Int32: PropertyListConvertible {}
extension Int64: PropertyListConvertible {}
extension Int128: PropertyListConvertible {}
extension UInt: PropertyListConvertible {}
extension UInt8: PropertyListConvertible {}
extension UInt16: PropertyListConvertible {}
extension UInt32: PropertyListConvertible {}
extension UInt64: PropertyListConvertible {}

extension Double: PropertyListConvertible {
    var propertyList: PropertyListValue { .real(self) }
    init?(propertyList: PropertyListValue) {
        switch propertyList {
        case .real(let value): self = value
        case .integer(let value): self.init(exactly: value)
        default: return nil
        }
    }
}

extension Float: PropertyListConvertible {
    var propertyList: PropertyListValue { .real(Double(self)) }
    init?(propertyList: PropertyListValue) {
        // Rounded, not exact: 0.1 written by hand is no Float, and is meant as the nearest one.
        guard let value = Double(propertyList: propertyList) else { return nil }
        self = Float(value)
    }
}

extension String: PropertyListConvertible {
    var propertyList: PropertyListValue { .string(self) }
    init?(propertyList: PropertyListValue) {
        guard case .string(let value) = propertyList else { return nil }
        self = value
    }
}

extension Data: PropertyListConvertible {
    var propertyList: PropertyListValue { .data(self) }
    init?(propertyList: PropertyListValue) {
        guard case .data(let value) = propertyList else { return nil }
        self = value
    }
}

extension Date: PropertyListConvertible {
    var propertyList: PropertyListValue { .date(self) }
    init?(propertyList: PropertyListValue) {
        switch propertyList {
        case .date(let value): self = value
        // A date with a fraction of a second, which the format's own element cannot hold.
        case .real(let value): self.init(timeIntervalSinceReferenceDate: value)
        default: return nil
        }
    }
}

extension URL: PropertyListConvertible {
    // Text, not the archive that UserDefaults on Linux cuts down to a path; with its base where it has one.
    var propertyList: PropertyListValue {
        guard let baseURL else { return .string(absoluteString) }
        return .dictionary(["relative": .string(relativeString), "base": baseURL.propertyList])
    }
    init?(propertyList: PropertyListValue) {
        switch propertyList {
        case .string(let text): self.init(string: text)
        case .dictionary(let parts):
            guard case .string(let relative)? = parts["relative"], let base = parts["base"],
                let base = URL(propertyList: base)
            else { return nil }
            self.init(string: relative, relativeTo: base)
        default: return nil
        }
    }
}

internal import FoundationEssentials

extension PropertyListValue {
    /// Whether a file would hold the same for both, to the last bit.
    ///
    /// Not `==`, for which "é" is equal however it is composed, 0 is -0, and no number that is none is equal to itself.
    func isIdentical(to other: Self) -> Bool {
        switch (self, other) {
        case (.real(let one), .real(let other)): one.isIdentical(to: other)
        case (.date(let one), .date(let other)):
            one.timeIntervalSinceReferenceDate.isIdentical(to: other.timeIntervalSinceReferenceDate)
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.array(let one), .array(let other)):
            one.count == other.count && zip(one, other).allSatisfy { $0.isIdentical(to: $1) }
        case (.dictionary(let one), .dictionary(let other)): one.isIdentical(to: other)
        default: self == other
        }
    }
}

extension [String: PropertyListValue] {
    /// Whether a file would hold the same for both.
    func isIdentical(to other: Self) -> Bool {
        guard count == other.count else { return false }
        return allSatisfy { key, value in
            guard let index = other.index(forKey: key) else { return false }
            return other[index].key.utf8.elementsEqual(key.utf8) && value.isIdentical(to: other[index].value)
        }
    }
}

extension PropertyListValue? {
    /// Whether both are nothing or identical values.
    func isIdentical(to other: Self) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let one?, let other?): one.isIdentical(to: other)
        default: false
        }
    }
}

extension Double {
    /// Whether it is the same number with the same sign, or both are none.
    fileprivate func isIdentical(to other: Self) -> Bool {
        bitPattern == other.bitPattern || (isNaN && other.isNaN)
    }
}

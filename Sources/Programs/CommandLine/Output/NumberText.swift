import LKFormats

/// Numbers as text, with a point in every locale and without asking the locale.
package enum NumberText {
    private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    /// Returns a number with at most `decimals` decimals, without trailing zeros: `40.1`, `-0.5`, `12`.
    ///
    /// Non-finite numbers have no text in JSON and become `null`. `decimals` is 0 to 9.
    package static func shortest(_ value: Double, decimals: Int) -> String {
        text(value, decimals: decimals, dropsZeros: true)
    }

    /// Returns a number with exactly `decimals` decimals: `40.10`.
    package static func fixed(_ value: Double, decimals: Int) -> String {
        text(value, decimals: decimals, dropsZeros: false)
    }

    /// Returns a length, a duration or an uncertainty without its unit, by the rule of ``MetresText``, without trailing zeros: `4.2`, `4`, `12`.
    package static func measured(_ value: Double) -> String { shortest(value, decimals: MetresText.decimals(value)) }

    /// Returns a radius rounded to its meaningful digits: millimetres for a survey, whole metres for a guess.
    package static func accuracy(_ metres: Double) -> Double {
        switch metres {
        case ..<1: max(0.001, (metres * 1000).rounded() / 1000)
        case ..<10: (metres * 100).rounded() / 100
        case ..<1000: (metres * 10).rounded() / 10
        default: metres.rounded()
        }
    }

    /// Appends what ``shortest(_:decimals:)`` gives.
    package static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
        append(value, decimals: decimals, dropsZeros: true, to: &bytes)
    }

    /// Appends what ``fixed(_:decimals:)`` gives.
    package static func appendFixed(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
        append(value, decimals: decimals, dropsZeros: false, to: &bytes)
    }

    private static func text(_ value: Double, decimals: Int, dropsZeros: Bool) -> String {
        var bytes: [UInt8] = []
        append(value, decimals: decimals, dropsZeros: dropsZeros, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ value: Double, decimals: Int, dropsZeros: Bool, to bytes: inout [UInt8]) {
        guard value.isFinite else { return bytes += "null".utf8 }
        let decimals = min(max(decimals, 0), powers.count - 1)
        let scaled = (value * powers[decimals]).rounded()
        // Beyond 2^53 a double has no decimals to speak of, and its own shortest text is exact.
        guard scaled.magnitude < 9_007_199_254_740_992 else { return bytes += "\(value)".utf8 }
        var digits = UInt64(scaled.magnitude)
        var count = decimals
        if dropsZeros {
            while count > 0, digits % 10 == 0 {
                digits /= 10
                count -= 1
            }
        }
        // A value that rounds to zero has no sign.
        DecimalText.append(digits: digits, decimals: count, isNegative: scaled < 0, to: &bytes)
    }
}

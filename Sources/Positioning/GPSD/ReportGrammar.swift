import CGPS

/// Whether a line is JSON of the shape that gpsd's reports have, checked before libgps sees it.
///
/// libgps 3.22 looks for names and skips what it does not know without checking the rest: on two lines that ran into each
/// other it can loop for ever.
enum ReportGrammar {
    /// Reports nest three deep: object, `satellites`, satellite.
    private static let deepest = 4

    /// Whether `text` is exactly one JSON object, nested no deeper than reports are, with one `"class"`.
    static func isReport(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = text.baseAddress, hasOneClass(base, text.count) else { return false }
        var scanner = Scanner(next: base, end: base + text.count)
        return scanner.takeObject()
    }

    private static func hasOneClass(_ base: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let name: StaticString = "\"class\""
        guard let first = cgps_find(base, count, name.utf8Start, name.utf8CodeUnitCount) else { return false }
        let behind = first + name.utf8CodeUnitCount
        return cgps_find(behind, UnsafeRawPointer(base) + count - behind, name.utf8Start, name.utf8CodeUnitCount) == nil
    }

    private struct Scanner {
        var next: UnsafePointer<UInt8>
        let end: UnsafePointer<UInt8>

        mutating func takeObject() -> Bool {
            var closings: (UInt64, count: Int) = (0, 0)
            repeat {
                // A value is due. Bit n of the closings tells whether level n is an object.
                switch peek() {
                case UInt8(ascii: "{"):
                    next += 1
                    if take("}") { break }
                    guard closings.count < ReportGrammar.deepest, takeName() else { return false }
                    closings = (closings.0 << 1 | 1, closings.count + 1)
                    continue
                case UInt8(ascii: "["):
                    next += 1
                    if take("]") { break }
                    guard closings.count < ReportGrammar.deepest else { return false }
                    closings = (closings.0 << 1, closings.count + 1)
                    continue
                case UInt8(ascii: "\""): guard takeString() else { return false }
                default: guard takeWord() else { return false }
                }
                // A value is complete: close what ends with it, or go on to the next.
                while closings.count > 0 {
                    let isObject = closings.0 & 1 == 1
                    if take(",") {
                        guard !isObject || takeName() else { return false }
                        break
                    }
                    guard take(isObject ? "}" : "]") else { return false }
                    closings = (closings.0 >> 1, closings.count - 1)
                }
            } while closings.count > 0
            return next == end
        }

        private func peek() -> UInt8? { next < end ? next.pointee : nil }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard next < end, next.pointee == UInt8(truncatingIfNeeded: character.value) else { return false }
            next += 1
            return true
        }

        private mutating func takeName() -> Bool { takeString() && take(":") }

        private mutating func takeString() -> Bool {
            guard take("\"") else { return false }
            while next < end {
                let byte = next.pointee
                next += byte == UInt8(ascii: "\\") ? 2 : 1
                if byte == UInt8(ascii: "\"") { return true }
                if byte < 0x20 { return false }
            }
            return false
        }

        /// A number, or one of the words; their spelling is libgps's to judge.
        private mutating func takeWord() -> Bool {
            let start = next
            while next < end {
                switch next.pointee {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "E"):
                    next += 1
                default: return next > start
                }
            }
            return false
        }
    }
}

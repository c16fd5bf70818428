import CLKGPS

/// Checks that a line is JSON in the form of gpsd's reports, before libgps parses it.
///
/// libgps 3.22 skips unknown parts without checking the rest: on two lines that ran into each other it can loop
/// forever.
enum ReportGrammar {
    /// Reports nest three deep: object, `satellites`, satellite.
    private static let maximumDepth = 4

    /// Returns whether `text` is exactly one JSON object, nested no deeper than reports are, with one `"class"`.
    static func isReport(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = text.baseAddress, hasOneClass(base, text.count) else { return false }
        var scanner = Scanner(next: base, end: base + text.count)
        return scanner.scanObject()
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

        mutating func scanObject() -> Bool {
            var closings: (UInt64, count: Int) = (0, 0)
            repeat {
                // A value is expected. Entry n of the closings says whether level n is an object.
                switch peek() {
                case UInt8(ascii: "{"):
                    next += 1
                    if scan("}") { break }
                    guard closings.count < ReportGrammar.maximumDepth, scanName() else { return false }
                    closings = (closings.0 << 1 | 1, closings.count + 1)
                    continue
                case UInt8(ascii: "["):
                    next += 1
                    if scan("]") { break }
                    guard closings.count < ReportGrammar.maximumDepth else { return false }
                    closings = (closings.0 << 1, closings.count + 1)
                    continue
                case UInt8(ascii: "\""): guard scanString() else { return false }
                default: guard scanWord() else { return false }
                }
                // A value is complete: close what ends with it, or continue with the next.
                while closings.count > 0 {
                    let isObject = closings.0 & 1 == 1
                    if scan(",") {
                        guard !isObject || scanName() else { return false }
                        break
                    }
                    guard scan(isObject ? "}" : "]") else { return false }
                    closings = (closings.0 >> 1, closings.count - 1)
                }
            } while closings.count > 0
            return next == end
        }

        private func peek() -> UInt8? { next < end ? next.pointee : nil }

        private mutating func scan(_ character: Unicode.Scalar) -> Bool {
            guard next < end, next.pointee == UInt8(truncatingIfNeeded: character.value) else { return false }
            next += 1
            return true
        }

        private mutating func scanName() -> Bool { scanString() && scan(":") }

        private mutating func scanString() -> Bool {
            guard scan("\"") else { return false }
            while next < end {
                let byte = next.pointee
                next += byte == UInt8(ascii: "\\") ? 2 : 1
                if byte == UInt8(ascii: "\"") { return true }
                if byte < 0x20 { return false }
            }
            return false
        }

        /// Scans a number or literal; libgps checks its spelling.
        private mutating func scanWord() -> Bool {
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

extension [UInt8] {
    /// Appends text that stands in the program.
    static func += (bytes: inout [UInt8], text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

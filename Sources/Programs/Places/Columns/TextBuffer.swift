import Glibc

/// UTF-8 that grows, for a column of texts.
struct TextBuffer: ~Copyable {
    private(set) var start: UnsafeMutableRawPointer?
    private(set) var count = 0
    private var capacity = 0
    /// The greatest length, which an offset can address.
    private let maximumLength: Int

    init(maximumLength: Int) { self.maximumLength = maximumLength }

    deinit { free(start) }

    /// Appends a text.
    @inline(__always)
    mutating func append(_ text: UnsafeRawBufferPointer) throws(PlacesError) {
        guard let source = text.baseAddress else { return }
        if text.count > capacity - count { try grow(text.count) }
        start.unsafelyUnwrapped.advanced(by: count).copyMemory(from: source, byteCount: text.count)
        count += text.count
    }

    /// Returns whether an offset can address as many bytes more.
    func hasRoom(for length: Int) -> Bool { length <= maximumLength - count }

    /// Reserves memory for as many bytes more.
    mutating func reserve(_ length: Int) throws(PlacesError) {
        if length > capacity - count { try grow(length) }
    }

    /// Appends bytes that a function writes.
    ///
    /// - Parameters:
    ///   - length: The number of bytes.
    ///   - margin: How many more the function may write.
    ///   - write: Receives the memory.
    /// - Throws: ``PlacesError/Code/memory``, ``PlacesError/Code/tooLarge``.
    mutating func append(_ length: Int, margin: Int, _ write: (UnsafeMutableRawPointer) -> Void) throws(PlacesError) {
        try reserve(length + margin)
        write(start.unsafelyUnwrapped + count)
        count += length
    }

    private mutating func grow(_ length: Int) throws(PlacesError) {
        guard length <= maximumLength - count else {
            throw PlacesError(
                .tooLarge,
                "the texts of a column have more than \(maximumLength) bytes; split the batch or ask for a dictionary")
        }
        let size = max(min(capacity + capacity / 2, maximumLength), count + length, 1024)
        guard let larger = realloc(start, size) else { throw .memory(size) }
        start = larger
        capacity = size
    }

    /// Appends all of another buffer.
    mutating func append(_ other: borrowing TextBuffer) throws(PlacesError) {
        try append(UnsafeRawBufferPointer(start: other.start, count: other.count))
    }

    /// Returns the memory, which the caller frees.
    mutating func take() -> UnsafeMutableRawPointer? {
        defer { (start, count, capacity) = (nil, 0, 0) }
        return start
    }
}

/// Texts that are unique, numbered from 0 in the order of their first use.
struct TextDictionary: ~Copyable {
    private(set) var texts: TextBuffer
    /// Where each text ends.
    private(set) var ends: [Int32] = []
    /// Numbers of texts plus one, by their hash; 0 for none.
    private var slots = [UInt32](repeating: 0, count: 64)

    init(maximumLength: Int) { texts = TextBuffer(maximumLength: maximumLength) }

    var count: Int { ends.count }

    /// Returns the text with a number.
    subscript(number: Int) -> UnsafeRawBufferPointer {
        let start = number == 0 ? 0 : Int(ends[number - 1])
        return UnsafeRawBufferPointer(start: texts.start.map { $0 + start }, count: Int(ends[number]) - start)
    }

    /// Returns the number of a text that is not empty.
    mutating func number(of text: UnsafeRawBufferPointer) throws(PlacesError) -> Int32 {
        var slot = Self.hash(text) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            let known = self[number]
            if known.count == text.count, let one = known.baseAddress, let other = text.baseAddress,
                memcmp(one, other, text.count) == 0
            {
                return Int32(number)
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        try texts.append(text)
        ends.append(Int32(texts.count))
        slots[slot] = UInt32(ends.count)
        if ends.count * 2 > slots.count { rehash() }
        return Int32(ends.count - 1)
    }

    /// Returns the texts, which the caller frees.
    mutating func takeTexts() -> UnsafeMutableRawPointer? { texts.take() }

    private mutating func rehash() {
        slots = [UInt32](repeating: 0, count: slots.count * 4)
        for number in ends.indices {
            var slot = Self.hash(self[number]) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number + 1)
        }
    }

    /// Returns the FNV-1a hash over words of eight bytes, which is enough for a table of one call.
    private static func hash(_ text: UnsafeRawBufferPointer) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var offset = 0
        while offset + 8 <= text.count {
            hash = (hash ^ text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
            offset += 8
        }
        while offset < text.count {
            hash = (hash ^ UInt64(text[offset])) &* 0x0000_0100_0000_01B3
            offset += 1
        }
        hash = (hash ^ hash >> 29) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: hash >> 33)
    }
}

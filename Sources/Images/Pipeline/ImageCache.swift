import Metadata

/// A least-recently-used cache of decoded images, limited in bytes.
struct ImageCache {
    private struct Entry {
        var image: DecodedImage
        var cost: Int
        var use: UInt64
    }

    /// The limit, in bytes of pixels.
    var limit: Int { didSet { trim() } }
    private(set) var cost = 0
    private var entries: [StageKey: Entry] = [:]
    /// A queue of uses, whose stale items are skipped.
    private var uses: [(use: UInt64, key: StageKey)] = []
    private var oldest = 0
    private var count: UInt64 = 0

    init(limit: Int) { self.limit = limit }

    /// An image, which becomes the most recently used.
    subscript(key: StageKey) -> DecodedImage? {
        mutating get {
            guard entries[key] != nil else { return nil }
            touch(key)
            return entries[key]?.image
        }
    }

    /// Inserts an image and evicts the least recently used ones; one above the limit is not stored.
    mutating func insert(_ image: DecodedImage, for key: StageKey) {
        let bytes = image.image.byteCount
        guard bytes <= limit else { return }
        if let old = entries.removeValue(forKey: key) { cost -= old.cost }
        entries[key] = Entry(image: image, cost: bytes, use: 0)
        cost += bytes
        touch(key)
        trim()
    }

    mutating func removeAll() {
        entries = [:]
        uses = []
        oldest = 0
        cost = 0
    }

    private mutating func touch(_ key: StageKey) {
        count += 1
        entries[key]?.use = count
        uses.append((count, key))
        // Compact before stale items dominate.
        if uses.count > 64 + entries.count * 4 {
            uses = uses[oldest...].filter { entries[$0.key]?.use == $0.use }
            oldest = 0
        }
    }

    private mutating func trim() {
        while cost > limit, oldest < uses.count {
            let (use, key) = uses[oldest]
            oldest += 1
            guard let entry = entries[key], entry.use == use else { continue }
            entries[key] = nil
            cost -= entry.cost
        }
    }
}

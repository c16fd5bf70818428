import LKMetadata

/// A least-recently-used cache of decoded images, limited in bytes.
struct ImageCache {
    private var images: RecentlyUsedCache<StageKey, DecodedImage>
    /// The cached forms of each content.
    private var forms: [ContentKey: Set<StageKey>] = [:]

    /// Creates an empty cache of images.
    ///
    /// - Parameter maximumSize: The limit, in bytes of pixels.
    init(maximumSize: Int) { images = RecentlyUsedCache(maximumSize: maximumSize) }

    /// The limit, in bytes of pixels.
    var maximumSize: Int {
        get { images.maximumSize }
        set {
            images.maximumSize = newValue
            forget(images.trim())
        }
    }

    /// The size of the cached images, in bytes of pixels.
    var cost: Int { images.cost }

    /// Returns an image, which becomes the most recently used.
    subscript(key: StageKey) -> DecodedImage? { mutating get { images[key] } }

    /// Inserts an image and evicts the least recently used ones; one above the limit is not stored.
    mutating func insert(_ image: DecodedImage, for key: StageKey) {
        forget(images.insert(image, cost: image.image.byteCount, for: key))
        if images.contains(key) { forms[key.content, default: []].insert(key) }
    }

    func contains(_ key: StageKey) -> Bool { images.contains(key) }

    mutating func removeAll() {
        images.removeAll()
        forms = [:]
    }

    /// Returns the best copy of an image for a size: the smallest that has enough pixels, otherwise the largest.
    ///
    /// One with enough pixels makes decoding unnecessary; another can be shown until the image is decoded. Copies that were
    /// cropped show less than the whole image and are not considered.
    func copy(of content: ContentKey, for size: ImageRequest.Size) -> (image: DecodedImage, isLargeEnough: Bool)? {
        var best: (image: DecodedImage, isLargeEnough: Bool)?
        for key in forms[content] ?? [] {
            guard key.isWhole, let image = images.peek(key) else { continue }
            let target = size.scaledTarget(for: image.fullSize)
            let pixels = image.image.size
            let isLargeEnough = pixels.width >= target.width && pixels.height >= target.height
            if let best, best.isLargeEnough, !isLargeEnough { continue }
            if let best, best.isLargeEnough == isLargeEnough,
                (best.image.image.byteCount < image.image.byteCount) == isLargeEnough
            {
                continue
            }
            best = (image, isLargeEnough)
        }
        return best
    }

    private mutating func forget(_ evicted: [StageKey]) {
        for key in evicted {
            forms[key.content]?.remove(key)
            if forms[key.content]?.isEmpty == true { forms[key.content] = nil }
        }
    }
}

/// Downloaded files by content: the most recently used within a limit, and all that are still in use, such as those
/// being decoded.
///
/// With it, another size of an image, its dimensions and its data need no second download.
struct DownloadCache {
    private struct WeakBytes { weak var bytes: ImageBytes? }

    private var kept: RecentlyUsedCache<ContentKey, ImageBytes>
    private var inUse: [ContentKey: WeakBytes] = [:]
    /// The number of files in use at which those no longer in use are removed.
    private var compaction = 64

    /// Creates an empty cache of files.
    ///
    /// - Parameter maximumSize: The limit, in bytes of files.
    init(maximumSize: Int) { kept = RecentlyUsedCache(maximumSize: maximumSize) }

    /// The size of the files that are kept, in bytes.
    var cost: Int { kept.cost }

    /// Returns a file, which becomes the most recently used.
    subscript(content: ContentKey) -> ImageBytes? {
        mutating get { kept[content] ?? inUse[content]?.bytes }
    }

    mutating func insert(_ bytes: ImageBytes, for content: ContentKey) {
        _ = kept.insert(bytes, cost: bytes.count, for: content)
        inUse[content] = WeakBytes(bytes: bytes)
        if inUse.count > compaction {
            inUse = inUse.filter { $0.value.bytes != nil }
            compaction = max(64, inUse.count * 2)
        }
    }

    mutating func remove(_ content: ContentKey) {
        kept.remove(content)
        inUse[content] = nil
    }

    mutating func removeAll() {
        kept.removeAll()
        inUse = [:]
    }
}

/// A cache limited by the sum of costs, which evicts what was not used for longest.
private struct RecentlyUsedCache<Key: Hashable, Value> {
    private struct Entry {
        var value: Value
        var cost: Int
        var use: UInt64
    }

    /// The limit; after lowering it call ``trim()``.
    var maximumSize: Int
    private(set) var cost = 0
    private var entries: [Key: Entry] = [:]
    /// A queue of uses, whose stale items are skipped.
    private var uses: [(use: UInt64, key: Key)] = []
    private var oldest = 0
    private var count: UInt64 = 0

    init(maximumSize: Int) { self.maximumSize = maximumSize }

    /// Accesses a value, which becomes the most recently used.
    subscript(key: Key) -> Value? {
        mutating get {
            guard entries[key] != nil else { return nil }
            touch(key)
            return entries[key]?.value
        }
    }

    func contains(_ key: Key) -> Bool { entries[key] != nil }

    /// Returns a value, without counting as a use.
    func peek(_ key: Key) -> Value? { entries[key]?.value }

    /// Inserts a value and evicts the least recently used ones; one above the limit is not stored.
    ///
    /// - Returns: The keys of the evicted values.
    mutating func insert(_ value: Value, cost: Int, for key: Key) -> [Key] {
        guard cost <= maximumSize else { return [] }
        remove(key)
        entries[key] = Entry(value: value, cost: cost, use: 0)
        self.cost += cost
        touch(key)
        return trim()
    }

    mutating func remove(_ key: Key) {
        if let old = entries.removeValue(forKey: key) { cost -= old.cost }
    }

    mutating func removeAll() {
        entries = [:]
        uses = []
        oldest = 0
        cost = 0
    }

    private mutating func touch(_ key: Key) {
        count += 1
        entries[key]?.use = count
        uses.append((count, key))
        // Compact before stale items dominate.
        if uses.count > 64 + entries.count * 4 {
            uses = uses[oldest...].filter { entries[$0.key]?.use == $0.use }
            oldest = 0
        }
    }

    /// Evicts values until the limit is kept.
    ///
    /// - Returns: Their keys.
    mutating func trim() -> [Key] {
        var evicted: [Key] = []
        while cost > maximumSize, oldest < uses.count {
            let (use, key) = uses[oldest]
            oldest += 1
            guard let entry = entries[key], entry.use == use else { continue }
            entries[key] = nil
            cost -= entry.cost
            evicted.append(key)
        }
        return evicted
    }
}

internal import Geocoding
internal import Synchronization

/// The names of divisions and countries, which many answers share: made once, by whoever asks first.
// Unchecked because of the pointer, whose places are written once and whole.
final class SharedNames: @unchecked Sendable {
    private final class Text: Sendable {
        let text: String?
        init(_ text: String?) { self.text = text }
    }

    private let texts: UnsafeMutablePointer<AtomicLazyReference<Text>>
    private let count: Int

    init(count: Int) {
        texts = .allocate(capacity: count)
        for index in 0..<count { (texts + index).initialize(to: AtomicLazyReference()) }
        self.count = count
    }

    deinit {
        texts.deinitialize(count: count)
        texts.deallocate()
    }

    /// The name in a place, made where it is not there.
    @inline(__always)
    func name(
        _ slot: Int, make: () throws(GeocodingError) -> String?
    ) throws(GeocodingError) -> String? {
        guard slot >= 0, slot < count else { return try make() }
        if let known = texts[slot].load() { return known.text }
        return texts[slot].storeIfNil(Text(try make())).text
    }
}

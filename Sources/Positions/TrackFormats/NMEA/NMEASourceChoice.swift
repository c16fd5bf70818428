/// Chooses one of several receivers whose sentences are mixed in a stream, as chart plotters and multiplexers relay them.
///
/// All satellite receivers write a talker for each system (`GP`, `GL`, `GN`), so these count as one source; each other
/// talker, such as `II` of an integrated instrument, is another. Sentences of instruments without positions pass.
struct NMEASourceChoice: Sendable {
    /// Two letters; ``satellites`` for the talkers of satellite receivers.
    typealias Source = UInt16

    /// The talkers of satellite systems, which one receiver uses in turn.
    static let satellites: Source = 0

    /// After this number of positions from another source without any of the chosen one, the other is chosen.
    private static let patience = 100

    /// The chosen source; `nil` before the first position.
    private(set) var chosen: Source?
    /// The source of the latest ignored position, and the number of them since the last one of the chosen source.
    private var other: Source?
    private var otherCount = 0
    /// The talkers of the ignored sources, at most 8, in the order in which they appeared.
    private(set) var ignored: [String] = []

    /// Creates a choice that takes the first source with a position.
    init() {}

    /// Creates the choice for a recording from the number of positions of each source at its beginning.
    ///
    /// Satellite receivers are preferred: what other instruments relay is often late and rounded.
    init(positions: [Source: Int]) {
        let best = positions.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        chosen = positions[Self.satellites] == nil ? best : Self.satellites
    }

    /// Returns whether a sentence is one of the chosen source, or of an instrument.
    mutating func accepts(_ sentence: [UInt8]) -> Bool {
        guard let source = Self.source(sentence) else { return true }
        guard let chosen else {
            if Self.hasPosition(sentence) { self.chosen = source }
            return true
        }
        if source == chosen {
            if otherCount > 0, Self.hasPosition(sentence) { otherCount = 0 }
            return true
        }
        guard Self.hasPosition(sentence) else { return false }
        otherCount = source == other ? otherCount + 1 : 1
        other = source
        if otherCount > Self.patience {
            self.chosen = source
            otherCount = 0
            return true
        }
        let talker = String(decoding: sentence[1..<3], as: UTF8.self)
        if ignored.count < 8, !ignored.contains(talker) { ignored.append(talker) }
        return false
    }

    /// Returns the source of a sentence with positions, times, errors or satellites; `nil` for any other.
    static func source(_ sentence: [UInt8]) -> Source? {
        guard sentence.count > 7, sentence[6] == UInt8(ascii: ","), sentence[1] != UInt8(ascii: "P") else {
            return nil
        }
        switch NMEASentence(tag: sentence[1..<6]) {
        case .gga, .rmc, .gll, .gns, .vtg, .zda, .gst, .gbs, .gsa, .gsv: break
        default: return nil
        }
        if sentence[1] == UInt8(ascii: "G") { return satellites }
        let talker = Source(sentence[1]) << 8 | Source(sentence[2])
        // `BD` and `QZ`.
        return talker == 0x42_44 || talker == 0x51_5A ? satellites : talker
    }

    /// Returns whether a sentence states a valid position.
    static func hasPosition(_ sentence: [UInt8]) -> Bool {
        var fields = NMEAFields()
        sentence.withUnsafeBytes { fields.load($0) }
        let (latitude, validity): (Int, Int)
        switch NMEASentence(tag: fields[0]) {
        case .gga, .gns: (latitude, validity) = (2, 6)
        case .rmc: (latitude, validity) = (3, 2)
        case .gll: (latitude, validity) = (1, 6)
        default: return false
        }
        return !fields.isEmpty(latitude) && !fields.isEmpty(latitude + 2) && !fields.isEmpty(validity)
            && !"0VN".utf8.contains(fields.first(validity))
    }
}

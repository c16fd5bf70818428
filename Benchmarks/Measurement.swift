/// One line of the result: a figure of ours beside a peer's from the same run, and what it should be.
struct Measurement: Encodable {
    var name: String
    var unit: String
    var ours: Double
    /// `nil` where the goal is a number of its own.
    var peer: Double?
    /// Who the peer is.
    var peerName: String?
    /// Ours divided by the peer's.
    var ratio: Double?
    /// The goal in words.
    var goal: String?
    var isMet: Bool?
    /// How many values stand behind the figures, and how noisy they were.
    var note: String

    init(_ name: String, unit: String, ours: Double, note: String) {
        self.name = name
        self.unit = unit
        self.ours = ours
        self.note = note
    }

    /// The same beside a peer's figure.
    func against(_ peerName: String, _ peer: Double) -> Measurement {
        var copy = self
        copy.peerName = peerName
        copy.peer = peer
        copy.ratio = ours / peer
        return copy
    }

    /// The same with a goal.
    func goal(_ goal: String, isMet: Bool) -> Measurement {
        var copy = self
        copy.goal = goal
        copy.isMet = isMet
        return copy
    }
}

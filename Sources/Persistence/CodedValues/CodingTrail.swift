/// The way from the top to a value, written down as keys only when a message or a type asks for it.
final class CodingTrail {
    private enum Step {
        case key(any CodingKey)
        case index(Int)
        /// To a value that stands for all of the one above: an optional's content, a raw value.
        case same
    }

    static var top: CodingTrail { CodingTrail(isHandwritten: false) }
    /// The top of what people may have edited.
    static var topOfHandwriting: CodingTrail { CodingTrail(isHandwritten: true) }

    private let parent: CodingTrail?
    private let step: Step
    /// Steps from the top.
    let depth: Int
    /// Whether a number may be written in the form of another.
    let isHandwritten: Bool

    private init(isHandwritten: Bool) {
        parent = nil
        step = .same
        depth = 0
        self.isHandwritten = isHandwritten
    }

    private init(_ parent: CodingTrail, _ step: Step) {
        self.parent = parent
        self.step = step
        depth = parent.depth + 1
        isHandwritten = parent.isHandwritten
    }

    func adding(_ key: some CodingKey) -> CodingTrail { CodingTrail(self, .key(key)) }

    func adding(index: Int) -> CodingTrail { CodingTrail(self, .index(index)) }

    /// One more level without a name, so that what holds itself for ever is found.
    func deeper() -> CodingTrail { CodingTrail(self, .same) }

    /// The steps, from the top.
    var path: [any CodingKey] {
        var path: [any CodingKey] = []
        var trail = self
        while let parent = trail.parent {
            switch trail.step {
            case .key(let key): path.append(key)
            case .index(let index): path.append(CodedKey(index: index))
            case .same: break
            }
            trail = parent
        }
        return path.reversed()
    }
}

/// The way from the top to a value, written down as keys only when a message or a type asks for it.
final class CodingTrail {
    private enum Step {
        case key(any CodingKey)
        case index(Int)
    }

    static var top: CodingTrail { CodingTrail(nil, .index(0)) }

    private let parent: CodingTrail?
    private let step: Step
    /// Steps from the top.
    let depth: Int

    private init(_ parent: CodingTrail?, _ step: Step) {
        self.parent = parent
        self.step = step
        depth = parent.map { $0.depth + 1 } ?? 0
    }

    func adding(_ key: some CodingKey) -> CodingTrail { CodingTrail(self, .key(key)) }

    func adding(index: Int) -> CodingTrail { CodingTrail(self, .index(index)) }

    /// The steps, from the top.
    var path: [any CodingKey] {
        var path: [any CodingKey] = []
        var trail = self
        while let parent = trail.parent {
            switch trail.step {
            case .key(let key): path.append(key)
            case .index(let index): path.append(CodedKey(index: index))
            }
            trail = parent
        }
        return path.reversed()
    }
}

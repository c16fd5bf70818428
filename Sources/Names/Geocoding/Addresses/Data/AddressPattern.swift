/// An address template: lines of text with placeholders for components.
///
/// In the file `{road}` is a component, `[{city}|{town}]` the first of several that is known, and the text in `<...>`
/// is printed only if all components inside are known.
struct AddressPattern: Sendable {
    indirect enum Node: Sendable {
        case text(String)
        case component(PostalAddress.Component)
        case choice([[Node]])
        case section([Node])
    }

    let lines: [[Node]]

    /// The components that the template may print.
    let components: Set<PostalAddress.Component>

    /// Whether the template prints the country in place of the city.
    let isOfCityState: Bool

    /// Parses a template; returns `nil` when it is invalid.
    init?(_ text: String) {
        var lines: [[Node]] = []
        for line in text.split(separator: "\n") {
            var rest = line.unicodeScalars[...]
            guard let nodes = Self.nodes(&rest, until: [], depth: 0), rest.isEmpty else { return nil }
            lines.append(nodes)
        }
        self.init(lines: lines)
    }

    private init(lines: [[Node]]) {
        self.lines = lines
        components = Set(lines.flatMap { $0.flatMap(Self.components) })
        isOfCityState = lines.joined().contains { node in
            guard case .choice = node else { return false }
            let components = Self.components(node)
            return components.contains(.country) && components.contains(.city)
        }
    }

    /// Whether a line contains town and state but no village, which has its own line.
    var needsTownBesideVillage: Bool {
        components.contains(.village)
            && lines.contains { line in
                let components = line.flatMap(Self.components)
                return components.contains(.city) && components.contains(.state) && !components.contains(.village)
            }
    }

    /// The same template without the country; its alternatives on the same line are removed, too.
    ///
    /// In a city-state's postcode line the country also names the city, and stays if no other component is known.
    var withoutCountry: AddressPattern {
        var lines: [[Node]] = []
        for line in self.lines {
            let isAlone = line.count { if case .text = $0 { false } else { true } } == 1
            lines.append(
                line.compactMap { node in
                    switch node {
                    case .component(.country): return nil
                    case .choice(let choices):
                        guard let first = choices.first, Self.isCountry(first) else { return node }
                        return isAlone ? nil : .choice(Array(choices.dropFirst()) + [first])
                    default: return node
                    }
                })
        }
        return AddressPattern(lines: lines)
    }

    /// Returns the lines with the known components filled in; separators around missing components are still there.
    func rendered(_ value: (PostalAddress.Component) -> String?) -> String {
        var text = ""
        for (index, line) in lines.enumerated() {
            if index > 0 { text += "\n" }
            for node in line { Self.append(node, to: &text, value) }
        }
        return text
    }

    /// Returns the components that the template prints if some are known.
    func used(_ isKnown: (PostalAddress.Component) -> Bool) -> [PostalAddress.Component] {
        var used: [PostalAddress.Component] = []
        for line in lines { for node in line { Self.use(node, &used, isKnown) } }
        return used
    }

    /// Returns street and number in the template's order, if both are on one line.
    func street(_ road: String, _ number: String) -> String? {
        for line in lines {
            guard let first = line.firstIndex(where: { Self.names($0, .road) || Self.names($0, .houseNumber) }),
                let last = line.lastIndex(where: { Self.names($0, .road) || Self.names($0, .houseNumber) }),
                Self.names(line[first], .road) != Self.names(line[last], .road)
                    || Self.components(line[first]).count > 1
            else { continue }
            var text = ""
            for node in line[first...last] {
                Self.append(node, to: &text) { $0 == .road ? road : $0 == .houseNumber ? number : nil }
            }
            return text
        }
        return nil
    }

    private static func append(
        _ node: Node, to text: inout String, _ value: (PostalAddress.Component) -> String?
    ) {
        switch node {
        case .text(let literal): text += literal
        case .component(let component): text += value(component) ?? ""
        case .choice(let choices):
            let known = choices.first { $0.contains { components($0).contains { value($0) != nil } } }
            for node in known ?? [] { append(node, to: &text, value) }
        case .section(let nodes):
            guard nodes.allSatisfy({ components($0).allSatisfy { value($0) != nil } }) else { return }
            for node in nodes { append(node, to: &text, value) }
        }
    }

    private static func use(
        _ node: Node, _ used: inout [PostalAddress.Component], _ isKnown: (PostalAddress.Component) -> Bool
    ) {
        switch node {
        case .text: break
        case .component(let component): if isKnown(component) { used.append(component) }
        case .choice(let choices):
            let known = choices.first { $0.contains { components($0).contains(where: isKnown) } }
            for node in known ?? [] { use(node, &used, isKnown) }
        case .section(let nodes):
            guard nodes.allSatisfy({ components($0).allSatisfy(isKnown) }) else { return }
            for node in nodes { use(node, &used, isKnown) }
        }
    }

    private static func components(_ node: Node) -> [PostalAddress.Component] {
        switch node {
        case .text: []
        case .component(let component): [component]
        case .choice(let choices): choices.flatMap { $0.flatMap(components) }
        case .section(let nodes): nodes.flatMap(components)
        }
    }

    private static func names(_ node: Node, _ component: PostalAddress.Component) -> Bool {
        components(node).contains(component)
    }

    private static func isCountry(_ nodes: [Node]) -> Bool {
        nodes.contains { if case .component(.country) = $0 { true } else { false } }
    }

    private static func nodes(
        _ rest: inout Substring.UnicodeScalarView, until ends: Set<Unicode.Scalar>, depth: Int
    ) -> [Node]? {
        // Two levels are needed; deeper nesting occurs only in a damaged file.
        guard depth <= 4 else { return nil }
        var nodes: [Node] = []
        var text = ""
        func finish() {
            if !text.isEmpty { nodes.append(.text(text)) }
            text = ""
        }
        while let scalar = rest.first, !ends.contains(scalar) {
            rest.removeFirst()
            switch scalar {
            case "{":
                guard let end = rest.firstIndex(of: "}") else { return nil }
                finish()
                nodes.append(.component(PostalAddress.Component(String(rest[..<end]))))
                rest = rest[rest.index(after: end)...]
            case "[":
                finish()
                var choices: [[Node]] = []
                while true {
                    guard let choice = Self.nodes(&rest, until: ["|", "]"], depth: depth + 1),
                        let end = rest.popFirst()
                    else { return nil }
                    choices.append(choice)
                    if end == "]" { break }
                }
                nodes.append(.choice(choices))
            case "<":
                finish()
                guard let inner = Self.nodes(&rest, until: [">"], depth: depth + 1), rest.popFirst() == ">" else {
                    return nil
                }
                nodes.append(.section(inner))
            case "|", "]", ">", "}": return nil
            default: text.unicodeScalars.append(scalar)
            }
        }
        finish()
        return nodes
    }
}

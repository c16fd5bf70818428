import FoundationEssentials

/// The graph and the table in `Docs/Architecture.md`.
struct ArchitecturePage {
    /// Modules in the order of the graph, and what each imports.
    var graph: [(module: String, imports: [String])] = []
    /// Modules in the order of the table, and the folders that each row names.
    var table: [(module: String, folders: [String])] = []

    init(_ text: String) {
        var isInGraph = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                // The first block of the page.
                if isInGraph || !graph.isEmpty { isInGraph = false } else { isInGraph = true }
            } else if isInGraph {
                let sides = line.split(separator: ">", maxSplits: 1).map(String.init)
                let names = sides.map { side in
                    side.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
                }
                if let module = names.first?.first { graph.append((module, names.count > 1 ? names[1] : [])) }
            } else if line.hasPrefix("| `") {
                let cells = line.split(separator: "|", omittingEmptySubsequences: true)
                let module = Self.code(cells[0]).first ?? ""
                // Folders end with a slash, which tells them from types and commands.
                let names = cells.dropFirst().flatMap(Self.code).filter { $0.hasSuffix("/") }
                table.append((module, names.map { String($0.dropLast()) }))
            }
        }
    }

    /// The texts between back quotes.
    private static func code(_ cell: Substring) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
}

/// What the members and columns of points are called in the output.
enum InputColumns {
    /// No table has more, and each takes room in every row.
    private static let most = 1000
    private static let mostBytes = 1 << 16

    /// The names under which columns or members of the input stand beside those of the output.
    ///
    /// - Parameters:
    ///   - names: What the input calls them.
    ///   - taken: The names of the output.
    /// - Returns: The names, `input.address` where `address` is taken.
    static func renamed(_ names: [String], besides taken: [String]) -> [String] {
        var known = Set(names)
        return names.map { name in
            guard taken.contains(name) else { return name }
            var renamed = "input.\(name)"
            while !known.insert(renamed).inserted { renamed = "input.\(renamed)" }
            return renamed
        }
    }

    /// What is said of a name that occurs twice.
    static func repeated(_ name: String, _ what: String) -> String { "two of its \(what) are called \"\(name)\"" }

    /// The names with a number behind those that were there before: `name`, `name.2`.
    static func distinct(_ names: [String]) -> [String] {
        var known = Set(names)
        var seen: Set<String> = []
        return names.map { name in
            guard !seen.insert(name).inserted else { return name }
            var number = 2
            while !known.insert("\(name).\(number)").inserted { number += 1 }
            return "\(name).\(number)"
        }
    }

    /// The names of all members of the points of a file, in the order in which they appear.
    ///
    /// The file is read to its end or to where it is damaged, since a member may be in its last point alone.
    ///
    /// - Parameters:
    ///   - source: The file, at its beginning.
    ///   - name: What errors call it.
    /// - Returns: The names but for latitude and longitude.
    /// - Throws: ``ExitCode/dataError`` for more names than a table may have, and a signal's exit status.
    static func find(in source: inout some PointSource, name: String) throws(ToolError) -> [String] {
        var columns: [String] = []
        var known = Set(PlaceFormatter.positionColumns)
        var bytes = 0
        do throws(ToolError) {
            while let batch = try source.next(), columns.count <= most, bytes <= mostBytes {
                batch.forEach { point in
                    for attribute in point.attributes where known.insert(attribute.key).inserted {
                        columns.append(attribute.key)
                        bytes += attribute.key.utf8.count
                    }
                }
            }
        } catch {
            // What is in front of the damage is answered for.
            guard error.code == .dataError else { throw error }
        }
        guard columns.count <= most, bytes <= mostBytes else {
            throw ToolError(
                .dataError, "\(name): its points have too many different members for columns; use --format ndjson")
        }
        return columns
    }
}

/// The table of a record's fields, from which JSON, GeoJSON, CSV, templates and help follow.
///
/// A new field is one line of it. Fields are in the order of JSON. Several may have one name if at most one of them is known in each
/// record, such as the path of a photo and the path of what was done with it.
package struct OutputTable<Values>: Sendable {
    /// Whether GeoJSON has the position in the geometry alone, and not among the properties too.
    package let hasGeometry: Bool
    /// The fields of JSON, with the objects that each is in.
    @usableFromInline let members: [Member]
    /// What gives the values of each column of CSV.
    @usableFromInline let cells: [[OutputField<Values>.Value]]
    @usableFromInline let valuesByName: [String: [OutputField<Values>.Value]]
    /// The keys of templates, in the order of help, and after them those that help does not list.
    package let templateKeys: [OutputKey]
    /// The keys that help lists.
    package let listedKeys: [OutputKey]
    /// The keys of JSON that have values, in the order of help.
    package let keys: [OutputKey]
    /// The columns of CSV.
    package let columns: [String]
    /// The names of the members of the whole object in JSON.
    package let memberNames: [String]

    /// A field as a member of JSON; a class, since every record goes through all of them.
    @usableFromInline final class Member: Sendable {
        /// The names of the objects that it is in, the outermost first.
        @usableFromInline let path: [String]
        /// Its name in the innermost.
        @usableFromInline let name: String
        @usableFromInline let value: OutputField<Values>.Value
        /// Whether it is the position of the whole object.
        @usableFromInline let isPosition: Bool

        init(_ field: OutputField<Values>) {
            let path = field.key.path
            (self.path, name, value) = (Array(path.dropLast()), path.last ?? "", field.value)
            isPosition = OutputLayout.positionColumns.contains(field.key.name)
        }
    }

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - fields: The fields in the order of JSON.
    ///   - hasGeometry: Whether GeoJSON has the position in the geometry alone.
    package init(_ fields: [OutputField<Values>], hasGeometry: Bool = true) {
        self.hasGeometry = hasGeometry
        members = fields.filter { $0.scope == .everywhere || $0.scope == .members }.map { Member($0) }
        let byName = Dictionary(grouping: fields) { $0.key.name }.mapValues { $0.map(\.value) }
        valuesByName = byName
        let listed = Self.listed(Self.distinct(fields))
        templateKeys = listed.filter { $0.scope != .members }.map(\.key)
        listedKeys = listed.filter { $0.scope == .everywhere || $0.scope == .templates }.map(\.key)
        keys = listed.filter { $0.scope == .everywhere }.map(\.key)
        let numbered = fields.filter { $0.key.columnNumber != nil }
            .sorted { ($0.key.columnNumber ?? 0) < ($1.key.columnNumber ?? 0) }.map(\.key)
        let columnKeys = numbered.isEmpty ? keys : numbered
        columns = columnKeys.map(\.column)
        cells = columnKeys.map { byName[$0.name] ?? [] }
        var names: [String] = []
        for member in members {
            let name = member.path.first ?? member.name
            if !names.contains(name) { names.append(name) }
        }
        memberNames = names
    }

    /// Returns the first field of each name, with a shorthand only if no other key has that word.
    private static func distinct(_ fields: [OutputField<Values>]) -> [OutputField<Values>] {
        var known: Set<String> = []
        var distinct = fields.filter { known.insert($0.key.name).inserted }
        for index in distinct.indices {
            guard let word = distinct[index].key.shorthand, !known.insert(word).inserted else { continue }
            distinct[index].key.shorthand = nil
        }
        return distinct
    }

    /// Returns the fields in the order of help.
    private static func listed(_ fields: [OutputField<Values>]) -> [OutputField<Values>] {
        var listed = fields.filter { $0.key.listing == nil }
        for field in fields {
            guard case .after(let name) = field.key.listing else { continue }
            let index = listed.lastIndex { $0.key.name == name || $0.key.listing == .after(name) }
            listed.insert(field, at: index.map { $0 + 1 } ?? listed.endIndex)
        }
        return listed + fields.filter { $0.key.listing == .last }
    }

    /// Writes the members of an object of JSON.
    ///
    /// - Parameters:
    ///   - values: The record's values.
    ///   - isFeature: Whether they are the properties of a feature, whose geometry has the position.
    ///   - writer: The object.
    @inlinable package func writeMembers(of values: Values, isFeature: Bool = false, to writer: inout JSONWriter) {
        var open: [String] = []
        for member in members {
            if member.isPosition, isFeature, hasGeometry { continue }
            guard let value = member.value(values) else { continue }
            if case .gap(let gap) = value {
                if case .none = gap.member { continue }
                if case .members(let figure) = gap.member {
                    writer.close(&open, upTo: [])
                    writer.members { OutputPattern.appendGap(figure: figure, to: &$0) }
                    continue
                }
            }
            if open != member.path { writer.open(&open, upTo: member.path) }
            if case .object = value {
                writer.open(&open, upTo: member.path + [member.name])
            } else {
                writer.key(member.name)
                value.write(to: &writer)
            }
        }
        writer.close(&open, upTo: [])
    }

    /// Appends the cells of a row.
    @inlinable package func appendCells(of values: Values, _ table: TableSyntax, to bytes: inout [UInt8]) {
        for (index, fields) in cells.enumerated() {
            if index > 0 { bytes.append(table.separator) }
            for field in fields {
                guard let value = field(values) else { continue }
                value.appendCell(of: table, to: &bytes)
                break
            }
        }
    }

    /// Appends the value of a key as templates have it; nothing if it is unknown.
    @inlinable package func append(_ name: String, of values: Values, to bytes: inout [UInt8]) {
        for field in valuesByName[name] ?? [] {
            guard let value = field(values) else { continue }
            return value.appendText(to: &bytes)
        }
    }
}

extension JSONWriter {
    /// Ends the objects that the next member is not in, and begins those that it is in.
    @usableFromInline mutating func open(_ open: inout [String], upTo path: [String]) {
        close(&open, upTo: path)
        for name in path.dropFirst(open.count) {
            key(name)
            beginObject()
        }
        // The same array, so that the next comparison is a fast one.
        open = path
    }

    /// Ends the objects that are not on a path.
    @usableFromInline mutating func close(_ open: inout [String], upTo path: [String]) {
        var shared = 0
        while shared < min(open.count, path.count), open[shared] == path[shared] { shared += 1 }
        for _ in shared..<open.count { endObject() }
        open = shared == 0 ? [] : Array(open.prefix(shared))
    }
}

/// One printed item: its values, the table of their fields, and the lines for a person.
package protocol OutputRecord {
    /// What the table reads its fields from.
    associatedtype Values

    /// The fields.
    static var table: OutputTable<Values> { get }

    /// The values of the fields.
    var values: Values { get }

    /// Where it is; without a coordinate if it has no position.
    var entry: OutputEntry { get }

    /// Whether it has a row of cells in a table; without them its row is empty.
    var hasCells: Bool { get }

    /// Appends human-readable text, without the end of the line.
    func appendText(to bytes: inout [UInt8])

    // What follows from the table. These are requirements so that the compiler makes a version for each kind of record: a batch
    // prints hundreds of thousands.

    /// Appends its cells in the row of a table.
    func appendCells(of table: TableSyntax, to bytes: inout [UInt8])

    /// Writes the members of its JSON object.
    func writeMembers(to writer: inout JSONWriter)

    /// Writes the properties of its GeoJSON feature.
    func writeProperties(to writer: inout JSONWriter)

    /// Appends the value of a key as templates have it; nothing if it is unknown.
    func appendValue(of key: String, to bytes: inout [UInt8])
}

// Inlinable, so that a module with a kind of record has a version of its own for it.
extension OutputRecord {
    package var entry: OutputEntry { OutputEntry() }
    package var hasCells: Bool { true }

    /// Appends nothing: the command prints the lines for a person itself.
    package func appendText(to bytes: inout [UInt8]) {}

    @inlinable package func appendCells(of table: TableSyntax, to bytes: inout [UInt8]) {
        if hasCells { Self.table.appendCells(of: values, table, to: &bytes) }
    }

    @inlinable package func writeMembers(to writer: inout JSONWriter) {
        Self.table.writeMembers(of: values, to: &writer)
    }

    @inlinable package func writeProperties(to writer: inout JSONWriter) {
        Self.table.writeMembers(of: values, isFeature: true, to: &writer)
    }

    @inlinable package func appendValue(of key: String, to bytes: inout [UInt8]) {
        Self.table.append(key, of: values, to: &bytes)
    }
}

extension OutputRecord where Values == Self {
    package var values: Self { self }
}

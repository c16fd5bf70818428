import LKGeocoding
import LKStreets

/// Reads OpenStreetMap files into an ``Extract`` in three passes: relations, then the ways that are wanted for themselves or
/// by a relation, then the nodes of those ways and the nodes that are wanted for themselves.
///
/// So only nodes and ways that the index needs are ever in memory, and the files' objects may come in any order.
struct ExtractReader {
    private var extract = Extract()
    private var relations: [RelationDraft] = []
    private var ways: [WayDraft] = []
    /// The nodes of all ways in ``ways``, one way after the other; in the end their positions.
    private var wayNodes: [Int64] = []
    /// The ways that relations want, and their index in ``ways`` once they are read.
    private var memberWays: [Int64: Int?] = [:]
    private var positions = NodePositions([])
    private var interpolations: [InterpolationDraft] = []
    /// The nodes of interpolations with their number and address; both are empty until the node is read.
    private var stops: [Int64: (number: String, address: UInt32)] = [:]
    private var seen = SeenNumbers()
    private var meanings = ObjectMeanings()

    private struct RelationDraft {
        var id: Int64
        var meaning: ObjectMeaning
        var ways: [Int64]
    }

    private struct WayDraft {
        var id: Int64
        /// Its nodes, in ``ExtractReader/wayNodes``.
        var first: Int
        var count: Int32
        var isClosed: Bool
        /// Empty for a way that is only part of a relation.
        var meaning: ObjectMeaning

        var nodes: Range<Int> { first..<first + Int(count) }
    }

    private struct InterpolationDraft {
        var id: Int64
        var step: InterpolationStep
        var street: TextTable.Index
        var nodes: [Int64]
    }

    /// Reads files.
    ///
    /// - Parameters:
    ///   - files: Extracts, which may overlap: of an object that comes twice the first counts.
    ///   - progress: Gets the number of objects read and the share that is done, 0 to 1; may throw to end the import.
    /// - Returns: What the index needs.
    /// - Throws: `GeocodingError` with `inputInvalid`, and what `progress` throws.
    static func read(
        _ files: [OSMFile], progress: (Int, Double) throws(GeocodingError) -> Void
    ) throws(GeocodingError) -> Extract {
        var reader = ExtractReader()
        let total = Double(3 * max(files.reduce(0) { $0 + $1.size }, 1))
        var before: UInt64 = 0
        var objects = 0
        for kinds in [OSMFile.Kinds.relations, .ways, .nodes] {
            for file in files {
                let header = try file.forEach(kinds) { object, offset throws(GeocodingError) in
                    reader.add(object)
                    objects += 1
                    if objects.isMultiple(of: 1024) { try progress(objects, Double(before + offset) / total) }
                }
                if kinds == .nodes {
                    reader.extract.sources.append(
                        .init(name: file.name, size: file.size, timestamp: header.timestamp, extent: header.extent))
                }
                before += file.size
                try progress(objects, Double(before) / total)
            }
            if kinds == .ways {
                // Points are numbered with 32 bits, and boundaries have them a second time.
                guard reader.wayNodes.count < UInt32.max / 2 else {
                    throw GeocodingError(.inputInvalid, "the extracts are too large for one file; import parts of them")
                }
                reader.collectNodes()
            }
            reader.seen = SeenNumbers()
        }
        reader.shapeInterpolations()
        reader.resolveNodes()
        reader.shapeWays()
        reader.shapeRelations()
        return reader.extract
    }

    private mutating func add(_ object: OSMObject) {
        switch object.kind {
        case .node: addNode(object)
        case .way: addWay(object)
        case .relation: addRelation(object)
        }
    }

    /// Returns whether the object was read before, in this file or an earlier one; call it once per object.
    private mutating func isDuplicate(_ id: Int64) -> Bool {
        if seen.insert(id) { return false }
        extract.counts.skipped[.duplicate] += 1
        return true
    }
}

// MARK: - Relations

extension ExtractReader {
    /// Roles of the ways that bound a polygon.
    private static let boundaryRoles: Set<String> = ["", "outer", "inner", "exclave", "enclave"]

    private mutating func addRelation(_ object: OSMObject) {
        extract.counts.relations += 1
        let tags = object.tags
        switch tags["type"] {
        case "associatedStreet", "street": addStreetRelation(object, tags)
        case "multipolygon", "boundary":
            let meaning = meanings.meaning(of: tags, in: &extract, isClosed: true)
            let lines = object.members.filter { $0.kind == .ways && Self.boundaryRoles.contains($0.role) }
            guard !meaning.isEmpty, !lines.isEmpty, !isDuplicate(object.id) else { return }
            let ways = lines.map(\.id)
            relations.append(RelationDraft(id: object.id, meaning: meaning, ways: ways))
            for way in ways { memberWays[way] = .some(nil) }
        default: return
        }
    }

    private mutating func addStreetRelation(_ object: OSMObject, _ tags: OSMTags) {
        var relation = Extract.StreetRelation(
            id: object.id, name: extract.texts.index(of: tags["name"] ?? tags["addr:street"]), ways: [], houses: [])
        for member in object.members {
            switch member.role {
            case "street": if member.kind == .ways { relation.ways.append(member.id) }
            case "house", "address", "":
                if let kind = Extract.Identity.Kind(member.kind) {
                    relation.houses.append(.init(kind: kind, id: member.id))
                }
            default: break
            }
        }
        guard !relation.houses.isEmpty, !isDuplicate(object.id) else { return }
        extract.streetRelations.append(relation)
    }

    private mutating func shapeRelations() {
        for relation in relations {
            var lines: [PolygonAssembly.Line] = []
            for way in relation.ways {
                guard let index = memberWays[way] ?? nil else { break }
                let points = wayNodes[ways[index].nodes].compactMap(OSMPoint.init(packed:))
                guard points.count == ways[index].nodes.count else { break }
                lines.append(.init(id: way, points: points))
            }
            guard lines.count == relation.ways.count else {
                extract.counts.skipped[.cutArea] += 1
                continue
            }
            guard !lines.contains(where: { $0.points[...].crossesDateLine }) else {
                extract.counts.skipped[.acrossDateLine] += 1
                continue
            }
            guard let rings = PolygonAssembly(lines).rings else {
                extract.counts.skipped[.brokenArea] += 1
                continue
            }
            let shape = extract.shapes.appendPolygon(rings)
            meanings.append(relation.meaning, shape, .init(kind: .relation, id: relation.id), to: &extract)
        }
        relations = []
    }
}

// MARK: - Ways

extension ExtractReader {
    private mutating func addWay(_ object: OSMObject) {
        extract.counts.ways += 1
        let (tags, nodes) = (object.tags, object.nodes)
        let isClosed = nodes.count > 3 && nodes.first == nodes.last
        var meaning = meanings.meaning(of: tags, in: &extract, isClosed: isClosed)
        let step = isClosed ? nil : tags["addr:interpolation"].flatMap { InterpolationStep($0) }
        if step != nil { meaning.isHouse = false }
        let isMember = memberWays[object.id] != nil
        guard isMember || step != nil || !meaning.isEmpty, !isDuplicate(object.id) else { return }
        if let step {
            interpolations.append(
                .init(
                    id: object.id, step: step, street: extract.texts.index(of: tags["addr:street"]),
                    nodes: Array(nodes)))
            for node in nodes { stops[node] = ("", 0) }
        }
        guard isMember || !meaning.isEmpty else { return }
        let first = wayNodes.count
        wayNodes.append(contentsOf: nodes)
        if isMember { memberWays[object.id] = ways.count }
        ways.append(
            WayDraft(
                id: object.id, first: first, count: Int32(clamping: nodes.count), isClosed: isClosed, meaning: meaning))
    }

    private mutating func collectNodes() {
        positions = NodePositions(interpolations.isEmpty ? wayNodes : wayNodes + interpolations.flatMap(\.nodes))
    }

    /// Replaces the nodes' numbers with positions, so that the table of positions is no longer needed.
    private mutating func resolveNodes() {
        for index in wayNodes.indices {
            let point = positions[wayNodes[index]]
            if point == nil { extract.counts.skipped[.missingNode] += 1 }
            wayNodes[index] = point?.packed ?? OSMPoint.missing
        }
        positions = NodePositions([])
    }

    private mutating func shapeWays() {
        extract.shapes.reserve(ways.reduce(0) { $0 + ($1.meaning.isEmpty ? 0 : $1.nodes.count) })
        for way in ways where !way.meaning.isEmpty {
            let first = extract.shapes.points.count
            var line = extract.shapes.appendLine(wayNodes[way.nodes].lazy.compactMap(OSMPoint.init(packed:)))
            guard case .line(let start, var count) = line, count > 1 else {
                extract.counts.skipped[.emptyWay] += 1
                continue
            }
            guard !extract.shapes.points[first..<first + Int(count)].crossesDateLine else {
                extract.counts.skipped[.acrossDateLine] += 1
                continue
            }
            let identity = Extract.Identity(kind: .way, id: way.id)
            if way.isClosed, way.meaning.street == nil || way.meaning.isSquare {
                // The first node may be missing.
                if extract.shapes.points[first] != extract.shapes.points[first + Int(count) - 1] {
                    _ = extract.shapes.appendLine([extract.shapes.points[first]])
                    count += 1
                }
                guard count > 3 else {
                    extract.counts.skipped[.emptyWay] += 1
                    continue
                }
                line = extract.shapes.appendPolygon(line: start, count)
            }
            meanings.append(way.meaning, line, identity, to: &extract)
        }
        // The members of relations are still needed.
        if relations.isEmpty { (ways, wayNodes) = ([], []) }
    }

    private mutating func shapeInterpolations() {
        for draft in interpolations {
            var address = Extract.Address()
            var found: [(number: Int, index: Int)] = []
            var line: [OSMPoint] = []
            for node in draft.nodes {
                guard let point = positions[node] else {
                    extract.counts.skipped[.missingNode] += 1
                    continue
                }
                line.append(point)
                guard let stop = stops[node], !stop.number.isEmpty else { continue }
                let stated = extract.addresses[Int(stop.address)]
                if address.street == 0 && stated.street != 0 || found.isEmpty { address = stated }
                guard let number = draft.step.number(stop.number) else { continue }
                found.append((number, line.count - 1))
            }
            guard found.count > 1 else {
                extract.counts.skipped[.brokenInterpolation] += 1
                continue
            }
            address.number = 0
            if draft.street != 0 { address.street = draft.street }
            extract.interpolations.append(
                .init(
                    identity: .init(kind: .way, id: draft.id), step: draft.step, address: address, stops: found,
                    line: line))
        }
        (interpolations, stops) = ([], [:])
    }
}

// MARK: - Nodes

extension ExtractReader {
    private mutating func addNode(_ object: OSMObject) {
        extract.counts.nodes += 1
        guard let point = object.point else {
            extract.counts.skipped[.impossiblePosition] += 1
            return
        }
        positions.set(object.id, point)
        let tags = object.tags
        guard !tags.isEmpty else { return }
        let kind = tags["place"].flatMap { SettlementKind(rawValue: $0) }
        let meaning = meanings.meaning(of: tags, in: &extract, isClosed: false)
        if meaning.address != 0, stops[object.id]?.number.isEmpty == true,
            let number = extract.texts[extract.addresses[Int(meaning.address)].number]
        {
            stops[object.id] = (number, meaning.address)
        }
        guard kind != nil || meaning.isHouse, !isDuplicate(object.id) else { return }
        if let kind {
            let names = meaning.names != 0 ? meaning.names : extract.names(tags)
            if names != 0 {
                extract.settlements.append(
                    .init(
                        identity: .init(kind: .node, id: object.id), kind: kind, names: names,
                        population: tags["population"].flatMap { UInt32($0) } ?? 0, point: point))
            }
        }
        meanings.append(meaning, .point(point), .init(kind: .node, id: object.id), to: &extract)
    }
}

extension ArraySlice<OSMPoint> {
    /// Whether a line goes from one edge of the map to the other.
    ///
    /// OpenStreetMap's rule is to split such ways at 180°.
    fileprivate var crossesDateLine: Bool {
        zip(self, dropFirst()).contains { abs(Int($0.longitude) - Int($1.longitude)) > 1_800_000_000 }
    }
}

extension OSMPoint {
    /// Stands for the packed position of an unknown node.
    fileprivate static let missing = Int64.min

    fileprivate var packed: Int64 { Int64(latitude) << 32 | Int64(UInt32(bitPattern: longitude)) }

    fileprivate init?(packed: Int64) {
        guard packed != Self.missing else { return nil }
        self.init(latitude: Int32(truncatingIfNeeded: packed >> 32), longitude: Int32(truncatingIfNeeded: packed))
    }
}

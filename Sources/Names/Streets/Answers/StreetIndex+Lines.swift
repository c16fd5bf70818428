package import LKGeo
package import LKGeocoding

extension StreetIndex {
    /// Finds the streets that touch some boxes, as lines.
    ///
    /// ```swift
    /// for street in streets.lines(in: [box], classes: .motorway ... .residential) {
    ///     print(street.name ?? "", street.streetClass, street.points.count)
    /// }
    /// ```
    ///
    /// A line extends at most 32 points of the street beyond a box. Squares that are areas are not included.
    ///
    /// - Parameters:
    ///   - boxes: The boxes; where they overlap, streets count once.
    ///   - classes: The classes that are wanted.
    ///   - limit: The maximum number of pieces, of at most 32 points each; if there are more, the least important classes are
    ///     left out, each as a whole.
    ///   - languages: The languages of the names, most wanted first; empty asks for local names.
    /// - Returns: The lines in the order of the file; what is damaged is left out.
    /// - Complexity: O(b log n + m) for b boxes and m pieces in them.
    package func lines(
        in boxes: [BoundingBox], classes: ClosedRange<StreetClass> = .motorway ... .other, limit: Int = 250_000,
        languages: [LanguageTag] = []
    ) -> [StreetLine] {
        StreetIndexes(indexes: [self]).lines(in: boxes, classes: classes, limit: limit, languages: languages)
    }

    /// Returns the lines made of pieces in ascending order.
    fileprivate func lines(ofPieces pieces: [Int], _ languages: [LanguageTag]) -> [StreetLine] {
        let naming = naming(for: languages)
        var lines: [StreetLine] = []
        var chains = StreetChains()
        func finish(_ street: Int) {
            guard let record = layout.streets[street], let streetClass = streetClass(street) else { return }
            var name: (text: String?, isKnown: Bool) = (nil, false)
            for points in chains.joined() {
                if !name.isKnown {
                    let home = surroundings(of: points[0], areas(at: points[0]), stated: 0, naming).home
                    name = (self.name(record.uint32(0), naming, home: home)?.text, true)
                }
                let coordinates = points.compactMap(\.coordinate)
                guard coordinates.count == points.count else { continue }
                lines.append(StreetLine(name: name.text, streetClass: streetClass, points: coordinates))
            }
            chains = StreetChains()
        }
        var last: Int?
        for piece in pieces {
            guard let street = layout.pieces[piece]?.index(0) else { continue }
            if let last, last != street { finish(last) }
            last = street
            chains.add(line(ofPiece: piece))
        }
        if let last { finish(last) }
        return lines
    }

    fileprivate func streetClass(_ street: Int) -> StreetClass? {
        layout.streets[street].flatMap { StreetClass(rawValue: UInt8($0.uint32(24) >> StreetFormat.countBits)) }
    }
}

extension StreetIndexes {
    /// Finds the streets of all indexes that touch some boxes, as lines; what several indexes contain counts once.
    ///
    /// Parameters as for `StreetIndex.lines`; the limit applies to all indexes together.
    package func lines(
        in boxes: [BoundingBox], classes: ClosedRange<StreetClass> = .motorway ... .other, limit: Int = 250_000,
        languages: [LanguageTag] = []
    ) -> [StreetLine] {
        var search = PieceSearch(boxes, classes, limit: limit)
        for index in indexes { search.look(in: index) }
        return indexes.flatMap { $0.lines(ofPieces: search.pieces(of: $0), languages) }
    }
}

/// Collects the pieces of streets that touch some boxes.
private struct PieceSearch {
    /// What identifies a piece of a way across indexes.
    private struct Shape: Hashable {
        var first: OSMPoint
        var last: OSMPoint
        var count: Int
    }

    private let boxes: [GridBox]
    private let limit: Int
    /// The classes that still count; `nil` for none.
    private var classes: ClosedRange<StreetClass>?
    /// By class.
    private var found: [[(index: ObjectIdentifier, piece: Int)]]
    private var count = 0
    private var shapes: Set<Shape> = []

    init(_ boxes: [BoundingBox], _ classes: ClosedRange<StreetClass>, limit: Int) {
        self.boxes = boxes.flatMap(GridBox.boxes)
        self.classes = classes
        self.limit = limit
        found = Array(repeating: [], count: StreetClass.allCases.count)
    }

    mutating func look(in index: StreetIndex) {
        let count = index.layout.pieces.count
        index.layout.fronts.forEach(touching: boxes) { item in
            guard item < count else { return classes != nil }
            add(item, of: index)
            return classes != nil
        }
    }

    private mutating func add(_ piece: Int, of index: StreetIndex) {
        guard let street = index.layout.pieces[piece]?.index(0), let streetClass = index.streetClass(street),
            let classes, classes.contains(streetClass)
        else { return }
        let line = index.line(ofPiece: piece)
        // Only a piece of a damaged file has more points.
        guard let first = line.first, let last = line.last, (2...StreetFormat.pieceLength).contains(line.count),
            let box = GridBox(line), boxes.contains(where: box.intersects),
            shapes.insert(Shape(first: first, last: last, count: line.count)).inserted
        else { return }
        found[Int(streetClass.rawValue)].append((ObjectIdentifier(index), piece))
        count += 1
        while count > limit, let classes = self.classes {
            let worst = Int(classes.upperBound.rawValue)
            count -= found[worst].count
            found[worst] = []
            let next = worst > 0 ? StreetClass(rawValue: UInt8(worst - 1)) : nil
            self.classes = next.flatMap { $0 < classes.lowerBound ? nil : classes.lowerBound...$0 }
        }
    }

    /// Returns the pieces of an index in ascending order.
    func pieces(of index: StreetIndex) -> [Int] {
        let wanted = ObjectIdentifier(index)
        return found.joined().compactMap { $0.index == wanted ? $0.piece : nil }.sorted()
    }
}

extension GridBox {
    /// Returns a box on the grid, in two parts if it crosses the date line.
    fileprivate static func boxes(_ box: BoundingBox) -> [GridBox] {
        func units(_ degrees: Double) -> Int32 { Int32((degrees * 1e7).rounded()) }
        let (south, north) = (units(box.south), units(box.north))
        func part(_ west: Double, _ east: Double) -> GridBox {
            GridBox(south: south, west: units(west), north: north, east: units(east))
        }
        guard box.west > box.east else { return [part(box.west, box.east)] }
        return [part(box.west, 180), part(-180, box.east)]
    }
}

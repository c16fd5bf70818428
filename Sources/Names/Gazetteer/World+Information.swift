import LKFormats
public import LKGeocoding

extension World {
    /// A gazetteer's contents, for `locate data info`.
    package struct Information: Hashable, Sendable {
        /// The file's path, or the words "the embedded gazetteer".
        package var origin: String
        /// Version of the file format.
        package var formatVersion: Int
        /// Length of the file in bytes.
        package var size: Int
        /// Number of countries, ISO 3166-1 and XK.
        package var countries: Int
        /// Number of first-order divisions.
        package var divisions: Int
        /// Number of cities, towns and villages.
        package var settlements: Int
        /// The languages with names, in alphabetical order.
        package var languages: [String]
        /// The attribution, in the words its licence requires.
        package var attribution: String
        /// The licence of the data.
        package var licence: String
        /// The inputs: name, version, licence and SHA-256, separated by tabs.
        package var sources: [String]
        /// The sections of the file, in file order.
        package var sections: [Section]
        /// The borders; `nil` in a file without them, where the country is that of the nearest settlement.
        package var borders: Borders?
    }

    /// A part of a gazetteer file, see `Docs/Formats/Gazetteer.md`.
    package struct Section: Hashable, Sendable {
        /// Its four letters: `STRS`.
        package var tag: String
        /// Length in bytes.
        package var size: Int
        /// Number of records; bytes if the section has no records.
        package var records: Int
    }

    /// The size of a gazetteer's borders.
    package struct Borders: Hashable, Sendable {
        /// Number of regions, each with one country, time zone and first-order division.
        package var regions: Int
        /// Number of cells into which the lines are cut.
        package var cells: Int
        /// Number of straight edges; an edge that runs through two cells counts twice.
        package var edges: Int
    }

    /// Returns a summary of the file's contents.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`.
    package func information() throws(GeocodingError) -> Information {
        var information = Information(
            origin: origin, formatVersion: Int(GazetteerFormat.kind.version), size: bytes.count,
            countries: layout.countries.count, divisions: layout.divisions.count, settlements: layout.places.count,
            languages: [], attribution: attribution, licence: "CC BY 4.0", sources: [], sections: [])
        information.sections = layout.all.map { tag, section in
            Section(tag: tag, size: section.length, records: section.count)
        }
        if hasBorders {
            information.borders = Borders(
                regions: layout.regions.count, cells: layout.cells.count, edges: layout.borderEdges.count)
        }
        for index in 0..<layout.languages.count {
            let offset = layout.languages.offset + index * layout.languages.recordSize
            let raw = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let tag = Tag8(rawValue: raw).text
            if tag != GazetteerFormat.localTag, !tag.hasPrefix("und") { information.languages.append(tag) }
        }
        let meta = layout.meta
        let text = String(decoding: bytes[meta.offset..<meta.offset + meta.length], as: UTF8.self)
        for line in text.split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { throw damaged("its metadata is not readable") }
            let value = String(line[line.index(after: equals)...])
            switch line[..<equals] {
            case "attribution": information.attribution = value
            case "licence": information.licence = value
            case "source": information.sources.append(value)
            default: break
            }
        }
        return information
    }

    /// Reads the whole file and compares every section with its checksum.
    ///
    /// - Throws: `GeocodingError` with `dataDamaged`, naming the section.
    public func verify() throws(GeocodingError) {
        for (tag, section) in layout.all {
            let content = UnsafeRawBufferPointer(rebasing: bytes[section.offset..<section.offset + section.length])
            guard CRC32.of(content) == section.checksum else { throw damaged("the checksum of \(tag) is wrong") }
        }
    }
}

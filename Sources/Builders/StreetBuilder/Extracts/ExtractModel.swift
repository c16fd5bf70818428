import LKStreets

/// What an import keeps of OpenStreetMap files: objects with an address, a name or a boundary, and where they are.
///
/// Texts, names, addresses and points are kept in tables and named by their number: a region has as many equal street names
/// as houses, and millions of small arrays would need several times the memory.
struct Extract {
    var texts = TextTable()
    var names = NameTable()
    var shapes = ShapeStore()
    /// Number 0 is no address.
    var addresses = [Address()]
    /// Number 0 is no place of interest.
    var interests = [Interest()]
    var streets: [StreetWay] = []
    var houses: [House] = []
    var areas: [Area] = []
    var settlements: [Settlement] = []
    var interpolations: [Interpolation] = []
    var streetRelations: [StreetRelation] = []
    /// What the headers of the files state, in the order of the files.
    var sources: [Source] = []
    var counts = ImportCounts()

    /// A file that was read.
    struct Source {
        var name: String
        var size: UInt64
        /// The time of the file's data, as it states it.
        var timestamp: String?
        var extent: OSMExtent?
    }

    /// An object's kind and number.
    struct Identity: Hashable, Comparable {
        enum Kind: UInt8 { case node, way, relation }

        let kind: Kind
        let id: Int64

        static func < (left: Identity, right: Identity) -> Bool {
            (left.kind.rawValue, left.id) < (right.kind.rawValue, right.id)
        }
    }

    /// A way that is part of a street, or a square.
    struct StreetWay {
        var identity: Identity
        var names: NameTable.Index
        var postcode: TextTable.Index
        var rank: StreetClass
        var shape: Shape
    }

    /// A thing with an address, a place of interest, or both.
    struct House {
        var identity: Identity
        /// The number of an address in ``Extract/addresses``.
        var address: UInt32
        /// The number of a place of interest in ``Extract/interests``.
        var interest: UInt32
        var flags: HouseFlags
        var shape: Shape
    }

    /// The parts of a stated address, as numbers of texts; 0 for none.
    struct Address: Hashable {
        var number: TextTable.Index = 0
        var street: TextTable.Index = 0
        var place: TextTable.Index = 0
        var postcode: TextTable.Index = 0
        var locality = Locality()
        /// Whether it is the address of land.
        var isLand = false

        /// Whether it names a house.
        var hasNumber: Bool { number != 0 || locality.block != 0 }
    }

    /// What an address states besides number, street and postcode.
    struct Locality: Hashable {
        var province: TextTable.Index = 0
        var city: TextTable.Index = 0
        var suburb: TextTable.Index = 0
        var quarter: TextTable.Index = 0
        var neighbourhood: TextTable.Index = 0
        var block: TextTable.Index = 0
    }

    struct Interest {
        var key: TextTable.Index = 0
        var value: TextTable.Index = 0
        var names: NameTable.Index = 0
    }

    /// An area with a name or a postcode.
    struct Area {
        var identity: Identity
        var kind: AreaRecordKind
        /// `admin_level` of an administration, else 0.
        var level: UInt8 = 0
        var settlement: SettlementKind?
        var names: NameTable.Index
        /// ISO 3166-1 or -2 of countries and their divisions, the code of a postal area; 0 for none.
        var code: TextTable.Index
        /// ISO 3166-1, where the code says it.
        var country: TextTable.Index
        var shape: Shape
    }

    /// A settlement or quarter that is a node.
    struct Settlement {
        var identity: Identity
        var kind: SettlementKind
        var names: NameTable.Index
        var population: UInt32
        var point: OSMPoint
    }

    /// Houses and the ways of their street, joined by a relation.
    struct StreetRelation {
        var id: Int64
        var name: TextTable.Index
        var ways: [Int64]
        var houses: [Identity]
    }
}

extension Extract {
    /// Returns the index of an address, adding it if it is new.
    mutating func index(of tags: AddressTags) -> UInt32 {
        var address = Address()
        address.number = texts.index(of: tags.number)
        address.street = texts.index(of: tags.street)
        address.place = texts.index(of: tags.place)
        address.postcode = texts.index(of: tags.postcode)
        address.locality.province = texts.index(of: tags.province)
        address.locality.city = texts.index(of: tags.city)
        address.locality.suburb = texts.index(of: tags.suburb)
        address.locality.quarter = texts.index(of: tags.quarter)
        address.locality.neighbourhood = texts.index(of: tags.neighbourhood)
        address.locality.block = texts.index(of: tags.block)
        address.isLand = tags.isLand
        addresses.append(address)
        return UInt32(addresses.count - 1)
    }
}

/// Texts, each kept once; number 0 is the empty one.
struct TextTable {
    typealias Index = UInt32

    private(set) var texts = [""]
    private var indices: [String: Index] = ["": 0]

    /// Returns the index of a text, adding it if it is new; 0 for `nil`.
    mutating func index(of text: String?) -> Index {
        guard let text else { return 0 }
        if let known = indices[text] { return known }
        let index = Index(texts.count)
        texts.append(text)
        indices[text] = index
        return index
    }

    /// Returns the text at an index, or `nil` for the empty one.
    subscript(_ index: Index) -> String? { index == 0 ? nil : texts[Int(index)] }
}

/// The names of objects in all languages, each list kept once; number 0 is the empty list.
struct NameTable {
    typealias Index = UInt32

    /// A name and what it is: the name on site, one in a language, or another one by which it is found.
    struct Entry: Hashable {
        /// A tag of the file format's `LANG`, 0 for the name on site.
        var language: TextTable.Index
        var text: TextTable.Index
    }

    private(set) var lists: [[Entry]] = [[]]
    private var indices: [[Entry]: Index] = [[]: 0]

    mutating func index(of list: [Entry]) -> Index {
        if let known = indices[list] { return known }
        let index = Index(lists.count)
        lists.append(list)
        indices[list] = index
        return index
    }

    subscript(_ index: Index) -> [Entry] { lists[Int(index)] }

    /// Returns the name used on site; 0 for none.
    func main(_ index: Index) -> TextTable.Index {
        guard let first = lists[Int(index)].first, first.language == 0 else { return 0 }
        return first.text
    }

    /// Keys of names that are used for searching, never displayed, and their tags in the file.
    static let otherKinds = [
        "alt_name": "_alt", "old_name": "_old", "short_name": "_short", "official_name": "_official",
        "loc_name": "_loc", "reg_name": "_reg", "int_name": "_int",
    ]

    /// Returns the tag of a key such as `name:de` or `alt_name`, or `nil` if the key does not hold a name in a
    /// language, such as `name:etymology`.
    static func tag(of key: String) -> String? {
        if key == "name" { return "" }
        if let other = otherKinds[key] { return other }
        guard key.hasPrefix("name:") else { return nil }
        let tag = key.dropFirst(5)
        guard tag.utf8.count <= 15 else { return nil }
        // A language of two or three letters, then scripts, regions and variants.
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard let language = parts.first, (2...3).contains(language.utf8.count),
            language.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        else { return nil }
        for part in parts.dropFirst() {
            guard (1...8).contains(part.utf8.count),
                part.unicodeScalars.allSatisfy({
                    $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
                })
            else { return nil }
        }
        return String(tag)
    }
}

/// What was read and kept, and what was left out and why.
struct ImportCounts {
    var (nodes, ways, relations) = (0, 0, 0)
    var skipped = StreetImport.Skipped()
}

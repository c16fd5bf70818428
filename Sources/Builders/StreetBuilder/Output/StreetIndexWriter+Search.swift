import LKStorage
import LKStreets

// What a search needs: the houses of each street, and the words of all names.

extension StreetIndexWriter {
    /// Writes which houses each street has, in the order of the file.
    mutating func appendHousesOfStreets(_ stream: inout SectionStream) throws(StorageError) {
        var firsts = Array(repeating: UInt32(0), count: streets.count + 1)
        func street(_ house: Int) -> Int? {
            let street = streetOfHouse[house]
            return street == StreetFormat.none ? nil : Int(streetNumbers[Int(street)])
        }
        for house in houseOrder { if let street = street(house) { firsts[street + 1] += 1 } }
        for number in 1..<firsts.count { firsts[number] += firsts[number - 1] }
        var next = firsts
        var list = Array(repeating: UInt32(0), count: Int(firsts.last ?? 0))
        for (number, house) in houseOrder.enumerated() {
            guard let street = street(house) else { continue }
            list[Int(next[street])] = UInt32(number)
            next[street] += 1
        }
        try stream.section(.houseRuns) { stream throws(StorageError) in
            for first in firsts { try stream.append(first) }
        }
        try stream.section(.houseList) { stream throws(StorageError) in
            for house in list { try stream.append(house) }
        }
    }

    /// Writes the words of all names, and what each leads to.
    mutating func appendWords(_ stream: inout SectionStream) throws(StorageError) {
        var collector = WordCollector(extract)
        for (number, street) in streetOrder.enumerated() {
            collector.add(names: streets[street].names, SearchSubject(.street, number))
        }
        addHouses(to: &collector)
        for (number, index) in areaOrder.enumerated() {
            let area = extract.areas[index]
            let subject = SearchSubject(.area, number)
            collector.add(names: area.names, subject)
            if area.kind == .postal { collector.add(area.code, subject) }
            guard area.kind == .administrative, let code = extract.texts[area.code] else { continue }
            // LI, and the state's part of US-TX; the 11 of LI-11 would be every house with that number.
            let part = code.split(separator: "-").last ?? ""
            if !part.allSatisfy(\.isNumber) { collector.add(text: String(part), subject) }
        }
        for (number, settlement) in settlementOrder.enumerated() {
            collector.add(names: extract.settlements[settlement].names, SearchSubject(.settlement, number))
        }
        let (words, postings) = collector.sorted()
        try stream.section(.words) { stream throws(StorageError) in
            for word in words { try stream.append(texts.append(word.word), word.first, word.count) }
        }
        try stream.section(.postings) { stream throws(StorageError) in
            for posting in postings { try stream.append(posting) }
        }
    }

    private func addHouses(to collector: inout WordCollector) {
        var postcodes: [TextTable.Index: (latitude: Int, longitude: Int, count: Int)] = [:]
        for (number, index) in houseOrder.enumerated() {
            let house = extract.houses[index]
            if house.interest != 0 {
                collector.add(names: extract.interests[Int(house.interest)].names, SearchSubject(.interest, number))
            }
            let address = extract.addresses[Int(house.address)]
            if address.hasNumber, streetOfHouse[index] == StreetFormat.none {
                let subject = SearchSubject(.house, number)
                let locality = address.locality
                for text in [address.place, locality.quarter, locality.neighbourhood] { collector.add(text, subject) }
                let block = [locality.quarter, locality.neighbourhood].compactMap { extract.texts[$0] }
                if block.count == 2 { collector.add(text: block.joined(), subject) }
            }
            guard address.postcode != 0 else { continue }
            let point = extract.shapes.center(of: house.shape)
            var sum = postcodes[address.postcode] ?? (0, 0, 0)
            sum = (sum.latitude + Int(point.latitude), sum.longitude + Int(point.longitude), sum.count + 1)
            postcodes[address.postcode] = sum
        }
        // The house that is nearest to the middle of those with a postcode stands for it.
        var middles: [TextTable.Index: (house: Int, distance: Double)] = [:]
        for (number, index) in houseOrder.enumerated() {
            let house = extract.houses[index]
            let postcode = extract.addresses[Int(house.address)].postcode
            guard postcode != 0, let sum = postcodes[postcode] else { continue }
            let middle = OSMPoint(
                latitude: Int32(sum.latitude / sum.count), longitude: Int32(sum.longitude / sum.count))
            let distance = LocalPlane(middle).distance(to: extract.shapes.center(of: house.shape))
            if distance < middles[postcode]?.distance ?? .infinity { middles[postcode] = (number, distance) }
        }
        for (postcode, middle) in middles { collector.add(postcode, SearchSubject(.postcode, middle.house)) }
    }
}

/// `WORD` and `POST` in the making.
private struct WordCollector {
    private let extract: Extract
    private var numbers: [SearchWords.Word: UInt32] = [:]
    private var words: [SearchWords.Word] = []
    /// The words of lists of names and of texts, as far as they were asked for.
    private var ofNames: [NameTable.Index: [UInt32]] = [:]
    private var ofTexts: [TextTable.Index: [UInt32]] = [:]
    /// The number of a word above the subject that it leads to.
    private var pairs: [UInt64] = []

    init(_ extract: Extract) { self.extract = extract }

    mutating func add(names: NameTable.Index, _ subject: SearchSubject) {
        guard names != 0 else { return }
        if ofNames[names] == nil {
            ofNames[names] = Array(Set(extract.names[names].flatMap { words(of: $0.text) }))
        }
        append(ofNames[names] ?? [], subject)
    }

    mutating func add(_ text: TextTable.Index, _ subject: SearchSubject) { append(words(of: text), subject) }

    mutating func add(text: String, _ subject: SearchSubject) { append(words(of: text), subject) }

    private mutating func append(_ words: [UInt32], _ subject: SearchSubject) {
        for word in words { pairs.append(UInt64(word) << 32 | UInt64(subject.rawValue)) }
    }

    private mutating func words(of text: TextTable.Index) -> [UInt32] {
        guard let string = extract.texts[text] else { return [] }
        if let known = ofTexts[text] { return known }
        let made = words(of: string)
        ofTexts[text] = made
        return made
    }

    private mutating func words(of text: String) -> [UInt32] {
        Array(text.utf8).withUnsafeBytes { SearchWords.words(of: $0) }.map { word in
            if let known = numbers[word] { return known }
            let number = UInt32(words.count)
            numbers[word] = number
            words.append(word)
            return number
        }
    }

    /// Returns the words in byte order, each with its run of subjects.
    consuming func sorted() -> (words: [(word: SearchWords.Word, first: UInt32, count: UInt32)], postings: [UInt32]) {
        let order = words.indices.sorted { words[$0].lexicographicallyPrecedes(words[$1]) }
        var ranks = Array(repeating: UInt64(0), count: words.count)
        for (rank, word) in order.enumerated() { ranks[word] = UInt64(rank) }
        for index in pairs.indices {
            pairs[index] = ranks[Int(pairs[index] >> 32)] << 32 | pairs[index] & UInt64(UInt32.max)
        }
        pairs.sort()
        var runs = order.map { (word: words[$0], first: UInt32(0), count: UInt32(0)) }
        var postings: [UInt32] = []
        var last: UInt64?
        for pair in pairs where pair != last {
            last = pair
            let rank = Int(pair >> 32)
            if runs[rank].count == 0 { runs[rank].first = UInt32(postings.count) }
            runs[rank].count += 1
            postings.append(UInt32(truncatingIfNeeded: pair))
        }
        return (runs, postings)
    }
}

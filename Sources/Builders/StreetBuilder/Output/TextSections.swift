import LKFormats
import LKStreets

/// `STRS` in the making: texts get their byte offsets when they are first used.
struct TextSection {
    private(set) var bytes: [UInt8] = [0]
    private let table: TextTable
    /// 0 for texts that are not there yet.
    private var offsets: [UInt32]

    init(_ table: TextTable) {
        self.table = table
        offsets = Array(repeating: 0, count: table.texts.count)
    }

    /// Returns the byte offset of a text, appending it if it is new.
    mutating func offset(of index: TextTable.Index) -> UInt32 {
        guard index != 0, let text = table[index] else { return 0 }
        if offsets[Int(index)] != 0 { return offsets[Int(index)] }
        let offset = append(Array(text.utf8))
        offsets[Int(index)] = offset
        return offset
    }

    /// Appends a text that is in no table.
    ///
    /// - Returns: Its byte offset.
    mutating func append(_ text: [UInt8]) -> UInt32 {
        let offset = UInt32(bytes.count)
        LEB128.append(UInt64(text.count), to: &bytes)
        bytes += text
        return offset
    }
}

/// `NAMS` and `LANG` in the making: lists get their numbers when they are first used.
struct NameSection {
    private(set) var bytes: [UInt8] = [0, 0, 0, 0]
    /// `LANG`.
    let languages: [UInt8]
    private let table: NameTable
    /// By the number of the tag's text.
    private let languageNumbers: [TextTable.Index: UInt32]
    /// 0 for lists that are not there yet.
    private var numbers: [UInt32]

    init(_ table: NameTable, _ texts: TextTable) {
        self.table = table
        numbers = Array(repeating: 0, count: table.lists.count)
        var used: Set<TextTable.Index> = [0]
        for list in table.lists { for entry in list { used.insert(entry.language) } }
        let tags = used.map { (text: texts[$0] ?? "", index: $0) }.sorted { $0.text < $1.text }
        languageNumbers = Dictionary(
            tags.enumerated().map { ($1.index, UInt32($0)) }, uniquingKeysWith: { first, _ in first })
        languages = tags.flatMap { tag in
            let utf8 = Array(tag.text.utf8.prefix(StreetSection.languages.recordSize))
            return utf8 + Array(repeating: 0, count: StreetSection.languages.recordSize - utf8.count)
        }
    }

    /// Returns the number of a list, appending it if it is new.
    mutating func number(_ index: NameTable.Index, _ texts: inout TextSection) -> UInt32 {
        guard index != 0 else { return 0 }
        if numbers[Int(index)] != 0 { return numbers[Int(index)] }
        let number = UInt32(bytes.count / 4)
        numbers[Int(index)] = number
        let list = table[index]
        append(UInt32(list.count))
        for entry in list {
            append(languageNumbers[entry.language] ?? 0)
            append(texts.offset(of: entry.text))
        }
        return number
    }

    private mutating func append(_ value: UInt32) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}

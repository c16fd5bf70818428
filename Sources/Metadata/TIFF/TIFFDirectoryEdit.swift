/// A directory whose entries are being changed.
struct TIFFDirectoryEdit {
    /// Where it lies in the file; `nil` for a new one.
    let source: TIFFDirectory?
    /// Its entries, in the order in which they stand.
    var fields: [TIFFField]
    /// What stands behind its entries: where the next directory begins.
    let next: [UInt8]
    /// Bytes of the tail that were kept for it.
    var room: Range<Int>?

    /// The place of the first entry of a tag.
    func index(of tag: UInt16) -> Int? { fields.firstIndex { $0.tag == tag } }

    /// Puts an entry where the order of tags wants it.
    mutating func insert(_ field: TIFFField) {
        fields.insert(field, at: fields.firstIndex { $0.tag > field.tag } ?? fields.count)
    }
}

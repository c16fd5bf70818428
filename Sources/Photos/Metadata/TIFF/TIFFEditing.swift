/// Edits a TIFF file, including DNG: new data is appended, and four bytes of the header point to it.
///
/// In BigTIFF a position can only be removed: exiftool and exiv2 do not find GPS directories there, so a new position
/// goes to a sidecar, which they can read.
enum TIFFEditing {
    /// The processing method of measured positions: validators require it in TIFF, but not in other formats.
    private static let methodOfTIFF = ProcessingMethod.receiver

    /// Returns the bytes that an edit changes.
    static func patch(of file: FileBytes, by edit: MetadataEdit) throws -> FilePatch {
        guard let block = try TIFFBlock(in: file, at: 0, count: file.count) else { throw rawPicture }
        guard !block.isBig || edit == edit.removals else {
            throw EditRefusal("it is a BigTIFF, in which other programs do not look for positions")
        }
        var findings = Findings(format: .tiff)
        try TIFFContainer.read(file, into: &findings)
        var editor = try TIFFEditor(block)
        var first = try editor.directory(at: block.firstDirectory)
        if edit.location == .remove { try EXIFEditing.refuseMap(editor) }
        let isDNG = first.index(of: EXIFTag.dngVersion) != nil
        let isWritten = (block.magic == 0x2A || block.isBig) && (findings.container.format == .tiff || isDNG)
        // In a raw photo, only check whether anything would have to be removed.
        guard isWritten || edit == edit.removals else { throw rawPicture }
        try changeXMP(edit, in: &first, &editor)
        try changeIPTC(edit, in: &first, &editor)
        if EXIFEditing.concernsEXIF(edit, hasBlock: true) {
            try EXIFEditing.change(
                edit, in: &first, &editor, method: isDNG ? nil : methodOfTIFF, isRaw: !isWritten)
        }
        try editor.setFirst(try editor.commit(first))
        var patch = FilePatch(oldCount: file.count)
        for splice in try editor.splices() { patch.replace(splice.range, with: splice.bytes) }
        patch.replace(file.count..<file.count, with: editor.addition)
        guard isWritten || patch.isEmpty else { throw rawPicture }
        return patch
    }

    private static var rawPicture: EditRefusal { EditRefusal("it is a raw photo, which is never changed") }

    private static func changeXMP(
        _ edit: MetadataEdit, in first: inout TIFFDirectoryEdit, _ editor: inout TIFFEditor
    ) throws {
        let field = first.index(of: EXIFTag.xmp).map { first.fields[$0] }
        let packet = try field.flatMap { try editor.block.valueBytes(of: $0) }
        guard field == nil || packet != nil else { throw EditRefusal("its XMP cannot be read") }
        guard XMPRelevance.isNeeded(for: edit, packet: packet),
            let new = try XMPEditing.edited(packet, by: edit, hasEXIF: true)
        else { return }
        let type = field.flatMap { TIFFType(rawValue: $0.type) }.flatMap { $0.size == 1 ? $0 : nil } ?? .byte
        try editor.set(TIFFValue(EXIFTag.xmp, type, bytes: new), in: &first)
    }

    private static func changeIPTC(
        _ edit: MetadataEdit, in first: inout TIFFDirectoryEdit, _ editor: inout TIFFEditor
    ) throws {
        guard edit.namesSomething else { return }
        try changeBareIPTC(edit, in: &first, &editor)
        guard let index = first.index(of: EXIFTag.photoshop),
            let resources = try editor.block.valueBytes(of: first.fields[index]),
            let new = try IPTCEditing.edited(resources, by: edit)
        else { return }
        try editor.set(TIFFValue(EXIFTag.photoshop, .byte, bytes: new), in: &first)
    }

    /// Edits IPTC in its own tag, without Photoshop's resources.
    private static func changeBareIPTC(
        _ edit: MetadataEdit, in first: inout TIFFDirectoryEdit, _ editor: inout TIFFEditor
    ) throws {
        guard let index = first.index(of: EXIFTag.iptc) else { return }
        let field = first.fields[index]
        guard let bytes = try editor.block.valueBytes(of: field) else { throw EditRefusal("its IPTC cannot be read") }
        let head: [UInt8] = Array("8BIM".utf8) + [0x04, 0x04, 0, 0]
        let padding = [UInt8](repeating: 0, count: bytes.count % 2)
        let resources = head + PNGEditing.bigEndian(UInt32(bytes.count)) + bytes + padding
        guard let new = try IPTCEditing.edited(resources, by: edit) else { return }
        guard new.starts(with: head), new.count >= 12 else { throw EditRefusal("its IPTC cannot be changed") }
        let count = new[8..<12].reduce(0) { $0 << 8 | Int($1) }
        guard count <= new.count - 12 else { throw EditRefusal("its IPTC cannot be changed") }
        var value = Array(new[12..<12 + count])
        // Many programs store it as 4-byte numbers.
        let type: TIFFType = field.elementSize == 4 ? .long : .undefined
        while value.count % type.size != 0 { value.append(0) }
        try editor.set(TIFFValue(EXIFTag.iptc, type, bytes: value), in: &first)
    }
}

/// Goes through the boxes that lie side by side in a part of a file.
///
/// It always ends: each box takes eight bytes or more, and after ``most`` it gives up and says so.
struct BoxWalk {
    /// No folder of boxes of sense has more: a video in pieces of a second has 60,000 in eight hours.
    static let most = 100_000

    private let file: FileBytes
    private var position: Int
    private let end: Int
    private var count = 0
    /// What ended the walk before the end of the part; `nil` while all is well.
    private(set) var damage: MetadataWarning?

    init(_ file: FileBytes, _ range: Range<Int>) {
        self.file = file
        position = range.lowerBound
        end = min(range.upperBound, file.count)
    }

    /// The next box; `nil` at the end of the part and at a damage.
    mutating func next() throws(MetadataError) -> Box? {
        // Less than a header is padding: `udta` of QuickTime ends with four zero bytes.
        guard damage == nil, end - position >= 8 else { return nil }
        guard count < Self.most else {
            damage = MetadataWarning("more than \(Self.most) boxes side by side", offset: position)
            return nil
        }
        count += 1
        var header = FileCursor(file, position..<end)
        let short = Int(try header.uint32())
        let type = FourCharacterCode(try header.uint32())
        let form: Box.SizeForm = short == 0 ? .toEnd : short == 1 ? .long : .short
        let size = form == .long ? try header.integer(8) : UInt64(short)
        var userType: BoxUserType?
        if type == "uuid" { userType = BoxUserType(high: try header.integer(8), low: try header.integer(8)) }
        let start = header.position
        guard !header.isCut, form == .toEnd || size >= UInt64(start - position) else {
            // A walk that goes on somewhere would take pixels for boxes.
            damage = MetadataWarning("the box '\(type)' has a size of \(size)", offset: position)
            return nil
        }
        let isCut = form != .toEnd && size > UInt64(end - position)
        let boxEnd = isCut || form == .toEnd ? end : position + Int(size)
        if isCut {
            damage = MetadataWarning(
                "the box '\(type)' says \(size) bytes, \(end - position) are there", offset: position)
        }
        defer { position = boxEnd }
        return Box(
            type: type, userType: userType, offset: position, content: start..<boxEnd, sizeForm: form, isCut: isCut)
    }

    /// The first box of a type in a part.
    static func first(
        _ type: FourCharacterCode, in range: Range<Int>, of file: FileBytes
    ) throws(MetadataError) -> Box? {
        var walk = BoxWalk(file, range)
        while let box = try walk.next() { if box.type == type { return box } }
        return nil
    }
}

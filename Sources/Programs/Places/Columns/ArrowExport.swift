import CLocationKit
import Glibc

/// Hands columns over through the Arrow C Data Interface (https://arrow.apache.org/docs/format/CDataInterface.html).
///
/// Each structure owns its own memory, so that a consumer may move a child out of its parent and release it by itself.
enum ArrowExport {
    /// Fills a schema and an array with a struct of columns, or with indices whose dictionary is that struct.
    ///
    /// - Parameters:
    ///   - table: The columns, whose memory goes over to the array.
    ///   - schema: Receives the types; `nil` if they are not wanted.
    ///   - array: Receives the values.
    /// - Throws: ``PlacesError/Code/memory``.
    static func export(
        _ table: TableBuilder.Table, _ schema: UnsafeMutablePointer<ArrowSchema>?,
        _ array: UnsafeMutablePointer<ArrowArray>
    ) throws(PlacesError) {
        var children: [ArrowArray] = []
        do throws(PlacesError) {
            for column in table.columns { children.append(try Self.array(of: column)) }
        } catch {
            for var child in children { release(&child) }
            throw error
        }
        let rows = node(
            length: table.rows, nulls: 0, buffers: [nil], owned: [], children: children, dictionary: nil)
        if let answers = table.answers, let numbers = answers.takeNumbers() {
            array.pointee = node(
                length: answers.count, nulls: 0, buffers: [nil, numbers], owned: [numbers], children: [],
                dictionary: rows)
        } else {
            array.pointee = rows
        }
        if let schema {
            let children = table.columns.map { column in
                let dictionary = column.values.isDictionary ? [node(schema: "u", name: "", [], nil)] : []
                return node(
                    schema: column.format, name: column.values.column.name.description, [], dictionary.first)
            }
            let rows = node(schema: "+s", name: "", children, nil, isNullable: false)
            schema.pointee = table.answers == nil ? rows : node(schema: "i", name: "", [], rows, isNullable: false)
        }
    }

    private static func array(of column: TableBuilder.Finished) throws(PlacesError) -> ArrowArray {
        let values = column.values
        var buffers: [UnsafeMutableRawPointer?] = [UnsafeMutableRawPointer(values.validity), values.values]
        var owned: [UnsafeMutableRawPointer] = []
        var dictionary: ArrowArray?
        if let text = column.text {
            if values.isDictionary {
                dictionary = try node(of: text)
            } else {
                buffers.append(text.takeTexts(into: &owned))
            }
        }
        let nulls = values.nullCount
        // Without nulls, no bits are needed.
        if nulls == 0 { buffers[0] = nil }
        return node(
            length: values.rows, nulls: nulls, buffers: buffers, owned: owned, keeping: values, children: [],
            dictionary: dictionary)
    }

    /// Returns the array of a dictionary's texts.
    private static func node(of text: TextPart) throws(PlacesError) -> ArrowArray {
        let (offsets, count) = try text.dictionaryOffsets()
        var owned = [offsets]
        let texts = text.takeDictionary(into: &owned)
        return node(
            length: count, nulls: 0, buffers: [nil, offsets, texts], owned: owned, children: [], dictionary: nil)
    }

    private static func node(
        length: Int, nulls: Int, buffers: [UnsafeMutableRawPointer?], owned: [UnsafeMutableRawPointer],
        keeping values: ColumnValues? = nil, children: [ArrowArray], dictionary: ArrowArray?
    ) -> ArrowArray {
        let owner = ArrowOwner<ArrowArray>(children, dictionary)
        owner.memory = owned
        owner.values = values
        let pointers = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: buffers.count)
        for (index, buffer) in buffers.enumerated() { (pointers + index).initialize(to: UnsafeRawPointer(buffer)) }
        owner.buffers = pointers
        return ArrowArray(
            length: Int64(length), null_count: Int64(nulls), offset: 0, n_buffers: Int64(buffers.count),
            n_children: Int64(children.count), buffers: pointers, children: owner.children,
            dictionary: owner.dictionary, release: { ArrowExport.release($0) },
            private_data: Unmanaged.passRetained(owner).toOpaque())
    }

    private static func node(
        schema format: String, name: String, _ children: [ArrowSchema], _ dictionary: ArrowSchema?,
        isNullable: Bool = true
    ) -> ArrowSchema {
        let owner = ArrowOwner<ArrowSchema>(children, dictionary)
        let (format, name) = (strdup(format), strdup(name))
        owner.memory = [format, name].compactMap { $0.map { UnsafeMutableRawPointer($0) } }
        return ArrowSchema(
            format: format, name: name, metadata: nil, flags: isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0,
            n_children: Int64(children.count), children: owner.children, dictionary: owner.dictionary,
            release: { ArrowExport.release($0) }, private_data: Unmanaged.passRetained(owner).toOpaque())
    }

    private static func release(_ array: UnsafeMutablePointer<ArrowArray>?) {
        guard let array, array.pointee.release != nil else { return }
        for index in 0..<Int(array.pointee.n_children) {
            // A child that was moved out is its new owner's.
            if let child = array.pointee.children?[index], let release = child.pointee.release { release(child) }
        }
        if let dictionary = array.pointee.dictionary, let release = dictionary.pointee.release { release(dictionary) }
        if let owner = array.pointee.private_data { Unmanaged<ArrowOwner<ArrowArray>>.fromOpaque(owner).release() }
        array.pointee.private_data = nil
        array.pointee.release = nil
    }

    private static func release(_ schema: UnsafeMutablePointer<ArrowSchema>?) {
        guard let schema, schema.pointee.release != nil else { return }
        for index in 0..<Int(schema.pointee.n_children) {
            if let child = schema.pointee.children?[index], let release = child.pointee.release { release(child) }
        }
        if let dictionary = schema.pointee.dictionary, let release = dictionary.pointee.release { release(dictionary) }
        if let owner = schema.pointee.private_data { Unmanaged<ArrowOwner<ArrowSchema>>.fromOpaque(owner).release() }
        schema.pointee.private_data = nil
        schema.pointee.release = nil
    }
}

/// The memory of one structure: freed when the structure is released.
private final class ArrowOwner<Structure> {
    var memory: [UnsafeMutableRawPointer] = []
    var values: ColumnValues?
    var buffers: UnsafeMutablePointer<UnsafeRawPointer?>?
    let children: UnsafeMutablePointer<UnsafeMutablePointer<Structure>?>?
    let dictionary: UnsafeMutablePointer<Structure>?
    private let count: Int

    init(_ children: [Structure], _ dictionary: Structure?) {
        count = children.count
        self.children = count == 0 ? nil : .allocate(capacity: count)
        for (index, child) in children.enumerated() {
            let pointer = UnsafeMutablePointer<Structure>.allocate(capacity: 1)
            pointer.initialize(to: child)
            self.children.unsafelyUnwrapped.advanced(by: index).initialize(to: pointer)
        }
        self.dictionary = dictionary.map { structure in
            let pointer = UnsafeMutablePointer<Structure>.allocate(capacity: 1)
            pointer.initialize(to: structure)
            return pointer
        }
    }

    deinit {
        for block in memory { free(block) }
        buffers?.deallocate()
        if let children {
            for index in 0..<count { children[index]?.deallocate() }
            children.deallocate()
        }
        dictionary?.deallocate()
    }
}

extension TableBuilder.Finished {
    /// The type in Arrow's notation.
    fileprivate var format: String {
        switch values.column.kind {
        case .text: values.isDictionary ? "i" : "u"
        case .double: "g"
        case .integer: "l"
        case .boolean: "b"
        }
    }
}

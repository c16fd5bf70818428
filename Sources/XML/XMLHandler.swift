/// Receives what the parser finds.
package protocol XMLHandler: AnyObject {
    /// An element begins.
    func start(_ tag: XMLTag)
    /// The element that began last, and has not ended, ends.
    func end()
    /// A piece of text; one text may come in many pieces.
    func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

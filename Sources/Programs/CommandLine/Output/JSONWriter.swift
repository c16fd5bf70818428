import LKFormats
import LKGeo

/// Writes JSON on one line, members in the order they are given.
///
/// `JSONSerialization` neither keeps an order nor starts quickly.
package struct JSONWriter {
    /// What has been written so far, in UTF-8.
    package private(set) var bytes: [UInt8]
    private var needsComma = false

    /// What has been written so far.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Creates a writer that appends to existing bytes, which it does not interpret.
    package init(behind bytes: consuming [UInt8] = []) { self.bytes = bytes }

    /// Returns the text of one object.
    package static func object(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        writer.object(body)
        return writer.text
    }

    /// Appends an object to a buffer.
    package static func append(to buffer: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
        // Moves the buffer out and back so that nothing is copied.
        var writer = JSONWriter(behind: buffer.removingAll())
        writer.object(body)
        buffer = writer.bytes
    }

    /// Appends the members of an object, without braces, to a buffer.
    package static func appendMembers(to buffer: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
        var writer = JSONWriter(behind: buffer.removingAll())
        body(&writer)
        buffer = writer.bytes
    }

    /// Writes an object as the next value.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        beginObject()
        body(&self)
        endObject()
    }

    /// Begins an object as the next value.
    mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    /// Ends the object that was begun last.
    mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Writes an array as the next value.
    package mutating func array(_ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes a member's name; the next call writes its value.
    package mutating func key(_ name: String) {
        separate()
        JSONString.append(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string as the next value.
    package mutating func value(_ string: String) {
        separate()
        JSONString.append(string, to: &bytes)
        needsComma = true
    }

    /// Writes existing JSON as the next value or as a whole member.
    package mutating func raw(_ json: String) {
        separate()
        bytes += json.utf8
        needsComma = true
    }

    /// Writes existing JSON as the next value or as whole members.
    package mutating func raw(_ json: some Sequence<UInt8>) {
        separate()
        bytes += json
        needsComma = true
    }

    /// Writes the JSON that a function appends as the next value or as whole members.
    package mutating func raw(_ append: (inout [UInt8]) -> Void) {
        separate()
        append(&bytes)
        needsComma = true
    }

    /// Writes what a function appends: nothing, or members each preceded by a comma, which are not the object's first.
    package mutating func members(_ append: (inout [UInt8]) -> Void) { append(&bytes) }

    /// Writes a number with at most `decimals` decimals as the next value.
    package mutating func value(_ number: Double, decimals: Int) {
        separate()
        NumberText.append(number, decimals: decimals, to: &bytes)
        needsComma = true
    }

    /// Writes a member, or nothing if the value is unknown.
    package mutating func member(_ name: String, _ string: String?) {
        guard let string else { return }
        key(name)
        value(string)
    }

    /// Writes a member, or nothing if the value is unknown.
    package mutating func member(_ name: String, _ number: Double?, decimals: Int) {
        guard let number, number.isFinite else { return }
        key(name)
        value(number, decimals: decimals)
    }

    /// Writes a member, or nothing if the value is unknown.
    package mutating func member(_ name: String, _ number: Int?) {
        guard let number else { return }
        key(name)
        raw(String(number))
    }

    /// Writes a member, or nothing if the value is unknown.
    package mutating func member(_ name: String, _ flag: Bool?) {
        guard let flag else { return }
        key(name)
        raw(flag ? "true" : "false")
    }

    /// Writes an array of strings as a member.
    package mutating func member(_ name: String, _ strings: [String]) {
        key(name)
        array { writer in for string in strings { writer.value(string) } }
    }

    private mutating func separate() { if needsComma { bytes.append(UInt8(ascii: ",")) } }
}

extension Array {
    /// Removes and returns all elements, so that the caller can append to them without a copy.
    package mutating func removingAll() -> [Element] {
        var elements: [Element] = []
        swap(&elements, &self)
        return elements
    }
}

/// The parts of GeoJSON (RFC 7946) that the tool writes.
enum GeoJSONText {
    /// Writes a point as the next value: longitude, latitude and, where known, the height above the ellipsoid in metres.
    static func writePoint(_ coordinate: Coordinate, altitude: Double? = nil, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "Point")
            writer.key("coordinates")
            writer.array { writer in
                writer.value(coordinate.longitude, decimals: 9)
                writer.value(coordinate.latitude, decimals: 9)
                if let altitude, altitude.isFinite { writer.value(altitude, decimals: 3) }
            }
        }
    }
}

package import FoundationEssentials
import Glibc
import LKFormats

/// A path or file name as the bytes on disk, which need not be valid UTF-8.
///
/// Paths are equal only if their bytes are: on Linux, canonically equivalent Unicode names are different files.
struct RawPath: Sendable {
    private enum Storage: Sendable {
        case text(String)
        case bytes([UInt8])
    }

    private let storage: Storage

    init(_ text: String) { storage = .text(text) }

    init(bytes: [UInt8]) { self = bytes.withUnsafeBytes { RawPath(bytes: $0) } }

    init(bytes: UnsafeRawBufferPointer) {
        let text = String(validating: bytes, as: UTF8.self)
        storage = text.map { .text($0) } ?? .bytes([UInt8](bytes))
    }

    /// The text, if the bytes are valid UTF-8.
    var exactText: String? { if case .text(let text) = storage { text } else { nil } }

    /// The text, with replacement characters where the bytes are not valid UTF-8.
    var text: String {
        switch storage {
        case .text(let text): text
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    var bytes: [UInt8] {
        switch storage {
        case .text(let text): [UInt8](text.utf8)
        case .bytes(let bytes): bytes
        }
    }

    /// The number of bytes.
    var length: Int {
        switch storage {
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        }
    }

    /// Passes the bytes as a null-terminated C string.
    func withCPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        switch storage {
        case .text(let text): text.withCString(body)
        case .bytes(let bytes):
            (bytes + [0]).withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.map(body) ?? "".withCString(body) }
            }
        }
    }

    /// Returns the path of an entry of this folder.
    func appending(_ name: RawPath) -> RawPath {
        if case .text(let folder) = storage, case .text(let name) = name.storage {
            return RawPath(folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)")
        }
        var bytes = bytes
        if bytes.last != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
        bytes += name.bytes
        return RawPath(bytes: bytes)
    }

    /// Returns whether this is `folder` or inside it, at any depth.
    func isInside(_ folder: RawPath) -> Bool {
        let (path, base) = (bytes, folder.bytes)
        guard path.starts(with: base) else { return false }
        return path.count == base.count || base.last == UInt8(ascii: "/") || path[base.count] == UInt8(ascii: "/")
    }

    /// The name without its last extension, and that extension in lower case; empty when there is none.
    var stemAndExtension: (stem: RawPath, suffix: String) {
        switch storage {
        case .text(let text):
            guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")), dot > text.startIndex else { return (self, "") }
            return (RawPath(String(text[..<dot])), text[text.utf8.index(after: dot)...].lowercased())
        case .bytes(let bytes):
            guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return (self, "") }
            let stem = bytes[..<dot].withUnsafeBytes { RawPath(bytes: $0) }
            return (stem, String(decoding: bytes[(dot + 1)...], as: UTF8.self).lowercased())
        }
    }

    /// The name without its last extension.
    var stem: RawPath {
        guard case .text(let text) = storage else { return stemAndExtension.stem }
        guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")), dot > text.startIndex else { return self }
        return RawPath(String(text[..<dot]))
    }

    /// Returns whether the name ends in `ending`, which is lower case, ignoring case; `false` when nothing precedes it.
    func hasEnding(_ ending: StaticString) -> Bool {
        let count = ending.utf8CodeUnitCount
        func matches(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
            guard bytes.count > count else { return false }
            return zip(bytes.suffix(count), UnsafeBufferPointer(start: ending.utf8Start, count: count)).allSatisfy {
                $0 == $1 || ($0 | 0x20) == $1 && $1 >= UInt8(ascii: "a")
            }
        }
        switch storage {
        case .text(let text): return matches(text.utf8)
        case .bytes(let bytes): return matches(bytes)
        }
    }

    /// The containing folder; `nil` for `/` and for a bare name.
    var parent: RawPath? {
        let bytes = bytes
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash < bytes.count - 1 else { return nil }
        return bytes[..<max(slash, 1)].withUnsafeBytes { RawPath(bytes: $0) }
    }

    /// The last component.
    var name: RawPath {
        let bytes = bytes
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash < bytes.count - 1 else { return self }
        return bytes[(slash + 1)...].withUnsafeBytes { RawPath(bytes: $0) }
    }
}

extension RawPath: Hashable {
    static func == (left: RawPath, right: RawPath) -> Bool {
        switch (left.storage, right.storage) {
        case (.text(let left), .text(let right)): order(left, right) == 0
        case (.bytes(let left), .bytes(let right)): left == right
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch storage {
        case .text(let text): hasher.combine(text)
        case .bytes(let bytes): hasher.combine(bytes)
        }
    }
}

extension RawPath: Comparable {
    static func < (left: RawPath, right: RawPath) -> Bool {
        if case .text(let left) = left.storage, case .text(let right) = right.storage { return order(left, right) < 0 }
        return left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// Compares bytes like `memcmp`: negative, zero or positive.
    private static func order(_ left: String, _ right: String) -> Int {
        let quick = left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right -> Int in
                guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else {
                    return left.count - right.count
                }
                let order = Int(memcmp(leftStart, rightStart, min(left.count, right.count)))
                return order != 0 ? order : left.count - right.count
            }
        }
        if let known = quick ?? nil { return known }
        if left.utf8.elementsEqual(right.utf8) { return 0 }
        return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
    }
}

extension RawPath {
    /// The file URL; bytes that are not valid UTF-8 are percent-encoded.
    var fileURL: URL {
        if let text = exactText { return URL(filePath: text, directoryHint: .notDirectory) }
        let encoded = "file://" + PercentEncoding.text(bytes, keeping: "/-._~")
        return URL(string: encoded) ?? URL(filePath: text, directoryHint: .notDirectory)
    }

    /// Creates the path of a file URL, with percent-encoded bytes decoded.
    init(_ url: URL) {
        var bytes = url.fileBytes
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        self.init(bytes: bytes)
    }
}

extension URL {
    /// The bytes of a file's path with percent-encoding removed; they need not be valid UTF-8.
    package var fileBytes: [UInt8] {
        var bytes: [UInt8] = []
        var rest = Substring(path(percentEncoded: true)).utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(Substring(digits), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

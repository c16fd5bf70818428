import CLocationKit
import LKGeocoding

/// Why a call of the C library failed.
struct PlacesError: Error {
    /// The number that the C function returns.
    struct Code: Hashable {
        let number: Int32

        static let argument = Code(number: Int32(LK_ARGUMENT))
        static let handle = Code(number: Int32(LK_HANDLE))
        static let point = Code(number: Int32(LK_POINT))
        static let language = Code(number: Int32(LK_LANGUAGE))
        static let fileUnreadable = Code(number: Int32(LK_FILE_UNREADABLE))
        static let fileDamaged = Code(number: Int32(LK_FILE_DAMAGED))
        static let fileUnsupported = Code(number: Int32(LK_FILE_UNSUPPORTED))
        static let tooLarge = Code(number: Int32(LK_TOO_LARGE))
        static let memory = Code(number: Int32(LK_MEMORY))
        static let buffer = Code(number: Int32(LK_BUFFER))
    }

    var code: Code
    /// What happened and what to do, as one sentence.
    var message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Creates an error from an error of a data file.
    init(_ error: GeocodingError) {
        code =
            switch error.code {
            case .dataUnreadable: .fileUnreadable
            case .dataUnsupported: .fileUnsupported
            default: .fileDamaged
            }
        message = error.message
    }

    static func memory(_ bytes: Int) -> PlacesError {
        PlacesError(.memory, "\(bytes) bytes of memory are not available; use smaller batches")
    }
}

/// The caller's buffer for the text of an error.
struct MessageBuffer {
    private let start: UnsafeMutablePointer<CChar>?
    private let size: Int

    init(_ start: UnsafeMutablePointer<CChar>?, _ size: Int) {
        self.start = size > 0 ? start : nil
        self.size = size
        self.start?.pointee = 0
    }

    /// Copies a text, cut to the buffer between two characters.
    func write(_ text: String) {
        guard let start else { return }
        var count = 0
        for character in text.unicodeScalars {
            let bytes = UTF8.encode(character).map(Array.init) ?? []
            guard count + bytes.count < size else { break }
            for byte in bytes where byte != 0 {
                start[count] = CChar(bitPattern: byte)
                count += 1
            }
        }
        start[count] = 0
    }
}

/// Runs the body of a C function, and turns an error into its code and message.
func guarded(
    _ message: UnsafeMutablePointer<CChar>?, _ size: Int, _ body: () throws(PlacesError) -> Void
) -> Int32 {
    let buffer = MessageBuffer(message, size)
    do throws(PlacesError) {
        try body()
        return Int32(LK_OK)
    } catch {
        buffer.write(error.message)
        return error.code.number
    }
}

/// Runs what reads data files, with errors of this module.
func reading<Value>(_ body: () throws(GeocodingError) -> Value) throws(PlacesError) -> Value {
    do throws(GeocodingError) {
        return try body()
    } catch {
        throw PlacesError(error)
    }
}

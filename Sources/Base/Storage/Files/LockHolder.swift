import Glibc

/// The process that holds the lock of a file, as far as the system tells.
package enum LockHolder {
    /// Describes the process that holds a `flock` on an open file: `process 1234 (locate)`.
    ///
    /// - Parameter descriptor: The file.
    /// - Returns: `nil` if the system does not tell, as for a process of another container.
    package static func description(of descriptor: Int32) -> String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, let table = text(of: "/proc/locks") else { return nil }
        // 1: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF (proc(5)); the device is that of the mount.
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: " ").map(String.init)
            guard fields.count > 5, fields[1] == "FLOCK", let process = Int32(fields[4]), process > 0 else { continue }
            let numbers = fields[5].split(separator: ":")
            guard numbers.count == 3, UInt64(numbers[2]) == UInt64(status.st_ino) else { continue }
            let (major, minor) = (UInt32(numbers[0], radix: 16), UInt32(numbers[1], radix: 16))
            // The numbers as glibc packs them into a `dev_t`: gnu_dev_major(3), which Swift does not import.
            let device = UInt64(status.st_dev)
            guard major == UInt32(truncatingIfNeeded: device >> 8 & 0xFFF | device >> 32 & ~0xFFF),
                minor == UInt32(truncatingIfNeeded: device & 0xFF | device >> 12 & ~0xFF)
            else { continue }
            let name = text(of: "/proc/\(process)/comm").map { $0.split(separator: "\n").first.map(String.init) ?? "" }
            return "process \(process)" + (name.map { $0.isEmpty ? "" : " (\($0))" } ?? "")
        }
        return nil
    }

    private static func text(of path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            guard read > 0 else { break }
            count += read
        }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

import FoundationEssentials
import Glibc
import Storage

/// Writes whole files durably, with the permissions that the umask leaves.
enum ImageFileWriter {
    static func write(_ data: Data, to path: String) throws(ImageError) {
        let (folderPath, name) = Folder.split(path)
        guard !name.isEmpty, name != ".", name != ".." else {
            throw ImageError(.notWritten, "\(path) names no file; name one")
        }
        do {
            guard let folder = try Folder.open(folderPath, creating: false) else {
                throw ImageError(.notWritten, "the folder \(folderPath) is not there; make it first")
            }
            try folder.replace(name, writing: { file in try Self.write(data, to: file, path) })
        } catch let error as ImageError {
            throw error
        } catch {
            throw ImageError(.notWritten, "\(error)")
        }
    }

    private static func write(_ data: Data, to file: Int32, _ path: String) throws {
        try data.withUnsafeBytes { bytes in
            var offset = 0
            while offset < bytes.count {
                let count = Glibc.write(file, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw PersistenceError.system(errno, cannot: "write", path) }
                offset += count
            }
        }
    }
}

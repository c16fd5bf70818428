import Glibc
import Metadata

extension PhotosError {
    /// The error for a folder that cannot be opened or read.
    static func folder(_ path: RawPath, _ number: Int32) -> PhotosError {
        let (text, reason) = (path.text, String(cString: strerror(number)))
        switch number {
        case ENOENT:
            return PhotosError(
                .missing, "there is no folder \(text); check the name, and whether its disk is there", path: text,
                systemError: number)
        case ENOTDIR:
            return PhotosError(
                .notAFolder, "\(text) is no folder; name the folder it lies in", path: text, systemError: number)
        case EACCES, EPERM:
            return PhotosError(
                .unreadable,
                "the folder \(text) cannot be read (\(reason)); give this user the right to read and enter it",
                path: text, systemError: number)
        case ENAMETOOLONG:
            return PhotosError(
                .unreadable,
                "the folder \(text) cannot be read (\(reason)); "
                    + "name a folder in it, or shorten the names",
                path: text, systemError: number)
        case EMFILE, ENFILE:
            return PhotosError(
                .unreadable,
                "the folder \(text) cannot be read (\(reason)); \(RetryingOpen.advice)",
                path: text, systemError: number)
        default:
            return PhotosError(
                .unreadable, "the folder \(text) cannot be read (\(reason)); check the disk", path: text,
                systemError: number)
        }
    }

    /// The error for a folder that was asked for, and has gone while it was watched.
    static func goneWhileWatched(_ path: RawPath, isExpected: Bool) -> PhotosError {
        let advice = isExpected ? "it is watched again when it comes back" : "begin anew when it is back"
        return PhotosError(
            .missing, "the folder \(path.text) is not there any more and so is not watched; \(advice)", path: path.text,
            systemError: ENOENT)
    }

    /// The error for a file that cannot be looked at.
    static func file(_ path: RawPath, _ number: Int32) -> PhotosError {
        let (text, reason) = (path.text, String(cString: strerror(number)))
        let advice =
            switch number {
            case ENOENT, ELOOP: "it is a link that leads nowhere; remove it or mend it"
            case EMFILE, ENFILE: RetryingOpen.advice
            default: "check its permissions and the disk"
            }
        return PhotosError(
            .unreadable, "\(text) cannot be read (\(reason)); \(advice)", path: text, systemError: number)
    }

    /// The error for a file that was named and is not there.
    static func noFile(_ path: RawPath) -> PhotosError {
        PhotosError(
            .missing, "there is no file \(path.text); check the name, and whether its disk is there", path: path.text,
            systemError: ENOENT)
    }

    /// The error for something that was named and is not a photo.
    static func noPhoto(_ path: RawPath) -> PhotosError {
        let kind = path.withCPath { path -> String? in
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            return switch status.st_mode & S_IFMT {
            case S_IFIFO: "a pipe"
            case S_IFSOCK: "a socket"
            case S_IFCHR, S_IFBLK: "a device"
            default: nil
            }
        }
        let what = kind.map { "\($0), and no photo or video" } ?? "neither a photo nor a video, nor the sidecar of one"
        return PhotosError(.notAPhoto, "\(path.text) is \(what)", path: path.text)
    }

    init(_ error: MetadataError, path: RawPath) {
        let isDamaged = error.code == .malformed || error.code == .empty || error.code == .unknownFormat
        let code: Code = isDamaged ? .damaged : .unreadable
        self.init(code, error.message, path: path.text, systemError: error.errno)
    }

    static func refusedThread(_ number: Int32) -> PhotosError {
        PhotosError(
            .system,
            "the system gives no thread (\(String(cString: strerror(number)))); end other programs, or raise the limit",
            path: "", systemError: number)
    }
}

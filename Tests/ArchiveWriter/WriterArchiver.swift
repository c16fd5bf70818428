import FoundationEssentials
import LKPersistence

/// An archiver in the folder that a test names.
struct WriterArchiver: Archiver {
    let folder: URL
}

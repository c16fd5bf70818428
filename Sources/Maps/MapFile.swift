public import FoundationEssentials
import Glibc
import LKFormats
import LKStorage

extension MapPage {
    /// Writes the page to a file, durably: an existing file is replaced only once the new one is complete.
    ///
    /// An existing file is replaced if it is empty or a page that LocationKit has made, which its first bytes show. Others are kept
    /// unless `replacing` is set; a symbolic link always is.
    ///
    /// - Parameters:
    ///   - url: The file, such as `hike.html`.
    ///   - replacing: Whether a file is replaced that LocationKit has not made.
    /// - Throws: ``MapError/Code/exists`` for a file that is kept, ``MapError/Code/unwritable``, and what ``html()`` throws. An existing
    ///   file is unchanged then.
    public func write(to url: URL, replacing: Bool = false) throws(MapError) {
        let file = try MapFile(url, replacing: replacing) { Self.isMarked($0) }
        try file.write(try html())
    }
}

extension TrackPlot {
    /// Writes the plot to a file, as SVG or PNG by the file's extension, durably: an existing file is replaced only
    /// once the new one is complete.
    ///
    /// An existing file is replaced if it is empty or a picture that LocationKit has drawn, which its first bytes show. Others are kept
    /// unless `replacing` is set; a symbolic link always is.
    ///
    /// - Parameters:
    ///   - url: The file, such as `hike.svg` or `hike.png`.
    ///   - replacing: Whether a file is replaced that LocationKit has not made.
    /// - Throws: ``MapError/Code/exists`` for a file that is kept, ``MapError/Code/unwritable``, ``MapError/Code/invalid`` for another
    ///   extension, and what ``svg()`` and ``png()`` throw. An existing file is unchanged then.
    public func write(to url: URL, replacing: Bool = false) throws(MapError) {
        let ending = url.pathExtension.lowercased()
        guard ending == "svg" || ending == "png" else {
            throw MapError(
                .invalid, "\(url.filePath) is neither .svg nor .png", advice: "end the name with one of them")
        }
        let file = try MapFile(url, replacing: replacing) { Self.isMarked($0) }
        try file.write(ending == "png" ? try png() : try svg())
    }
}

/// A page or picture that is written as a whole.
private struct MapFile {
    private let file: OutputFile

    /// Creates a file for output after checking that it may be written, before anything is drawn.
    init(_ url: URL, replacing: Bool, isOwn: @escaping @Sendable ([UInt8]) -> Bool) throws(MapError) {
        guard url.isFileURL else {
            throw MapError(.unwritable, "\(url) is not a file", advice: "give the URL of one, such as URL(filePath:)")
        }
        // A pipe would wait for a reader, without limit.
        var status = stat()
        guard stat(url.filePath, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw MapError(.exists, "\(url.filePath) is not a regular file", advice: "name another file")
        }
        do throws(StorageError) {
            try OutputFile.refuseLink(url.filePath)
            file = try OutputFile(
                url.filePath, replacing: replacing ? .everything : .own(isOwn), inputs: [],
                refusal: "was not made by LocationKit; name another file, or ask to replace it")
        } catch {
            throw MapError(writing: error)
        }
    }

    func write(_ bytes: [UInt8]) throws(MapError) {
        do {
            try file.write { descriptor in try OutputFile.write(bytes, to: descriptor, file.path) }
        } catch let error as StorageError {
            throw MapError(writing: error)
        } catch {
            throw MapError(.unwritable, "\(file.path) cannot be written", underlying: error)
        }
    }
}

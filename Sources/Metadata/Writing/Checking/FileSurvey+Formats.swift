extension FileSurvey {
    /// Surveys a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - mark: Its kind.
    ///   - edit: What changes, and is left out.
    /// - Throws: ``EditRefusal`` for kinds that are not written, and what reading throws.
    init(of file: FileBytes, _ mark: FormatMark, leavingOut edit: MetadataEdit) throws {
        self.init()
        switch mark {
        case .jpeg: try addJPEG(file, leavingOut: edit)
        case .png: try addPNG(file, leavingOut: edit)
        case .webp: try addWebP(file, leavingOut: edit)
        case .tiff: try addTIFF(file, leavingOut: edit)
        case .heif, .mp4: try addBoxes(file, leavingOut: edit)
        case .gif, .raf, .matroska:
            throw EditRefusal("its format cannot be checked")
        }
    }
}

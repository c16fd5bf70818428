import Photos

extension ToolError {
    /// The end of a command that folders of photos were to be read for.
    init(_ error: PhotosError) {
        let code: ExitCode =
            switch error.code {
            case .missing, .unreadable, .notAFolder: .noInput
            case .damaged, .notAPhoto: .dataError
            default: .ioError
            }
        self.init(code, error.message)
    }
}

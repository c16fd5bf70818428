import LKCommandLine
package import LKImages
package import LKPhotos
package import LKPlanning

extension ToolError {
    /// Creates an error of decoding an image.
    package init(_ error: ImageError) {
        let code: ExitCode =
            switch error.code {
            case .missing, .unreadable: .noInput
            case .unavailable: .unavailable
            case .notWritten: .cannotCreate
            default: .dataError
            }
        self.init(code, error.message)
    }
}

extension ToolError {
    /// Creates an error of reading folders of photos.
    package init(_ error: PhotosError) {
        let code: ExitCode =
            switch error.code {
            case .missing, .unreadable, .notAFolder, .unfollowedLink: .noInput
            case .damaged, .notAPhoto: .dataError
            default: .ioError
            }
        self.init(code, error.message)
    }
}

extension ToolError {
    /// Creates an error of changing photos.
    package init(_ error: TaggingError) {
        let code: ExitCode =
            switch error.code {
            case .unreadable: .noInput
            case .journal, .unusable: .dataError
            case .busy: .cannotCreate
            default: .ioError
            }
        self.init(code, error.message)
    }
}

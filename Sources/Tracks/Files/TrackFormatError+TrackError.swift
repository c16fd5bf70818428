import TrackFormats

extension TrackFormatError {
    /// What is wrong with a track log, in the words of files of tracks.
    init(_ error: TrackError) {
        let code: Code =
            switch error.code {
            case .damaged, .notATrackLog, .newerVersion: .malformed
            default: .unreadable
            }
        self.init(code: code, message: error.message)
    }
}

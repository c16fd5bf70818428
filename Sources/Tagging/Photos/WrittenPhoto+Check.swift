import Metadata

extension WrittenPhoto {
    /// Makes what compares a new file with the old one, for one thread.
    package static let makeCheck: @Sendable () -> (WrittenPhoto) throws -> Void = { @Sendable in
        let check = PatchCheck()
        return { photo in
            guard let edit = photo.edit else { return }
            let complaint =
                photo.isInPlace
                ? try check.complaint(about: edit, photo.patch, inPlaceOf: photo.path)
                : try check.complaint(about: edit, photo.patch, from: photo.path, to: photo.newPath)
            guard let complaint else { return }
            throw TaggingError(
                code: .verification,
                message: "\(photo.path) is left as it is, because what was written was not what was meant: "
                    + "\(complaint.reason); please report it", path: photo.path)
        }
    }
}

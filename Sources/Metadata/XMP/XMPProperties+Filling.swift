extension XMPProperties {
    /// Takes from another packet what this one does not say; a position, a place and a camera are taken as a whole or not at all.
    package mutating func fill(from other: XMPProperties) {
        if dateTimeOriginal == nil, dateCreated == nil {
            dateTimeOriginal = other.dateTimeOriginal
            dateCreated = other.dateCreated
        }
        createDate = createDate ?? other.createDate
        modifyDate = modifyDate ?? other.modifyDate
        location = location ?? other.location
        orientation = orientation ?? other.orientation
        size = size ?? other.size
        if camera.isEmpty { camera = other.camera }
        if placeShown.isEmpty { placeShown = other.placeShown }
        if placeCreated.isEmpty { placeCreated = other.placeCreated }
        title = title ?? other.title
        caption = caption ?? other.caption
        if keywords.isEmpty { keywords = other.keywords }
        software = software ?? other.software
        userComment = userComment ?? other.userComment
        sidecarForExtension = sidecarForExtension ?? other.sidecarForExtension
    }
}

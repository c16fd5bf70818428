/// The name of this module, which is not the one of LocationKit.
public let nameOfPhotos = "Photos"

@_exported public import LKImages
@_exported public import LKMetadata
@_exported public import LKPhotos
@_exported public import LKPlanning
@_exported public import LKTagging

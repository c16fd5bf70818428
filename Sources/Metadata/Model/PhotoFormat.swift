/// What a file is, by its content; its name plays no part.
public enum PhotoFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// JPEG, also of cameras that put more pictures behind the first.
    case jpeg
    /// PNG, also animated.
    case png
    /// WebP, with or without loss.
    case webp
    /// GIF, also animated.
    case gif
    /// TIFF that is no camera's raw picture, also BigTIFF.
    case tiff
    /// HEIF with HEVC pictures.
    case heic
    /// HEIF with AV1 pictures.
    case avif
    /// A camera's raw picture: DNG, CR2, CR3, NEF, ARW, PEF, ORF, RW2, RAF and more.
    case raw
    /// MPEG-4 video.
    case mp4
    /// QuickTime video.
    case mov
    /// Matroska or WebM video.
    case mkv

    /// Whether it is a video, which has a duration.
    public var isVideo: Bool { self == .mp4 || self == .mov || self == .mkv }
}

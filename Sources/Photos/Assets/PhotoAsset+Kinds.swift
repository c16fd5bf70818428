import Metadata

extension PhotoAsset {
    /// Whether the file that is shown is a JPEG, whatever its name.
    public var isJPEG: Bool { type == .jpeg }

    /// Whether the file that is shown is a PNG, whatever its name.
    public var isPNG: Bool { type == .png }

    /// Whether it is a picture, also a screenshot, and no video.
    public var isPhoto: Bool { !type.isVideo }

    /// Whether it is a video by itself; the one of a live photo is a companion.
    public var isVideo: Bool { type.isVideo }

    /// Whether it shows a screen, of any device and in any orientation.
    ///
    /// No camera is named in the file, and either its comment is `Screenshot`, or its name begins with that or `Screen
    /// Shot`, or it is a PNG or HEIC of exactly the size of a known display.
    public var isScreenshot: Bool { ScreenshotRule.isScreenshot(record.content, name: record.name) }
}

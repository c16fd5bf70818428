import LKMetadata
import Testing

@testable import LKPhotos

struct ScreenshotTests {
    @Test(
        "A PNG or HEIC without a camera and of a display's size is a screenshot, in any orientation",
        arguments: [(750, 1334), (1334, 750), (1242, 2208), (1440, 3200), (2732, 2048), (1920, 1080)])
    func aPNGOfTheSizeOfAnyDisplayIsOneInAnyOrientation(_ width: Int, _ height: Int) {
        let size = PixelSize(width: width, height: height)
        #expect(Samples.asset("a", format: .png, size: size).isScreenshot)
        #expect(Samples.asset("a", format: .heic, size: size).isScreenshot)
        #expect(!Samples.asset("a", format: .jpeg, size: size).isScreenshot)
        #expect(!Samples.asset("a", format: .png, size: size, camera: "X").isScreenshot)
    }

    @Test("A comment or file name of the system marks a screenshot")
    func theCommentOfSystemsTells() {
        #expect(Samples.asset("a", format: .jpeg, comment: "Screenshot").isScreenshot)
        #expect(Samples.asset("Screenshot_20200101.jpg", format: .jpeg).isScreenshot)
        #expect(!Samples.asset("a", format: .png, size: PixelSize(width: 100, height: 100)).isScreenshot)
        #expect(!Samples.asset("a", format: .mp4, comment: "Screenshot").isScreenshot)
    }
}

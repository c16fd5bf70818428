import Foundation
import Images
import Metadata
import Testing

@Suite struct PixelImageTests {
    @Test func placeholder() {}
}

import LKMetadata
import Testing

@testable import LKPhotos

@Suite("FileNameDate") struct FileNameDateTests {
    @Test(
        "Reads the date of names that cameras and programs give",
        arguments: [
            ("IMG_20240511_081500.jpg", "2024-05-11T08:15:00"), ("20240511_081500.jpg", "2024-05-11T08:15:00"),
            ("VID_20240511_081500.mp4", "2024-05-11T08:15:00"),
            ("PXL_20240511_081500123.jpg", "2024-05-11T08:15:00.123"),
            ("PXL_20240511_081500123.MP.jpg", "2024-05-11T08:15:00.123"),
            ("WhatsApp Image 2024-05-11 at 08.15.00.jpeg", "2024-05-11T08:15:00"),
            ("WhatsApp Image 2024-05-11 at 8.15.00 PM (1).jpeg", "2024-05-11T20:15:00"),
            ("IMG-20240511-WA0001.jpg", "2024-05-11"), ("VID-20240511-WA0001.mp4", "2024-05-11"),
            ("Screenshot_20240511-081500.png", "2024-05-11T08:15:00"),
            ("Screenshot_2024-05-11-08-15-00-123_com.app.jpg", "2024-05-11T08:15:00"),
            ("Screenshot 2024-05-11 at 12.15.00\u{202F}AM.png", "2024-05-11T00:15:00"),
            ("Screenshot from 2024-05-11 08-15-00.png", "2024-05-11T08:15:00"),
            ("signal-2024-05-11-081500.jpg", "2024-05-11T08:15:00"),
            ("signal-2024-05-11-08-15-00-123.jpg", "2024-05-11T08:15:00"),
            ("photo_2024-05-11_08-15-00.jpg", "2024-05-11T08:15:00"),
            ("2024-05-11 08.15.00.jpg", "2024-05-11T08:15:00"),
            ("DJI_20240511081500_0001_D.JPG", "2024-05-11T08:15:00"), ("IMG_20240511_1.jpg", "2024-05-11"),
        ]) func reads(_ name: String, _ expected: String) throws
    {
        let date = try #require(FileNameDate.date(in: RawPath(name)))
        #expect(date.wallTime.description == expected && date.rule == .fileName)
        #expect(date.offset == (name.hasPrefix("PXL_") ? 0 : nil))
    }

    @Test(
        "A name without a valid date has none",
        arguments: [
            "IMG_0001.JPG", "DSC20240.jpg", "IMG_20241311_081500.jpg", "IMG_20240230.jpg", "2024.jpg",
            "20240511123.jpg",
            "1715415300000.jpg", "120240511_081500.jpg", "2024-05.jpg", "2024-05_11.jpg", "", ".jpg",
            "IMG_18990511_081500.jpg",
        ]) func lacks(_ name: String)
    { #expect(FileNameDate.date(in: RawPath(name)) == nil) }

    @Test("An impossible time leaves the day") func time() {
        #expect(FileNameDate.date(in: RawPath("IMG_20240511_256100.jpg"))?.wallTime.description == "2024-05-11")
    }
}

// What the tests of pictures want a process of their own for: libraries that are missing, and how much memory is taken.
import Foundation
import LKImages
import LKMetadata

/// Decodes each file within 300 pixels, and says its size or why there is none.
for path in CommandLine.arguments.dropFirst() {
    do throws(ImageError) {
        let option = ImageRequest.Size.fitSize(PixelSize(width: 300, height: 300))
        print("picture", try ImageDecoder().image(at: path, size: option).size)
    } catch {
        print("error", error.message)
    }
}

// What the system counts for a child begins with its parent's memory.
let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
}

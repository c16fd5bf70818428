import CLKRSVG
import LKFormats

/// Renders SVG as pixels, by librsvg.
enum SVGRasterizer {
    /// Renders an SVG.
    ///
    /// - Parameters:
    ///   - svg: The picture.
    ///   - width: Pixels.
    ///   - height: Pixels.
    /// - Returns: A PNG.
    /// - Throws: ``MapError/Code/unavailable`` where librsvg cannot be loaded, and ``MapError/Code/memory``.
    static func png(_ svg: [UInt8], width: Int, height: Int) throws(MapError) -> [UInt8] {
        var png: [UInt8] = []
        let result = withUnsafeMutablePointer(to: &png) { png in
            crsvg_render(
                svg, svg.count, Int32(width), Int32(height),
                { context, bytes, count in
                    context.assumingMemoryBound(to: [UInt8].self).pointee += UnsafeBufferPointer(
                        start: bytes, count: count)
                    return 0
                }, png)
        }
        switch result {
        case CRSVG_OK: return ProgramMark.marked(png: png)
        case CRSVG_ABSENT:
            throw MapError(
                .unavailable,
                "PNG needs librsvg, which cannot be loaded (\(String(cString: crsvg_load_failure()))); install it (Debian: "
                    + "librsvg2-2), or write SVG")
        case CRSVG_NO_MEMORY:
            throw MapError(.memory, "a picture of \(width) × \(height) pixels does not fit into memory")
        default: throw MapError(.invalid, "librsvg cannot draw the picture")
        }
    }
}

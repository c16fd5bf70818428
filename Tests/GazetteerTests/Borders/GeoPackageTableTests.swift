import Foundation
import LKStorage
import TestSupport
import Testing

@testable import LKGazetteer
@testable import LKGazetteerBuilder
@testable import LKGeocoding

@Suite("GeoPackageTable") struct GeoPackageTableTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("areas.gpkg") }

    /// A square of one degree, as a GeoPackage keeps it.
    private var square: [UInt8] {
        var bytes = Array("GP".utf8) + [0, 1, 0xE6, 0x10, 0, 0, 1, 3, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0]
        for (x, y) in [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)] {
            for value in [x, y] { withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
        }
        return bytes
    }

    private func make(_ shape: [UInt8]) throws {
        let database = try Database(path, .create)
        try database.execute(
            """
            CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT);
            INSERT INTO gpkg_geometry_columns VALUES ('it''s "A" b', 'shape', 'Polygon');
            CREATE TABLE "it's ""A"" b" (iso_a2 TEXT, shape BLOB);
            """)
        let insert = try database.statement(#"INSERT INTO "it's ""A"" b" VALUES (?, ?)"#)
        for code in ["CH", nil] {
            insert.bind(code, at: 1)
            insert.bind(shape, at: 2)
            try insert.run()
        }
    }

    @Test("The areas of a layer with codes are read, those without a code too") func areas() throws {
        try make(square)
        let areas = try GeoPackageTable.areas(path: path)
        #expect(areas.map(\.code) == ["CH", ""])
        #expect(areas.allSatisfy { $0.polygons.first?.first?.count == 4 })
    }

    private func code(_ path: String) -> GeocodingError.Code? {
        do throws(GeocodingError) {
            _ = try GeoPackageTable.areas(path: path)
            return nil
        } catch {
            #expect("\(error)".contains(path))
            return error.code
        }
    }

    @Test("A missing file, another database, a text and a shape that is none are told apart") func errors() throws {
        #expect(code(path) == .dataUnreadable)
        try make(Array(square.dropLast()))
        #expect(code(path) == .inputInvalid)
        try Database(path, .readWrite).execute("DROP TABLE gpkg_geometry_columns")
        #expect(code(path) == .inputInvalid)
        try Data("no database, but a text that is long enough".utf8).write(to: URL(filePath: path))
        #expect(code(path) == .inputInvalid)
    }
}

import Foundation
import TestSupport
import Testing

/// An outside judge of JSON: Python's validator of JSON Schema, for the schemas in `Docs/Schemas`.
enum SchemaJudge {
    static let absence: Comment = "the package python3-jsonschema is not installed"
    private static let python = "/usr/bin/env"

    static let isThere: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["python3", "-W", "ignore", "-c", "import jsonschema"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// What is wrong with lines of JSON, each with the name of the schema that it has to fit.
    ///
    /// - Returns: Complaints; members that the schema does not name are some as well.
    static func complaints(_ lines: [(schema: String, line: String)]) async throws -> [String] {
        let folder = TemporaryFolder()
        let text = lines.map { $0.schema + "\t" + $0.line + "\n" }.joined()
        try folder.write("lines", Data(text.utf8))
        let schemas = Fixtures.package.appending(path: "Docs/Schemas").path
        let end = try await ChildProcess([
            python, "python3", "-W", "ignore", "-c", script, schemas, folder.file("lines"),
        ])
        .end(seconds: 60)
        guard end.status == 0 else { return ["the judge ended with \(end.status ?? -1): \(end.errors)"] }
        return end.lines
    }

    private static let script = """
        import json, os, sys
        from jsonschema import Draft202012Validator, RefResolver

        folder, ending = sys.argv[1], ".schema.json"
        schemas = {}
        for name in os.listdir(folder):
            with open(os.path.join(folder, name)) as file:
                schemas[name[:-len(ending)]] = json.load(file)
        store = {"file:///" + name + ending: schema for name, schema in schemas.items()}
        for schema in schemas.values():
            Draft202012Validator.check_schema(schema)

        def parts(schema):
            yield schema
            if "$ref" in schema:
                yield from parts(schemas[schema["$ref"][:-len(ending)]])
            for word in ("then", "else"):
                if word in schema:
                    yield from parts(schema[word])

        def unnamed(value, wanted, path):
            every = [part for schema in wanted for part in parts(schema)]
            if isinstance(value, dict):
                if any("additionalProperties" in part for part in every):
                    return
                for key, inner in value.items():
                    fitting = [part["properties"][key] for part in every if key in part.get("properties", {})]
                    if fitting:
                        yield from unnamed(inner, fitting, path + "." + key)
                    else:
                        yield path + "." + key
            elif isinstance(value, list):
                fitting = [part["items"] for part in every if "items" in part]
                for inner in value:
                    yield from unnamed(inner, fitting, path + "[]")

        with open(sys.argv[2]) as lines:
            for line in lines:
                name, text = line.split("\\t", 1)
                value = json.loads(text)
                resolver = RefResolver("file:///" + name + ending, schemas[name], store=store)
                for error in Draft202012Validator(schemas[name], resolver=resolver).iter_errors(value):
                    print(name, "/".join(map(str, error.absolute_path)), error.message, text.strip())
                for path in unnamed(value, [schemas[name]], ""):
                    print(name, "does not name", path)
        """
}

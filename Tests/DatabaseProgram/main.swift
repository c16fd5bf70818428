import Glibc
import LKStorage

// What the tests of databases do in processes of their own, because it ends them, or so that there are two.
let arguments = CommandLine.arguments
func say(_ message: String, to descriptor: Int32 = STDOUT_FILENO) {
    let line = Array("\(message)\n".utf8)
    write(descriptor, line, line.count)
}
func fail(_ message: String) -> Never {
    say("DatabaseProgram: \(message)", to: STDERR_FILENO)
    exit(1)
}
guard arguments.count == 3 else { fail("usage: DatabaseProgram hold|fill|count FILE") }
do throws(StorageError) {
    var options = Database.Options()
    options.usesWriteAheadLog = arguments[1] == "count"
    let database = try Database(arguments[2], .create, options: options)
    try database.execute("CREATE TABLE IF NOT EXISTS entry (number INTEGER PRIMARY KEY, filler BLOB)")
    let insert = { (filler: [UInt8]) throws(StorageError) in
        let statement = try database.statement("INSERT INTO entry (filler) VALUES (?)")
        statement.bind(filler, at: 1)
        try statement.run()
    }
    switch arguments[1] {
    case "hold":
        // Until it is killed.
        try database.transaction { () throws(StorageError) in
            try insert([])
            say("held")
            while true { pause() }
        }
    case "fill":
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        while true {
            try insert([UInt8](repeating: 1, count: 10_000))
            say("\(database.lastRow)")
        }
    default:
        // Each number that is said is kept, whenever it is killed.
        while true {
            try insert([UInt8](repeating: 2, count: Int(database.lastRow) * 617 % 9000))
            say("\(database.lastRow)")
        }
    }
} catch {
    fail("\(error.systemError ?? 0) \(error.message)")
}

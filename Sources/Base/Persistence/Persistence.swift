// Standard folders and the errors of files and databases are part of this library's interface.
@_exported public import LKStorage

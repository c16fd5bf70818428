// Standard folders and the errors of files and databases are part of what this library offers.
@_exported public import Storage

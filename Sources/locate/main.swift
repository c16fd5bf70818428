import LocateTool

Tool.main(arguments: Array(CommandLine.arguments.dropFirst()))

import Tagging
print(CommandLine.arguments.count)

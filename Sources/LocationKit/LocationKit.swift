@_exported public import LocationKitEssentials

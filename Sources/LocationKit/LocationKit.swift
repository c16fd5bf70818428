@_exported public import Gazetteer
@_exported public import Geo
@_exported public import Geocoding
@_exported public import HTTP
@_exported public import Persistence
@_exported public import Positioning
@_exported public import TrackFormats
@_exported public import WebGeocoding

// The module name of Apple's framework, for source compatibility; everything is declared in `Swiftlet`.
@_exported import Swiftlet

// Sources written for Apple's framework import this name; everything is declared in `Swiftlet`.
@_exported import Swiftlet

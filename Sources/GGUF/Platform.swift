// Files, packed weights and caches are used in their memory representation, and files are mapped as a whole.

#if !_endian(little)
  #error("Swiftlet runs on little-endian processors only: files and packed weights are used as they lie in memory.")
#endif

#if !_pointerBitWidth(_64)
  #error("Swiftlet runs on 64-bit processors only: models are mapped into memory whole.")
#endif

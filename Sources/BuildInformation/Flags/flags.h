// The value of a compiler flag, under a name that Swift imports as a string. See `commit` in Package.swift.
#define SWIFTLET_COMMIT_FLAG SWIFTLET_COMMIT

// Types of the interface to kernels that are part of this module's own: it is re-exported, as whoever loads a model
// chooses among them.
@_exported public import enum SwiftletKernelInterface.GateFunction
@_exported public import enum SwiftletKernelInterface.KeyValueType

#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  // Two registers side by side: a lane for each row of a strip. An instruction set supplies the registers, in
  // `Registers.swift`, and says in `Strip` which rows they are.

  /// A float for each row of a strip.
  struct FloatLanes {
    var low: FloatVector
    var high: FloatVector

    @inline(__always)
    init(_ low: FloatVector, _ high: FloatVector) { (self.low, self.high) = (low, high) }

    /// All zero.
    @inline(__always)
    init() { self.init(zeroFloats(), zeroFloats()) }

    /// Adds the lanes of `other`.
    @inline(__always)
    mutating func add(_ other: FloatLanes) { (low, high) = (plus(low, other.low), plus(high, other.high)) }

    /// Adds the products of the lanes of `x` and `y`, rounded once.
    @inline(__always)
    mutating func addProduct(_ x: FloatLanes, _ y: FloatLanes) {
      (low, high) = (multiplyAdd(x.low, y.low, low), multiplyAdd(x.high, y.high, high))
    }

    /// Adds the products of the lanes of `x` with the same number, rounded once.
    @inline(__always)
    mutating func addProduct(_ x: FloatLanes, _ factor: FloatVector) { addProduct(x, FloatLanes(factor, factor)) }

    @inline(__always)
    func times(_ other: FloatLanes) -> FloatLanes {
      FloatLanes(product(low, other.low), product(high, other.high))
    }

    @inline(__always)
    func times(_ factor: FloatVector) -> FloatLanes { times(FloatLanes(factor, factor)) }

    /// Writes the first `rows` lanes.
    @inline(__always)
    func store(_ rows: Int, _ output: UnsafeMutablePointer<Float>) {
      storeFloats(low, rows, output)
      if rows > registerLanes { storeFloats(high, rows - registerLanes, output + registerLanes) }
    }
  }

  /// 4 bytes, or a 32-bit integer, for each row of a strip.
  struct IntegerLanes {
    var low: IntegerVector
    var high: IntegerVector

    @inline(__always)
    init(_ low: IntegerVector, _ high: IntegerVector) { (self.low, self.high) = (low, high) }
  }

  /// A strip of a part of a pair: two panels, one, or half of one.
  struct PairStrip {
    private var part: PairPart

    @inline(__always)
    init(_ part: PairPart) { self.part = part }

    @inline(__always)
    mutating func advance(by bytes: Int) { part.advance(by: bytes) }

    /// The strip of the same part whose rows follow.
    @inline(__always)
    var next: PairStrip { PairStrip(part.advanced(rows: Strip.rows)) }

    /// Where the bytes begin that a register's rows have at `offset`, so many each.
    @inline(__always)
    func place(_ register: Int, _ offset: Int, _ bytesPerRow: Int) -> UnsafeRawPointer {
      part.place(registerLanes * register, offset, bytesPerRow)
    }

    /// Where the bits of a register's rows begin, four of each.
    @inline(__always)
    func placeOfBits(_ register: Int, _ offset: Int) -> UnsafeRawPointer {
      part.place(registerLanes * register, halves: offset)
    }
  }

  extension FloatLanes {
    /// Binary16 numbers of a strip's rows.
    @inline(__always)
    init(halves strip: PairStrip, _ offset: Int) {
      self.init(loadHalves(strip.place(0, offset, 2)), loadHalves(strip.place(1, offset, 2)))
    }

    /// Bfloat16 numbers of a strip's rows.
    @inline(__always)
    init(brainFloats strip: PairStrip, _ offset: Int) {
      self.init(loadBrainFloats(strip.place(0, offset, 2)), loadBrainFloats(strip.place(1, offset, 2)))
    }

    /// Signed bytes of a strip's rows.
    @inline(__always)
    init(bytes strip: PairStrip, _ offset: Int) {
      self.init(loadBytes(strip.place(0, offset, 1)), loadBytes(strip.place(1, offset, 1)))
    }

    /// The same of keys, whose panels lie one behind the other.
    @inline(__always)
    init(bytes strip: Strip, _ offset: Int) {
      self.init(loadBytes(strip.place(0, offset, 1)), loadBytes(strip.place(1, offset, 1)))
    }

    /// The low or high nibbles of bytes of a strip's rows.
    @inline(__always)
    init(nibbles strip: PairStrip, _ offset: Int, high: Bool) {
      self.init(
        loadNibbles(strip.place(0, offset, 1), high: high), loadNibbles(strip.place(1, offset, 1), high: high))
    }

    /// 2^(e − 128) for bytes e of a strip's rows.
    @inline(__always)
    init(exponents strip: PairStrip, _ offset: Int) {
      self.init(loadExponents(strip.place(0, offset, 1)), loadExponents(strip.place(1, offset, 1)))
    }
  }
#endif

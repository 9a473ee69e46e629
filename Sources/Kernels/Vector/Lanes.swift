#if (AVX && arch(x86_64)) || (NEON && arch(arm64))
  // Pairs of registers with one lane for each row of a row tile. Each instruction set defines the registers in
  // `Registers.swift`, and the rows that they hold in `RowTile`.

  /// One float for each row of a row tile.
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

  /// Four bytes, or one 32-bit integer, for each row of a row tile.
  struct IntegerLanes {
    var low: IntegerVector
    var high: IntegerVector

    @inline(__always)
    init(_ low: IntegerVector, _ high: IntegerVector) { (self.low, self.high) = (low, high) }

    /// Adds the same 32-bit integers to both registers.
    @inline(__always)
    mutating func add(_ other: IntegerVector) { (low, high) = (sum(low, other), sum(high, other)) }
  }

  /// A row tile within a pair of interleaved panels: two panels, one, or half of one.
  struct PairRowTile {
    private var cursor: PairCursor

    @inline(__always)
    init(_ cursor: PairCursor) { self.cursor = cursor }

    @inline(__always)
    mutating func advance(by bytes: Int) { cursor.advance(by: bytes) }

    /// The row tile with the following rows of the pair.
    @inline(__always)
    var next: PairRowTile { PairRowTile(cursor.advanced(rows: RowTile.rows)) }

    /// The address of the data of a register's rows that a panel has at `offset`, with `bytesPerRow` bytes each.
    @inline(__always)
    func address(_ register: Int, _ offset: Int, _ bytesPerRow: Int) -> UnsafeRawPointer {
      cursor.address(registerLanes * register, offset, bytesPerRow)
    }

    /// The address of the bits of a register's rows, four per row.
    @inline(__always)
    func bitAddress(_ register: Int, _ offset: Int) -> UnsafeRawPointer {
      cursor.address(registerLanes * register, halves: offset)
    }
  }

  extension FloatLanes {
    /// Loads binary16 numbers of a row tile's rows.
    @inline(__always)
    init(halves rowTile: PairRowTile, _ offset: Int) {
      self.init(loadHalves(rowTile.address(0, offset, 2)), loadHalves(rowTile.address(1, offset, 2)))
    }

    /// Loads bfloat16 numbers of a row tile's rows.
    @inline(__always)
    init(bfloat16s rowTile: PairRowTile, _ offset: Int) {
      self.init(loadBFloat16s(rowTile.address(0, offset, 2)), loadBFloat16s(rowTile.address(1, offset, 2)))
    }

    /// Loads signed bytes of a row tile's rows.
    @inline(__always)
    init(bytes rowTile: PairRowTile, _ offset: Int) {
      self.init(loadBytes(rowTile.address(0, offset, 1)), loadBytes(rowTile.address(1, offset, 1)))
    }

    /// Loads signed bytes of keys, whose panels are contiguous.
    @inline(__always)
    init(bytes rowTile: RowTile, _ offset: Int) {
      self.init(loadBytes(rowTile.address(0, offset, 1)), loadBytes(rowTile.address(1, offset, 1)))
    }

    /// Loads the low or high nibbles of bytes of a row tile's rows.
    @inline(__always)
    init(nibbles rowTile: PairRowTile, _ offset: Int, high: Bool) {
      self.init(
        loadNibbles(rowTile.address(0, offset, 1), high: high), loadNibbles(rowTile.address(1, offset, 1), high: high))
    }

    /// Loads n + ½ for the low or high nibbles n of bytes of a row tile's rows.
    @inline(__always)
    init(middles rowTile: PairRowTile, _ offset: Int, high: Bool) {
      self.init(nibbles: rowTile, offset, high: high)
      add(FloatLanes(splat(0.5), splat(0.5)))
    }

    /// Loads halves of unsigned E4M3 numbers of a row tile's rows.
    @inline(__always)
    init(microscales rowTile: PairRowTile, _ offset: Int) {
      self.init(loadMicroscales(rowTile.address(0, offset, 1)), loadMicroscales(rowTile.address(1, offset, 1)))
    }

    /// Loads 2^(e − 128) for bytes e of a row tile's rows.
    @inline(__always)
    init(exponents rowTile: PairRowTile, _ offset: Int) {
      self.init(loadExponents(rowTile.address(0, offset, 1)), loadExponents(rowTile.address(1, offset, 1)))
    }
  }
#endif

/**
 * Whole numbers from 0 to 2^53 as bytes, seven bits each, lowest first, the eighth bit set while more follow: small
 * numbers, which a meter's hours mostly are, take one byte.
 */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(4096);
  #length = 0;

  /** Appends a number. Throws for one that is negative or not whole, and clears the buffer: it could not be decoded. */
  number(value: number): void {
    if (value < 0 || !Number.isSafeInteger(value)) {
      this.#length = 0;
      throw new Error(`Cannot encode ${value}: not a whole number from 0 to 2^53`);
    }
    if (this.#length + 8 > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2);
    let rest = value;
    while (rest >= 0x80000000) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Appends numbers, run-length encoding the zeros. */
  sparse(values: ArrayLike<number>, count: number): void {
    for (let i = 0; i < count; ) {
      const value = values[i++] ?? 0;
      this.number(value);
      if (value !== 0) continue;
      const from = i;
      while (i < count && values[i] === 0) i++;
      this.number(i - from);
    }
  }

  /** Appends a byte as it is. */
  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2);
    this.#bytes[this.#length++] = value;
  }

  /** A copy of what was written; the writer starts again. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }
}

/** Reads what ByteWriter wrote. */
export class ByteReader {
  #bytes: Uint8Array;
  #next = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The next number. Throws at the end of the bytes. */
  number(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#next++];
      if (byte === undefined) throw new Error("Leak state is cut short");
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  /** Reads what ByteWriter.sparse wrote. */
  sparse(values: Int32Array, count: number): void {
    for (let i = 0; i < count; i++) {
      const value = this.number();
      values[i] = value;
      if (value !== 0) continue;
      const zeros = this.number();
      values.fill(0, i, i + zeros + 1);
      i += zeros;
    }
  }

  /** The next byte. Throws at the end of the bytes. */
  byte(): number {
    const byte = this.#bytes[this.#next++];
    if (byte === undefined) throw new Error("Leak state is cut short");
    return byte;
  }

  get atEnd(): boolean {
    return this.#next >= this.#bytes.length;
  }
}

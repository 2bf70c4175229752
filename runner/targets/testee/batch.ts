// Gathers what goes out in one write, in memory that is used again and again.

/** Bytes that are written from front to back. */
export class Batch {
  private bytes: Buffer = Buffer.allocUnsafeSlow(65_536);
  length = 0;

  /** Makes room for so many more bytes and gives the memory to write them into, from `length` on; whoever writes moves `length`. */
  room(count: number): Buffer {
    if (this.length + count <= this.bytes.length) return this.bytes;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.length + count, 2 * this.bytes.length));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    return larger;
  }

  add(bytes: Uint8Array): void {
    this.room(bytes.length).set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Gives a copy of everything and begins anew. A stream may still hold what it was given when the next batch is written. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.length));
    this.length = 0;
    if (this.bytes.length > roomyBytes) this.bytes = Buffer.allocUnsafeSlow(65_536);
    return taken;
  }
}

/** Memory above this is given back: a single question may have needed it. */
const roomyBytes = 4 * 1024 * 1024;

import { crc32, deflateRawSync } from "node:zlib";

/** A part of an archive; the rest is what its headers declare, if not the truth. */
export interface Part {
  name: string;
  text: string | Buffer;
  isStored?: boolean;
  crc?: number;
  flags?: number;
  packedSize?: number;
  unpackedSize?: number;
  localSize?: number;
  extra?: Buffer;
  /** Its entry points at the data of the part before it. */
  isAlias?: boolean;
}

/** An archive of these parts, with headers that may declare anything. */
export function zip(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let last = { offset: 0, size: 0, unpacked: 0, crc: 0 };
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const extra = part.extra ?? Buffer.alloc(0);
    if (part.isAlias !== true) {
      const bytes = Buffer.from(part.text);
      const packed = part.isStored === true ? bytes : deflateRawSync(bytes, { level: 6 });
      last = { offset, size: packed.length, unpacked: bytes.length, crc: crc32(bytes) };
      const local = Buffer.alloc(30);
      local.writeUInt32LE(0x04034b50, 0);
      local.writeUInt16LE(part.flags ?? 0, 6);
      local.writeUInt16LE(part.isStored === true ? 0 : 8, 8);
      local.writeUInt32LE(part.crc ?? last.crc, 14);
      local.writeUInt32LE(part.localSize ?? part.packedSize ?? last.size, 18);
      local.writeUInt32LE(part.unpackedSize ?? last.unpacked, 22);
      local.writeUInt16LE(name.length, 26);
      locals.push(local, name, packed);
      offset += 30 + name.length + packed.length;
    }
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(part.flags ?? 0, 8);
    entry.writeUInt16LE(part.isStored === true ? 0 : 8, 10);
    entry.writeUInt32LE(part.crc ?? last.crc, 16);
    entry.writeUInt32LE(part.packedSize ?? last.size, 20);
    entry.writeUInt32LE(part.unpackedSize ?? last.unpacked, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt32LE(last.offset, 42);
    directory.push(entry, name, extra);
  }
  const entries = Buffer.concat(directory);
  return Buffer.concat([...locals, entries, endOf(parts.length, entries.length, offset)]);
}

/**
 * An archive with two directories: programs that know ZIP64 read `hidden`, all others `shown`.
 */
export function zipWithTwoDirectories(shown: readonly Part[], hidden: readonly Part[]): Buffer {
  const first = zip(hidden);
  const end = first.length - 22;
  const directory64 = first.readUInt32LE(end + 16);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(hidden.length), 24);
  record.writeBigUInt64LE(BigInt(hidden.length), 32);
  record.writeBigUInt64LE(BigInt(end - directory64), 40);
  record.writeBigUInt64LE(BigInt(directory64), 48);
  const before = Buffer.concat([first.subarray(0, end), record]);
  const second = zip(shown);
  const secondEnd = second.length - 22;
  const body = second.subarray(0, secondEnd);
  let at = second.readUInt32LE(secondEnd + 16);
  const shownDirectory = before.length + at;
  while (at < secondEnd) {
    body.writeUInt32LE(body.readUInt32LE(at + 42) + before.length, at + 42);
    at += 46 + body.readUInt16LE(at + 28) + body.readUInt16LE(at + 30);
  }
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(end), 8);
  return Buffer.concat([before, body, locator, endOf(shown.length, 0xffffffff, shownDirectory)]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xfffe), 8);
  end.writeUInt16LE(Math.min(count, 0xfffe), 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

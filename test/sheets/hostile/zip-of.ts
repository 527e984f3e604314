import { crc32, deflateRawSync } from 'node:zlib';

/** A file in a ZIP, and in what it lies about itself. */
export interface ZipEntry {
  readonly name: string;
  readonly content: string | Buffer;
  readonly stored?: boolean;
  /** What the directory says, where it is not so. */
  readonly size?: number;
  readonly crc?: number;
  readonly encrypted?: boolean;
  readonly method?: number;
}

/** A ZIP with these entries, byte by byte the same each time. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content as string);
    const packed = entry.stored ? content : deflateRawSync(content, { level: 9 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE((entry.encrypted ? 1 : 0) | 0x800, 2);
    fields.writeUInt16LE(entry.method ?? (entry.stored ? 0 : 8), 4);
    fields.writeUInt16LE(0x21, 8);
    fields.writeUInt32LE(entry.crc ?? crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(entry.size ?? content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, tail, name]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

import { inflateRawSync } from 'node:zlib';

/**
 * Returns the files of a ZIP by name, read from its central directory:
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export function filesOf(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [packed, nameLength, extra, comment] = [20, 28, 30, 32].map((offset) =>
      offset === 20 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number, number];
    const header = zip.readUInt32LE(at + 42);
    const data = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, inflateRawSync(zip.subarray(data, data + packed)).toString());
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

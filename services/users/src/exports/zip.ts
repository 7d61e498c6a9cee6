import { Readable } from 'node:stream';
import yazl from 'yazl';

/** A file of an archive, made when its turn comes. */
export interface Entry {
  name: string;
  content: () => AsyncIterable<string | Uint8Array>;
}

/** The entries as one ZIP, made as it is read: none is held as a whole. It fails when one of them does. */
export function zipOf(entries: Iterable<Entry>): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { name, content } of entries) {
    zip.addReadStreamLazy(name, (take) => {
      const stream = Readable.from(content());
      // The archive listens to what it reads only from the next turn on.
      stream.once('error', (error) => output.destroy(error));
      take(null, stream);
    });
  }
  zip.end();
  return output;
}

import { Readable } from 'node:stream';
import yazl from 'yazl';

/** A file of an archive, created when its turn comes. */
export interface Entry {
  name: string;
  content: () => AsyncIterable<string | Uint8Array>;
}

/** Streams the entries as one ZIP, without holding any of them as a whole. Fails if an entry fails. */
export function zipOf(entries: Iterable<Entry>): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { name, content } of entries) {
    zip.addReadStreamLazy(name, (add) => {
      const stream = Readable.from(content());
      // The archive attaches its own listeners only in the next turn of the event loop.
      stream.once('error', (error) => output.destroy(error));
      add(null, stream);
    });
  }
  zip.end();
  return output;
}

import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProductError } from '@switchback/platform/errors';
import { readInChild } from '@switchback/platform/process/read-in-child';
import { Slots } from '@switchback/platform/slots';
import { isStorageError, type Storage } from '@switchback/platform/storage/storage';
import type { Track, TrackOrRefusal } from './read-track.js';

const UPLOADS = 'uploads/';
/** Next to this file, in the sources as well as in the compiled output. */
const extension = extname(import.meta.url);
const program = fileURLToPath(new URL(`./read-track-process${extension}`, import.meta.url));
/** Fits next to the drives service in the 512 MB of its container. */
const HEAP = '--max-old-space-size=128';
const FROM_SOURCES = ['--import', '@swc-node/register/esm-register', '--conditions=@switchback/source'];
const isSource = extension === '.ts';
const execArgv = isSource ? [HEAP, ...FROM_SOURCES] : [HEAP];
const env: Record<string, string> = isSource
  ? { SWC_NODE_PROJECT: fileURLToPath(new URL('../../../../tsconfig.base.json', import.meta.url)) }
  : {};
/** A track of 200,000 points takes four. Bounds on parts, elements and memory refuse hostile files earlier. */
const cpuSeconds = 15;
const AT_ONCE = 1;
const WAITING_MAX = 4;
const TOO_COMPLEX = 'The file is too large or too complex to be read.';

/** Route files, each read in a process of its own: a hostile one takes neither the event loop nor the memory of this one. */
export class RouteFiles {
  private readonly slots = new Slots(AT_ONCE, WAITING_MAX);

  constructor(private readonly storage: Pick<Storage, 'get'>) {}

  /**
   * Reads the first line of an uploaded GPX, KML or GeoJSON file.
   * @throws ProductError `routeFileUnreadable` saying why there is none; `unavailable` if too many files wait.
   * @throws the signal's reason.
   */
  async read(upload: string, signal?: AbortSignal): Promise<Track> {
    if (!upload.startsWith(UPLOADS)) throw unreadable('There is no file.');
    const read = await this.slots.run(async () => {
      const { body } = await this.storage.get(upload).catch((error: unknown) => {
        throw isStorageError(error, 'not-found') ? unreadable('There is no file.') : error;
      });
      const broken: TrackOrRefusal = { refused: TOO_COMPLEX };
      return readInChild<TrackOrRefusal>(body, { program, execArgv, env, cpuSeconds, signal, broken });
    }, signal);
    if ('refused' in read) throw unreadable(read.refused);
    return read.track;
  }
}

function unreadable(message: string): ProductError {
  return new ProductError('routeFileUnreadable', message === '' ? {} : { message });
}

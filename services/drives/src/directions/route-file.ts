import { ProductError } from '@switchback/platform/errors';
import { isStorageError, type Storage } from '@switchback/platform/storage/storage';
import { runLineProgram } from '../line-program.js';
import type { Track, TrackOrRefusal } from './read-track.js';

const UPLOADS = 'uploads/';
const BROKEN: TrackOrRefusal = { refused: 'The file is too large or too complex to be read.' };

/** Route files, each read in a process of its own: a hostile one takes neither the event loop nor the memory of this one. */
export class RouteFiles {
  constructor(private readonly storage: Pick<Storage, 'get'>) {}

  /**
   * Reads the first line of an uploaded GPX, KML or GeoJSON file.
   * @throws ProductError `routeFileUnreadable` saying why there is none; `unavailable` if too many files wait; the
   * signal's reason.
   */
  async read(upload: string, signal?: AbortSignal): Promise<Track> {
    if (!upload.startsWith(UPLOADS)) throw unreadable('There is no file.');
    const open = async () => {
      const { body } = await this.storage.get(upload).catch((error: unknown) => {
        throw isStorageError(error, 'not-found') ? unreadable('There is no file.') : error;
      });
      return body;
    };
    const read = await runLineProgram<TrackOrRefusal>('read-track', open, { broken: BROKEN, signal });
    if ('refused' in read) throw unreadable(read.refused);
    return read.track;
  }
}

function unreadable(message: string): ProductError {
  return new ProductError('routeFileUnreadable', message === '' ? {} : { message });
}

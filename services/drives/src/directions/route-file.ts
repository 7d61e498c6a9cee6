import { ProductError } from '@switchback/platform/errors';
import { UPLOADS } from '@switchback/platform/storage/keys';
import { isStorageError, type Storage } from '@switchback/platform/storage/storage';
import { type LineProgram, READ_TRACK, runLineProgram, type Turn } from '../lines/line-program.js';
import type { Stops, Track, TrackOrRefusal } from './read-track.js';

const BROKEN: TrackOrRefusal = { refused: 'The file is too large or too complex to be read.' };

export interface RouteFile {
  /** Storage key. */
  upload: string;
  /** File name on the person's device. */
  fileName: string;
  /** Index of a line in the file. */
  line?: number | undefined;
}

/** Reads each route file in a child process: a hostile one blocks neither the event loop nor this process's memory. */
export class RouteFiles {
  constructor(
    private readonly storage: Pick<Storage, 'get'>,
    private readonly program: LineProgram = READ_TRACK,
  ) {}

  /**
   * Reads a line of an uploaded file, the longest by default, or its stops if it has no line.
   * @throws ProductError `routeFileUnreadable` with the reason; `tooManyRequests` if too many files of the
   * person wait; the signal's reason.
   */
  async read({ upload, fileName, line }: RouteFile, turn: Turn): Promise<{ track: Track } | { stops: Stops }> {
    if (!upload.startsWith(UPLOADS)) throw unreadable('There is no file.');
    const open = async () => {
      const { body } = await this.storage.get(upload).catch((error: unknown) => {
        throw isStorageError(error, 'not-found') ? unreadable('There is no file.') : error;
      });
      return body;
    };
    const args = [fileName, line === undefined ? '' : String(line)];
    const read = await runLineProgram<TrackOrRefusal>(this.program, open, { args, broken: BROKEN, turn });
    if ('refused' in read) throw unreadable(read.refused);
    return read;
  }
}

function unreadable(message: string): ProductError {
  return new ProductError('routeFileUnreadable', message === '' ? {} : { message });
}

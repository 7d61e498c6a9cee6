import { ProductError } from '@switchback/platform/errors';
import { UPLOADS } from '@switchback/platform/storage/keys';
import { isStorageError, type Storage } from '@switchback/platform/storage/storage';
import { type LineProgram, programSlots, runLineProgram, type Turn } from '@switchback/platform/process/line-program';
import type { Stops, Track, TrackOrRefusal } from './read-track.js';

/**
 * Reads a file of 200,000 points, which takes a heap of 112 MB and 6 s of CPU time, 10 s with heights and times; slower
 * processors may take twice as long. Limits on parts, elements and memory refuse hostile files earlier.
 */
export const READ_TRACK: LineProgram = {
  path: './read-track-process',
  from: import.meta.url,
  slots: programSlots(40),
  heap: 128,
  cpuSeconds: 20,
};
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

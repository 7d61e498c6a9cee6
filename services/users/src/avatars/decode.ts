import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Decoded } from './decoded.js';

/** Beside this file, in the sources as well as in what is compiled from them. */
const PROGRAM = fileURLToPath(new URL(`./decode-picture${extname(import.meta.url)}`, import.meta.url));
const TIMEOUT_MS = 8_000;

export type Decode = (picture: Uint8Array) => Promise<Decoded>;
export const DECODE = Symbol('Decode');

/** Decodes a picture in a process of its own. One that ends or takes too long over it found the picture broken. */
export const decodeInProcess: Decode = (picture) =>
  new Promise((resolve) => {
    const child = fork(PROGRAM, {
      serialization: 'advanced',
      execArgv: [],
      // What takes over the decoder through a hostile file must find no secret among the settings.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    let decoded: Decoded = { refused: 'broken' };
    child.once('message', (message) => (decoded = message as Decoded));
    child.once('close', () => {
      clearTimeout(timer);
      resolve(decoded);
    });
    // A process that could not be started or written to: `close` follows, or this is all there is.
    child.on('error', () => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(decoded);
    });
    child.send(picture);
  });

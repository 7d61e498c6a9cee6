import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeInProcess as decode } from '@switchback/platform/pictures/decode-in-process';
import type { Decoded } from './decoded.js';

/** Beside this file, in the sources as well as in what is compiled from them. */
const program = fileURLToPath(new URL(`./decode-picture${extname(import.meta.url)}`, import.meta.url));
const timeoutMs = 8_000;

export type Decode = (picture: Uint8Array) => Promise<Decoded>;
export const DECODE = Symbol('Decode');

/** Decodes a picture in a process of its own. One that ends or takes too long over it found the picture broken. */
export const decodeInProcess: Decode = (picture) =>
  decode<Decoded>([picture], { program, timeoutMs, broken: { refused: 'broken' } });

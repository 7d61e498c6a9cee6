import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readInChild } from '@switchback/platform/process/read-in-child';
import type { Decoded } from './decoded.js';

/** Beside this file, in the sources as well as in what is compiled from them. */
const program = fileURLToPath(new URL(`./decode-picture${extname(import.meta.url)}`, import.meta.url));
/** Several times the processor time of the largest picture. */
const cpuSeconds = 8;

export type Decode = (picture: Uint8Array) => Promise<Decoded>;
export const DECODE = Symbol('Decode');

/** Decodes a picture in a process of its own. A picture is broken if the process ends without an answer or exceeds its budget. */
export const decodeInProcess: Decode = (picture) =>
  readInChild<Decoded>([picture], { program, cpuSeconds, isBackground: true, broken: { refused: 'broken' } });

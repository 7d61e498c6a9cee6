import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readInChild } from '@switchback/platform/process/read-in-child';
import type { Decoded } from './decoded.js';

/** Next to this file, both in the sources and in the compiled output. */
const program = fileURLToPath(new URL(`./decode-picture${extname(import.meta.url)}`, import.meta.url));
/** Several times the CPU time of the largest picture. */
const cpuSeconds = 8;

export type Decode = (picture: Uint8Array) => Promise<Decoded>;
export const DECODE = Symbol('Decode');

/**
 * Decodes a picture in a separate process. A picture is broken if the process ends without a result or exceeds its
 * budget.
 */
export const decodeInProcess: Decode = (picture) =>
  readInChild<Decoded>([picture], { program, cpuSeconds, isBackground: true, broken: { refused: 'broken' } });

import { decodeInChild, type Refused } from '@switchback/platform/pictures/decode-upload';
import { programNextTo } from '@switchback/platform/process/read-in-child';
import type { FileSource } from '@switchback/platform/storage/storage';
import type { Decoded } from './decoded.js';

const program = programNextTo(import.meta.url, './decode-picture');
/** Several times the CPU time of the largest picture. */
const cpuSeconds = 8;

export type Decode = (picture: FileSource) => Promise<Decoded | Refused>;
export const DECODE = Symbol('Decode');

export const decodeInProcess: Decode = (picture) => decodeInChild<Decoded>(picture, { program, cpuSeconds });

import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FilePart } from '@switchback/contracts/endpoints/endpoint';
import { ProductError, refuseField } from '@switchback/platform/errors';
import { StorageError } from '@switchback/platform/storage/storage';
import type { FastifyRequest } from 'fastify';
import { fieldFault } from '../http/faults.js';
import { isTooDeep } from '../http/json-depth.js';
import { pathOfNul, TOO_DEEP } from '../http/json-body.js';
import { pictureBytes } from './checked-bytes.js';
import { fieldOf, type Sender, type Upload, type Uploads } from './uploads.js';

/** Limits of a form with one file. */
const FORM_LIMITS = { fields: 10, parts: 12, files: 1, fieldNameSize: 100, fieldSize: 100_000, headerPairs: 20 };

/** Media types sent for files of unknown type, and an old alias of JPEG. */
const ALSO_ACCEPTED = ['application/octet-stream', 'image/jpg'];

/** Limits of a form with several files, which also describes each file and the existing ones. */
const LIST_LIMITS = { ...FORM_LIMITS, fields: 120, parts: 130 };

/** Returns the limits of a form with this file. */
export function limitsOf({ filesMax, maxBytes }: FilePart) {
  const limits = filesMax === undefined ? FORM_LIMITS : { ...LIST_LIMITS, files: filesMax };
  // One byte over the limit makes the storage refuse the file; a truncated one would pass for complete.
  return { ...limits, fileSize: maxBytes + 1 };
}

/** The parts of a form: texts as the body of the call, with JSON decoded and names in `[]` as lists; and the files. */
export interface Form {
  body: Record<string, unknown>;
  uploads: Upload[];
}

/**
 * Reads a form part by part and streams its files into the storage. On any failure, no file stays stored.
 *
 * @param mayUpload returns the sender, determined from the preceding parts; throws if they are refused.
 * @throws ProductError `malformedBody`, `bodyTooLarge`, `formatNotAccepted`, `pictureTooLarge`
 */
export async function readForm(
  request: FastifyRequest,
  file: FilePart,
  uploads: Uploads,
  mayUpload: (body: Form['body']) => Promise<Sender>,
): Promise<Form> {
  const form: Form = { body: Object.create(null) as Form['body'], uploads: [] };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') addField(form.body, part, file.name);
      else if (part.fieldname !== file.name) part.file.resume();
      else {
        const upload = await receiveFile(part, file, uploads, await mayUpload(form.body));
        if (upload) form.uploads.push(upload);
      }
    }
    return form;
  } catch (error) {
    for (const upload of form.uploads) await uploads.discard(upload);
    if (error instanceof ProductError || error instanceof StorageError || isLimit(error)) throw error;
    throw new ProductError('malformedBody', { message: 'The body is not valid multipart/form-data.', cause: error });
  }
}

/** Reports whether an error of the plugin is about an exceeded limit. */
function isLimit(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^FST_\w+_(LIMIT|TOO_LARGE)$/.test(code);
}

async function receiveFile(
  part: MultipartFile,
  file: FilePart,
  uploads: Uploads,
  sender: Sender,
): Promise<Upload | null> {
  const isAccepted = [...file.types, ...ALSO_ACCEPTED].includes(part.mimetype.toLowerCase());
  const refusal = () => refuseField(fieldOf(file.name), file.refusals?.type ?? 'formatNotAccepted');
  // A picture under a wrong type: its bytes decide.
  const source = isAccepted ? part.file : pictureBytes(part.file, file.types, refusal);
  const upload = await uploads.receive(source, file, sender, part.filename);
  if (upload.size > 0) return upload;
  // Browsers send an empty file for a field without a selection.
  await uploads.discard(upload);
  return null;
}

function addField(body: Form['body'], part: MultipartValue, fileName: string): void {
  const { fieldname: name, value } = part;
  if (part.valueTruncated || part.fieldnameTruncated) throw new ProductError('bodyTooLarge');
  if (name === fileName) return;
  const decoded = typeof value === 'string' && /^\s*\{/.test(value) ? decodeJson(name, value) : value;
  const nul = pathOfNul(decoded, name);
  if (nul) throw fieldFault(nul, 'Must not contain a NUL character.');
  if (name.endsWith('[]')) return void (body[name] = [...((body[name] as unknown[] | undefined) ?? []), decoded]);
  if (name in body) throw fieldFault(name, 'Must be given once.');
  body[name] = decoded;
}

function decodeJson(name: string, text: string): unknown {
  if (isTooDeep(text)) throw fieldFault(name, TOO_DEEP);
  try {
    return JSON.parse(text);
  } catch {
    throw fieldFault(name, 'Is not valid JSON.');
  }
}

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

/** What a form may hold beside its file. */
const FORM_LIMITS = { fields: 10, parts: 12, files: 1, fieldNameSize: 100, fieldSize: 100_000, headerPairs: 20 };

/** What browsers and clients call files whose type they do not know, and an old name of JPEG. */
const ALSO_ACCEPTED = ['application/octet-stream', 'image/jpg'];

/** One that takes several files says something of each, and of those that are there already. */
const LIST_LIMITS = { ...FORM_LIMITS, fields: 120, parts: 130 };

/** What a form of this file may hold at most. */
export function limitsOf({ filesMax, maxBytes }: FilePart) {
  const limits = filesMax === undefined ? FORM_LIMITS : { ...LIST_LIMITS, files: filesMax };
  // One more than it may have: the storage refuses it, where a file cut short would pass for a whole one.
  return { ...limits, fileSize: maxBytes + 1 };
}

/** The parts of a form: texts as the body of the call, JSON decoded, those of a name in `[]` as a list; and its files. */
export interface Form {
  body: Record<string, unknown>;
  uploads: Upload[];
}

/**
 * Reads a form part by part, its files straight into the storage. Whatever fails, nothing of the file is kept.
 *
 * @param mayUpload says whose file it is, from what came before it; it throws where that is refused already.
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
        const upload = await takeFile(part, file, uploads, await mayUpload(form.body));
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

/** The answers of the plugin's own that say what was too much. */
function isLimit(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^FST_\w+_(LIMIT|TOO_LARGE)$/.test(code);
}

async function takeFile(part: MultipartFile, file: FilePart, uploads: Uploads, sender: Sender): Promise<Upload | null> {
  const isAccepted = [...file.types, ...ALSO_ACCEPTED].includes(part.mimetype.toLowerCase());
  const refusal = () => refuseField(fieldOf(file.name), file.refusals?.type ?? 'formatNotAccepted');
  // A picture under a wrong name: its bytes decide.
  const source = isAccepted ? part.file : pictureBytes(part.file, file.types, refusal);
  const upload = await uploads.take(source, file, sender, part.filename);
  if (upload.size > 0) return upload;
  // What a browser sends for a field in which nothing was chosen.
  await uploads.discard(upload);
  return null;
}

function addField(body: Form['body'], part: MultipartValue, fileName: string): void {
  const { fieldname: name, value } = part;
  if (part.valueTruncated || part.fieldnameTruncated) throw new ProductError('bodyTooLarge');
  if (name === fileName) return;
  const decoded = typeof value === 'string' && /^\s*\{/.test(value) ? decodeJson(name, value) : value;
  const nul = pathOfNul(decoded, name);
  if (nul) throw fieldFault(nul, 'Must not hold a NUL character.');
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

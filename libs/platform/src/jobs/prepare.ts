import { randomIds } from '../ids.js';
import { activeTraceparent } from '../telemetry/tracing.js';
import { DELAY_MS_MAX, type EnqueueOptions, InvalidJob, type JobKind, PAYLOAD_BYTES_MAX } from './jobs.js';

const NAME = /^[a-z][a-z0-9]*([.-][a-z0-9]+)*$/;
const NAME_CHARS_MAX = 60;
/** Printable ASCII without spaces. */
const KEY = /^[!-~]{1,200}$/;

/** The JSON object that an engine stores for a job. */
export interface JobBody {
  payload: unknown;
  /** W3C traceparent of the enqueueing request or job. */
  trace?: string;
}

/** A validated job. */
export interface PreparedJob {
  name: string;
  key: string;
  body: JobBody;
  delayMs: number;
  attempts: number;
}

/** @throws InvalidJob if the job cannot be stored. */
export function prepareJob<T>(kind: JobKind<T>, payload: T, { key, delayMs = 0 }: EnqueueOptions = {}): PreparedJob {
  requireName(kind.name);
  const parsed = kind.payload.safeParse(payload);
  if (!parsed.success) throw new InvalidJob(`The payload of a ${kind.name} job is invalid: ${parsed.error.message}`);
  const bytes = Buffer.byteLength(JSON.stringify(parsed.data) ?? '');
  if (bytes > PAYLOAD_BYTES_MAX)
    throw new InvalidJob(
      `The payload of a ${kind.name} job has ${bytes} bytes; at most ${PAYLOAD_BYTES_MAX} are allowed.`,
    );
  if (key !== undefined && !KEY.test(key))
    throw new InvalidJob(`Invalid key of a ${kind.name} job: ${key.slice(0, 100)}`);
  if (!(delayMs >= 0 && delayMs <= DELAY_MS_MAX))
    throw new InvalidJob(`Invalid delay of a ${kind.name} job: ${delayMs}`);
  const trace = activeTraceparent();
  return {
    name: kind.name,
    key: key ?? randomIds.uuid(),
    body: { payload: parsed.data, ...(trace !== undefined && { trace }) },
    delayMs,
    attempts: kind.attempts,
  };
}

/** @throws InvalidJob if the name is not a valid job name. */
export function requireName(name: string): void {
  if (!NAME.test(name) || name.length > NAME_CHARS_MAX) throw new InvalidJob(`Invalid name of a job kind: ${name}`);
}

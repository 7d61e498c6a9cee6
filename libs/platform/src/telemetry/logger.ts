import { type DestinationStream, destination, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import { scrub } from './scrub.js';

/** Writes one JSON line for each thing worth knowing. */
export type Logger = PinoLogger;

interface Options {
  /** Which process or service writes. */
  service: string;
  level: string;
  /** Where to; standard output when left out, gathered for at most half a second. */
  sink?: DestinationStream;
}

/** Loggers made without a sink share one stream to standard output. */
let standardOutput: ReturnType<typeof destination> | undefined;

/**
 * A logger whose lines carry the time in UTC, the level as a word, and the service. Errors are written with type,
 * message and stack, cleaned of what looks like a credential or an address.
 */
export function createLogger({ service, level, sink }: Options): Logger {
  standardOutput ??= sink ? undefined : destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 500 });
  return pino(
    {
      level,
      base: { service },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: describeError },
    },
    sink ?? (standardOutput as DestinationStream),
  );
}

/** Writes what is still gathered: to be called before the process ends. */
export function flushLogs(): void {
  try {
    standardOutput?.flushSync();
  } catch {
    // Nothing was written yet, or the reader has gone: there is nothing left to save.
  }
}

interface ErrorLine {
  type: string;
  message: string;
  stack?: string;
  cause?: ErrorLine;
}

function describeError(error: unknown, depth = 0): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: scrub(String(error)) };
  return {
    type: error.name,
    message: scrub(error.message),
    ...(error.stack && { stack: scrub(error.stack) }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}

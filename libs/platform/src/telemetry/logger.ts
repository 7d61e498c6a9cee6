import { type DestinationStream, destination, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import { scrub } from './scrub.js';

/** Writes log lines as JSON. */
export type Logger = PinoLogger;

interface Options {
  /** Name of the logging process or service. */
  service: string;
  level: string;
  /** Destination; defaults to standard output, buffered for at most half a second. */
  sink?: DestinationStream;
}

/** Loggers without a sink share one stream to standard output. */
let standardOutput: ReturnType<typeof destination> | undefined;

/**
 * Creates a logger whose lines contain the time in UTC, the level as a word, and the service. Errors are logged with
 * type, message and stack, with anything that looks like a credential or an address removed.
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

/** Writes buffered lines; call it before the process exits. */
export function flushLogs(): void {
  try {
    standardOutput?.flushSync();
  } catch {
    // Nothing was written yet, or the reader is gone: there is nothing to flush.
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

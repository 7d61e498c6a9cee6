import { writeSync } from 'node:fs';
import { systemClock } from '@switchback/platform/clock';
import type { EventBus } from '@switchback/platform/events/bus';
import type { CrashPoint } from '@switchback/platform/events/crash-points';
import { KafkaBus } from '@switchback/platform/events/kafka/kafka-bus';
import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import { QUICK_GROUPS } from '@switchback/testing/kafka';

/** The bus's own steps and two of a service: a write committed but not yet acknowledged, a batch half applied. */
export type Step = CrashPoint | 'write.committed' | 'effect.half';

/** Database settings from the environment; every schema already exists. */
export const DATABASE = { url: process.env['DATABASE_URL'] ?? '', migrate: false };
const { CRASH_AT, CRASH_PASSAGE = '1', KAFKA_BROKERS, KAFKA_PREFIX = '', KAFKA_ROUTE_PORT } = process.env;

let passages = 0;

/** Kills this process with SIGKILL when it passes the step `CRASH_AT` for the `CRASH_PASSAGE`th time. */
export function pass(step: Step): void {
  if (step === CRASH_AT && (passages += 1) === Number(CRASH_PASSAGE)) process.kill(process.pid, 'SIGKILL');
}

/** Writes synchronously, not through a stream, so that a line is not lost if the process dies right after it. */
export function say(line: string): void {
  writeSync(1, `${line}\n`);
}

function complain(error: unknown): void {
  writeSync(2, `${error instanceof Error ? error.message : String(error)}\n`);
}

/** Opens the bus of this run: Kafka if brokers are set, through a proxy if one is set. */
export async function openRoleBus(): Promise<EventBus> {
  if (!KAFKA_BROKERS) return PostgresBus.connect(DATABASE, { crashHook: pass, onError: complain, clock: systemClock });
  const route = KAFKA_ROUTE_PORT ? { route: () => ({ host: '127.0.0.1', port: Number(KAFKA_ROUTE_PORT) }) } : {};
  return KafkaBus.open({
    brokers: KAFKA_BROKERS.split(','),
    prefix: KAFKA_PREFIX,
    timing: QUICK_GROUPS,
    ...route,
    crashHook: pass,
    onError: complain,
    callTimeoutMs: 5_000,
    requestTimeoutMs: 2_000,
  });
}

/** Serves until SIGTERM, or until the parent process is gone. */
export async function serveUntilStopped(close: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.stdin.once('end', resolve);
    process.stdin.resume();
    say('ready');
  });
  await close();
  process.exit(0);
}

export { complain };

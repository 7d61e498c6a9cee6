import { runCommand } from '@switchback/platform/process/run';
import { unknownEngines } from '@switchback/platform/process/known-engines';
import { checksOf } from '../doctor/checks.js';
import { examine } from '../doctor/examine.js';
import { settingsCheck } from '../doctor/settings.js';

/** A busy Kafka takes seconds to report the offsets of every group. */
const LOOK_TIMEOUT_MS = 10_000;
/** Covers an embedded database that must first be created or recovered. */
const START_TIMEOUT_MS = 30_000;
/** A connection that does not close in time is left to the end of the process. */
const CLOSE_TIMEOUT_MS = 2_000;

// Read-only: reports a schema that is behind instead of migrating it.
const environment = { ...process.env };
process.env['MIGRATE_AT_START'] = 'off';

await runCommand(async (foundation) => {
  const { settings, clock } = foundation;
  const closers: (() => Promise<unknown>)[] = [];
  // If the database does not start, the checks report it.
  const isOwn = !settings.DATABASE_URL && unknownEngines(settings, ['postgres']).length === 0;
  const started = !isOwn ? undefined : foundation.database().catch(() => undefined);
  await Promise.race([started, clock.sleep(START_TIMEOUT_MS)]);
  const checks = checksOf({ ...foundation, opened: (close) => closers.push(close) });
  const { faults } = await examine([settingsCheck(environment), ...checks], LOOK_TIMEOUT_MS, (name, finding) => {
    process.stdout.write(`${finding.level.padEnd(5)}  ${name.padEnd(8)}  ${finding.text}\n`);
  });
  process.stdout.write(faults === 0 ? '\nAll checks passed.\n' : `\n${faults} ${faults === 1 ? 'fault' : 'faults'}.\n`);
  const closing = Promise.allSettled(closers.map((close) => close()));
  await Promise.race([closing, clock.sleep(CLOSE_TIMEOUT_MS)]);
  process.exitCode = faults === 0 ? 0 : 1;
}, []);

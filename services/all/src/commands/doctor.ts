import { runCommand } from '@switchback/platform/process/run';
import { unknownEngines } from '@switchback/platform/process/known-engines';
import { checksOf } from '../doctor/checks.js';
import { examine } from '../doctor/examine.js';
import { settingsCheck } from '../doctor/settings.js';

/** A busy Kafka takes seconds to tell where every group is. */
const LOOK_TIMEOUT_MS = 10_000;
/** An embedded database that has to be made or brought back first. */
const START_TIMEOUT_MS = 30_000;
/** What does not close by then is left to the end of the process. */
const CLOSE_TIMEOUT_MS = 2_000;

// It looks, and changes nothing: what is behind is told, not migrated.
const environment = { ...process.env };
process.env['MIGRATE_AT_START'] = 'off';

await runCommand(async (foundation) => {
  const { settings, clock } = foundation;
  const closers: (() => Promise<unknown>)[] = [];
  // That it does not come up, the looks tell.
  const isOwn = !settings.DATABASE_URL && unknownEngines(settings, ['postgres']).length === 0;
  const started = !isOwn ? undefined : foundation.database().catch(() => undefined);
  await Promise.race([started, clock.sleep(START_TIMEOUT_MS)]);
  const checks = checksOf({ ...foundation, opened: (close) => closers.push(close) });
  const { faults } = await examine([settingsCheck(environment), ...checks], LOOK_TIMEOUT_MS, (name, finding) => {
    process.stdout.write(`${finding.level.padEnd(5)}  ${name.padEnd(8)}  ${finding.text}\n`);
  });
  process.stdout.write(faults === 0 ? '\nAll is well.\n' : `\n${faults} ${faults === 1 ? 'fault' : 'faults'}.\n`);
  const closing = Promise.allSettled(closers.map((close) => close()));
  await Promise.race([closing, clock.sleep(CLOSE_TIMEOUT_MS)]);
  process.exitCode = faults === 0 ? 0 : 1;
}, []);

// Runs the steps of `npm test` and counts their results.
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { nodeBinary, ROOT } from './setup.mjs';

/** Limit for the output of a step in the background; only the end is kept. */
const PRINTED_CHARS_MAX = 1_000_000;
/** Guards against hangs; not a performance limit. */
const STEP_LIMIT_MS = 40 * 60_000;
const GRACE_MS = 20_000;

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} args arguments of Node.
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] the whole environment.
 * @property {boolean} [isPatient] whether it measures no time: it then runs in the background at low priority.
 * @property {number} [limitMs] timeout, after which it is stopped and has failed.
 * @property {(step: Step) => Counts | null} [count] counts its tests; null if its report is missing.
 *
 * @typedef {{ passed: number, failed: string[], skipped: string[] }} Counts the titles of those failed and skipped.
 */

/**
 * Runs the steps one by one. Patient steps run concurrently at the lowest priority, since the normal steps mostly wait
 * for engines and processes; the output of a patient step is printed in one piece at its end.
 *
 * @param {Step[]} steps
 * @param {Counts} total incremented by each step's counts; a step that fails without a failing test, such as after a
 * crash, counts as a failure.
 * @param {(text: string) => void} [say]
 */
export async function runSteps(steps, total, say = (text) => void process.stdout.write(text)) {
  const hasHasty = steps.some(({ isPatient }) => !isPatient);
  const runAll = async (lane, isBeside) => {
    for (const step of lane) {
      const startedAt = performance.now();
      if (!isBeside) say(`\n── ${step.name} ──\n`);
      const { isOk, printed } = await runStep(step, isBeside);
      const { passed, failed, skipped } = countsOrFailure(step, isOk, say);
      total.passed += passed;
      total.failed.push(...failed.map((title) => `${step.name}: ${title}`));
      total.skipped.push(...skipped.map((title) => `${step.name}: ${title}`));
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      const end = `── ${step.name} ${isOk ? 'took' : 'failed after'} ${seconds} s${isBeside ? ', in the background' : ''} ──\n`;
      say(isBeside ? `\n── ${step.name} ──\n${printed}${end}` : end);
    }
  };
  await Promise.all([
    runAll(
      steps.filter(({ isPatient }) => isPatient && hasHasty),
      true,
    ),
    runAll(
      steps.filter(({ isPatient }) => !isPatient || !hasHasty),
      false,
    ),
  ]);
}

/** Returns the last lines of a run: each skipped test, each failed one, and the counts. @param {Counts} total */
export function summary({ passed, failed, skipped }) {
  return [
    ...skipped.map((title) => `skipped  ${title}`),
    ...failed.map((title) => `failed   ${title}`),
    '',
    `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`,
  ].join('\n');
}

function countsOrFailure(step, isOk, say) {
  try {
    return countsOf(step, isOk);
  } catch (error) {
    say(`The report of ${step.name} is unreadable: ${error.message}\n`);
    return { passed: 0, failed: ['unreadable report'], skipped: [] };
  }
}

/** @throws Error if the step's report is truncated, as that of a killed one may be. */
function countsOf(step, isOk) {
  const counts = step.count?.(step) ?? { passed: isOk ? 1 : 0, failed: [], skipped: [] };
  return isOk || counts.failed.length > 0 ? counts : { ...counts, failed: ['exited with an error'] };
}

function runStep({ args, cwd = ROOT, env = process.env, limitMs = STEP_LIMIT_MS }, isBeside) {
  let printed = '';
  const append = (chunk) => (printed = (printed + chunk).slice(-PRINTED_CHARS_MAX));
  return new Promise((resolve) => {
    const child = spawn(nodeBinary(), args, { cwd, env, stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
    if (isBeside && child.pid) yieldProcessor(child.pid);
    child.stdout?.setEncoding('utf8').on('data', append);
    child.stderr?.setEncoding('utf8').on('data', append);
    let isLate = false;
    const timers = [];
    const after = (ms, work) => timers.push(setTimeout(work, ms));
    after(limitMs, () => {
      isLate = true;
      child.kill('SIGTERM');
      after(GRACE_MS, () => child.kill('SIGKILL'));
    });
    const stop = () => child.kill('SIGTERM');
    process.once('exit', stop);
    const end = (isOk) => {
      for (const timer of timers) clearTimeout(timer);
      process.off('exit', stop);
      resolve({ isOk: isOk && !isLate, printed });
    };
    child.on('exit', (code) => {
      // Its last output may still arrive, unless a process it left behind holds the pipe open.
      child.once('close', () => end(code === 0));
      after(GRACE_MS, () => end(code === 0));
    });
    child.on('error', () => end(false));
  });
}

/** Its child processes inherit the priority. */
function yieldProcessor(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has exited already, or the system has no priorities: it then runs at normal priority.
  }
}

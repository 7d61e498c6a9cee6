// Aim: a run reports each step's result and duration, and hides neither a crash nor a hang nor a broken report.
import { getPriority } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { runSteps, summary } from './run-steps.mjs';

const step = (name, script, more = {}) => ({ name, args: ['-e', script], env: process.env, ...more });
const counts = (passed, failed = [], skipped = []) => ({ count: () => ({ passed, failed, skipped }) });

async function run(steps) {
  const total = { passed: 0, failed: [], skipped: [] };
  const said = [];
  await runSteps(steps, total, (text) => said.push(text));
  return { total, said, text: said.join('') };
}

describe('the steps of a run', () => {
  it('run one after another and add up their counts', async () => {
    const { total, text } = await run([
      step('one', '', counts(3, ['a'], ['b: no engine'])),
      step('two', '', counts(4)),
      step('three', ''),
    ]);
    expect(summary(total)).toBe('skipped  one: b: no engine\nfailed   one: a\n\n8 passed, 1 failed, 1 skipped');
    expect(text).toMatch(/── one ──\n── one took \d+ s ──\n\n── two ──\n── two took \d+ s ──\n\n── three ──/);
  });

  it.each([
    ['that crashes without output', 'process.exit(3)', {}],
    ['whose tests all passed before it crashed', 'process.exit(3)', counts(0)],
    ['whose report is truncated', '', { count: () => JSON.parse('{') }],
    ['that never exits', 'setInterval(() => undefined, 1000)', { limitMs: 500 }],
  ])('count one %s as failed, and continue', async (_what, script, more) => {
    const steps = [step('broken', script, more), step('next', '')];
    const { total, text } = await run(steps);
    expect(summary(total)).toMatch(/^failed {3}broken: .*\n\n1 passed, 1 failed, 0 skipped$/);
    expect(text).toMatch(script === '' ? /The report of broken is unreadable/ : /── broken failed after \d+ s ──/);
  });

  it('that are patient run at low priority and print their output in one piece', async () => {
    const script = `console.log('first');
      const timer = setInterval(() => {
        if (os.getPriority() === 19) process.exit(console.log(os.getPriority()));
      }, 5);
      setTimeout(() => clearInterval(timer), 5_000).unref();`;
    const { total, said } = await run([
      step('patient', script, { isPatient: true }),
      step('broken', "console.error('why'); process.exit(1)", { isPatient: true }),
      step('hasty', ''),
    ]);
    expect(summary(total)).toBe('failed   broken: exited with an error\n\n2 passed, 1 failed, 0 skipped');
    const pieces = said.filter((text) => text.includes('in the background'));
    expect(pieces[0]).toMatch(/── patient ──\nfirst\n19\n── patient took \d+ s, in the background ──\n$/);
    expect(pieces[1]).toMatch(/── broken ──\nwhy\n── broken failed after \d+ s, in the background ──\n$/);
  });

  it('that are patient run at normal priority if there are no others', async () => {
    const { total, said } = await run([
      step('patient', `process.exit(os.getPriority() - ${getPriority()})`, { isPatient: true }),
    ]);
    expect(summary(total)).toBe('\n1 passed, 0 failed, 0 skipped');
    expect(said[0]).toBe('\n── patient ──\n');
  });
});

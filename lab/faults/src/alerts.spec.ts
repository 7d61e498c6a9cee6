// Aim: an operator woken by an alert finds the fault that fires it, and every alert listed for a fault exists.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { ALERTS_OF_FAULTS } from './alerts.js';
import { isFaultName } from './fault.js';

const RULES = fileURLToPath(new URL('../../../deploy/observability/rules.yaml', import.meta.url));

/** Returns each alert with the fault that its `test` annotation names, if any. */
function rules(): { alert: string; test: string }[] {
  const blocks = readFileSync(RULES, 'utf8')
    .split(/^\s*- alert: /m)
    .slice(1);
  return blocks.map((block) => ({
    alert: /^\w+/.exec(block)?.[0] ?? '',
    test: /^\s*test: (\S+)/m.exec(block)?.[1] ?? '',
  }));
}

it('each alert that names a fault is listed there', () => {
  const named = rules().filter(({ test }) => /^F\d+$/.test(test));
  expect(named.length).toBeGreaterThan(0);
  for (const { alert, test } of named)
    expect([alert, isFaultName(test) ? ALERTS_OF_FAULTS[test] : test]).toEqual([
      alert,
      expect.arrayContaining([alert]),
    ]);
});

it('each alert of a fault exists', () => {
  const known = rules().map(({ alert }) => alert);
  expect(known).toEqual(expect.arrayContaining(Object.values(ALERTS_OF_FAULTS).flat()));
});

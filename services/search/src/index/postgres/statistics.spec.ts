// Aim: the planner's statistics are refreshed after an import, but not after every change.
import { describe, expect, it } from '@jest/globals';
import { waitUntil } from '@switchback/testing/wait';
import { Statistics } from './statistics.js';

function open(fails = false) {
  const statements: string[] = [];
  const refreshed: number[] = [];
  const query = async (text: string) => {
    statements.push(text);
    if (fails) throw new Error('The database went away.');
    return [];
  };
  const statistics = new Statistics({ query }, async () => void refreshed.push(statements.length));
  return { statistics, statements, refreshed };
}

describe('statistics', () => {
  // Half as many changes as there were drives, at least a thousand; then as many again.
  it('are refreshed after many changes', async () => {
    const { statistics, statements, refreshed } = open();
    statistics.changed(999, 10);
    statistics.changed(4_000, 10_000);
    expect(statements).toEqual([]);
    statistics.changed(1, 10_000);
    await waitUntil('the end of it', () => refreshed.length === 1);
    expect(statements).toContain('analyze drive');
    statistics.changed(900, 100);
    expect(refreshed).toHaveLength(1);
    statistics.changed(100, 100);
    await waitUntil('the second time', () => refreshed.length === 2);
  });

  // Affects only speed: a failure is ignored and retried with the next changes.
  it('survive an unavailable database', async () => {
    const { statistics, statements } = open(true);
    statistics.changed(1_000, 0);
    await waitUntil('a try', () => statements.length === 1);
    await waitUntil('another', () => {
      statistics.changed(1_000, 0);
      return statements.length === 2;
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import { withProgress } from './progress.mjs';

function screen(isTTY) {
  const written = [];
  return { isTTY, written, write: (text) => void written.push(text) };
}

describe('progress of the set-up', () => {
  it('shows progress on a terminal until the step is done', async () => {
    // Aim: a newcomer sees progress, and how much is left.
    const out = screen(true);
    const isShown = () => out.written.some((text) => text.includes('50 %'));
    const work = async () => {
      while (!isShown()) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await withProgress('Installing packages', () => [2, 4], work, out);
    expect(out.written.at(-1)).toMatch(/^Installing packages: done in \d+ s\.\n$/);
  });

  it('prints one line before and one after without a terminal', async () => {
    // Aim: a pipeline's log is not filled with percentages.
    const out = screen(false);
    await withProgress(
      'Building',
      () => [1, 2],
      () => Promise.resolve(),
      out,
    );
    expect(out.written).toEqual(['Building…\n', expect.stringMatching(/^Building: done in/)]);
  });

  it('does not report success after a failure', async () => {
    // Aim: the error message is the last output.
    const out = screen(false);
    const work = () => Promise.reject(new Error('no network'));
    await expect(withProgress('Installing', () => [0, 1], work, out)).rejects.toThrow('no network');
    expect(out.written).toEqual(['Installing…\n']);
  });
});

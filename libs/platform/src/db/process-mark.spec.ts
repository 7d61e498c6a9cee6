// Aim: a process is identified by more than its pid, which the system reuses.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { birthByPs, birthOf, holderOf, isRunning, markOf } from './process-mark.js';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function idle(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)'], { stdio: 'ignore' });
  children.push(child);
  await once(child, 'spawn');
  return child.pid!;
}

describe('the mark of a process', () => {
  it('identifies it while it runs, and no process afterwards', async () => {
    const pid = await idle();
    const mark = markOf(pid);
    expect(holderOf(mark)).toBe(pid);
    children[0]!.kill('SIGKILL');
    await once(children[0]!, 'exit');
    expect([isRunning(pid), holderOf(mark)]).toEqual([false, undefined]);
  });

  it('does not match another process with the same pid', async () => {
    const mark = `${await idle()} 1`;
    expect(holderOf(mark)).toBeUndefined();
  });

  it('from a release that stored only the pid matches by pid', async () => {
    const pid = await idle();
    expect(holderOf(String(pid))).toBe(pid);
  });

  it('that is malformed matches no process', () => {
    for (const mark of ['', ' ', 'x', '0', '-1', `-${process.pid} ${birthOf(process.pid)}`, 'NaN 1', '1e3 1'])
      expect([mark, holderOf(mark)]).toEqual([mark, undefined]);
  });

  it('is a start time from ps on systems without /proc', () => {
    // Aim: the fallback for systems other than Linux yields this process's start time; without ps it yields none.
    const birth = birthByPs(process.pid);
    const startedMs = birth === '' ? performance.timeOrigin : Date.parse(`${birth} UTC`);
    expect(Math.abs(startedMs - performance.timeOrigin)).toBeLessThan(10_000);
    expect(birthByPs(99_999_999)).toBe('');
  });
});

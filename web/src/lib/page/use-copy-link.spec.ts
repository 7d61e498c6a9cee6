// @vitest-environment jsdom
// Aim: copying a link reports success and failure with the spec's timing.
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useCopyLink } from './use-copy-link.js';

const clipboard = { text: '', refuse: false };

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(clipboard, { text: '', refuse: false });
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: async (text: string) => {
        if (clipboard.refuse) throw new Error('refused');
        clipboard.text = text;
      },
    },
  });
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('useCopyLink', () => {
  // The spec's timing: in progress, the outcome after 750 ms, idle 3 s later.
  it.each([
    { refuse: false, outcome: 'success' },
    { refuse: true, outcome: 'error' },
  ])('goes through $outcome back to idle', async ({ refuse, outcome }) => {
    clipboard.refuse = refuse;
    const { result } = renderHook(() => useCopyLink('https://example.org/drive-details/1'));
    act(() => result.current.copy());
    await pass(0);
    await pass(740);
    expect(result.current.state).toBe('in-progress');
    await pass(20);
    expect(result.current.state).toBe(outcome);
    await pass(2_950);
    expect(result.current.state).toBe(outcome);
    await pass(60);
    expect(result.current.state).toBe('idle');
    expect(clipboard.text).toBe(refuse ? '' : 'https://example.org/drive-details/1');
  });
});

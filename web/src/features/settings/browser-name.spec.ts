// Aim: users recognize their browsers in the session list; an unknown program keeps the name that it sent.
import { describe, expect, it } from 'vitest';
import { browserName } from './browser-name.js';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

describe('the name of a browser', () => {
  it.each([
    ['Chrome on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`],
    ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/143.0.0.0`],
    ['Opera on macOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} OPR/124.0.0.0`],
    ['Chrome on Android', `Mozilla/5.0 (Linux; Android 16; Pixel 10) ${CHROME.replace('Safari', 'Mobile Safari')}`],
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
    [
      'Safari on iOS',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
    ],
    ['Firefox', 'Firefox/1.0'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', ''],
  ])('is %s', (name, agent) => {
    expect(browserName(agent)).toBe(name);
  });
});

// Aim: a credited URL leads to the host it shows, or is refused.
import { describe, expect, it } from '@jest/globals';
import { isWebUrl } from './web-url.js';

describe('An address to link to', () => {
  it.each([
    'https://example.com',
    'http://example.com:8080/a/b?c=d&e=f#g',
    'HTTPS://Example.COM/',
    "https://en.example.org/O'Brien_(road)",
    'https://www.flickr.com/photos/someone@N00/1234/',
    'https://münchen.example/straße',
    'https://xn--mnchen-3ya.example/%E2%80%AE',
    `https://example.com/${'x'.repeat(400)}`,
  ])('is accepted: %s', (text) => {
    expect(isWebUrl(text)).toBe(true);
  });

  it.each([
    '',
    'example.com',
    'http:example.com',
    'http:///example.com',
    'ftp://example.com',
    'javascript:alert(1)//https://example.com',
    'data:text/html,x',
    'http://[::1',
    'http://[::1]/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://localhost/',
    'https://x"><script>',
    'https://example.com/"><script>alert(1)</script>',
    'https://example.com\\@evil.example',
    'https://ann:secret@example.com/',
    'https://example.com@evil.example/',
    'https://example..com',
    'https://.com',
    'https://-.com',
    'https://exa mple.com',
    ' https://example.com',
    'https://example.com/\n',
    'https://example.com/\u202Egpj.exe',
    'https://example.com/\u2066x\u2069',
    'https://exam\u200Bple.com',
    'https://example.com/\0',
    'https://example.com/\uD800',
    'https://example.com:99999/',
  ])('is rejected: %j', (text) => {
    expect(isWebUrl(text)).toBe(false);
  });
});

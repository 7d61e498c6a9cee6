import { z } from 'zod';
import { onOff, setting, url } from './setting.js';

const secureUrl = url(['https:'], { query: true });

/** Settings with which an operator customizes pages: legal texts, app store links, advertisements. */
export const SITE_SETTINGS = {
  LEGAL_DIR: setting(
    z.string().optional(),
    'the texts that ship with the product',
    'A folder with Markdown files that replace pages: `terms.md`, `privacy.md`, `help.md`; a page without a file keeps its default text. Read at start.',
  ),
  IOS_APP_URL: setting(secureUrl.optional(), 'no link', 'The App Store page of an iOS app, linked from the app page.'),
  ANDROID_APP_URL: setting(
    secureUrl.optional(),
    'no link',
    'The store page of an Android app, linked from the app page.',
  ),
  SECURITY_CONTACT: setting(
    url(['mailto:', 'https:', 'http:'], { query: true }).optional(),
    'the contact page',
    'The contact for vulnerability reports in `/.well-known/security.txt`: a URL with mailto: or https://.',
  ),
  ADS: setting(onOff('on'), 'on', 'Whether people without Hero see advertisements: `on` or `off`.'),
  ADS_FILE: setting(
    z.string().optional(),
    'built-in advertisements for the product itself',
    'A JSON file with advertisements of your own: a list of `{title, text, action, url}`. Read at start; causes no outside requests.',
  ),
  ADS_SCRIPT_URL: setting(
    secureUrl.optional(),
    'no provider',
    'The script of an advertising provider. It runs in a frame that cannot read the site, only for people who consented; all other people see the other advertisements.',
  ),
} as const;

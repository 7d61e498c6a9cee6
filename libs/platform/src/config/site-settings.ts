import { z } from 'zod';
import { onOff, setting, url, webUrl } from './setting.js';

const secureUrl = url(['https:']);

/** Settings with which an operator customizes pages: legal texts, app store links, advertisements. */
export const SITE_SETTINGS = {
  LEGAL_DIR: setting(
    z.string().optional(),
    'the texts that ship with the product',
    'A folder with Markdown files that replace pages: `terms.md`, `privacy.md`, `help.md`; a page without one keeps its own text. Read at start.',
  ),
  IOS_APP_URL: setting(
    secureUrl.optional(),
    'no such link',
    'The listing of an iOS app in its store, linked on the page of the app.',
  ),
  ANDROID_APP_URL: setting(
    secureUrl.optional(),
    'no such link',
    'The listing of an Android app in its store, linked on the page of the app.',
  ),
  SECURITY_CONTACT: setting(
    z.union([url(['mailto:', 'https:']), webUrl]).optional(),
    'the contact page',
    'Where weaknesses are reported, for `/.well-known/security.txt`: a URL with mailto: or https://.',
  ),
  ADS: setting(onOff('on'), 'on', 'Whether people who are not Hero see advertisements: `on` or `off`.'),
  ADS_FILE: setting(
    z.string().optional(),
    'cards of the product itself',
    'A JSON file with advertisements of your own: a list of `{title, text, action, url}`. Read at start; nobody outside is asked.',
  ),
  ADS_SCRIPT_URL: setting(
    secureUrl.optional(),
    'no provider',
    'The script of an advertising provider. It runs in a frame that cannot read the site, only for people who consented; everybody else sees the other advertisements.',
  ),
} as const;

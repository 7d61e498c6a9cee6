import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { OWN_TEXTS, type OwnTextName } from '@switchback/contracts/rules/own-texts';
import { ConfigError, type Settings } from '@switchback/platform/config/settings';
import { SETTINGS } from '@switchback/platform/nest/tokens';
import { z } from 'zod';

const FILE_BYTES_MAX = 500_000;
const ADS_MAX = 20;

const line = (max: number) => z.string().trim().min(1).max(max);
/** URL of an ad; anything else is refused, above all `javascript:`. */
const address = z.string().regex(/^(https:\/\/|\/(?!\/))/, 'must begin with https:// or /');
const ads = z
  .array(z.object({ title: line(60), text: line(160), action: line(30), url: address }))
  .min(1)
  .max(ADS_MAX);
export type Ad = z.output<typeof ads>[number];

type SettingName = 'LEGAL_DIR' | 'ADS_FILE';

/** Texts and ads provided by the operator; read at startup, so that faults surface there. */
@Injectable()
export class OwnFiles {
  /** Markdown by page; null for the built-in text. */
  readonly texts: Readonly<Record<OwnTextName, string | null>>;
  /** Null for the product's own ads. */
  readonly ads: Ad[] | null;

  /** @throws ConfigError that names the setting of an unusable file. */
  constructor(@Inject(SETTINGS) { LEGAL_DIR, ADS_FILE }: Settings) {
    if (LEGAL_DIR !== undefined && !existsSync(LEGAL_DIR)) throw fault('LEGAL_DIR', `is not a folder: ${LEGAL_DIR}`);
    const text = (page: OwnTextName) => (LEGAL_DIR === undefined ? null : ownText(join(LEGAL_DIR, `${page}.md`)));
    this.texts = Object.fromEntries(OWN_TEXTS.map((page) => [page, text(page)])) as Record<OwnTextName, string | null>;
    this.ads = ADS_FILE === undefined ? null : ownAds(ADS_FILE);
  }
}

function ownText(path: string): string | null {
  return existsSync(path) ? read('LEGAL_DIR', path) : null;
}

function ownAds(path: string): Ad[] {
  let found: unknown;
  try {
    found = JSON.parse(read('ADS_FILE', path));
  } catch (error) {
    throw error instanceof ConfigError ? error : fault('ADS_FILE', `is not JSON: ${path}`);
  }
  const { data, error } = ads.safeParse(found);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw fault('ADS_FILE', `is not a list of advertisements: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

function read(name: SettingName, path: string): string {
  try {
    if (statSync(path).size <= FILE_BYTES_MAX) return readFileSync(path, 'utf8');
  } catch {
    throw fault(name, `names a file that cannot be read: ${path}`);
  }
  throw fault(name, `names a file of more than ${FILE_BYTES_MAX} bytes: ${path}`);
}

function fault(name: SettingName, what: string): ConfigError {
  return new ConfigError(new Map([[name, `${what}.`]]));
}

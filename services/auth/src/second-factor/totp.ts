import { createHmac, timingSafeEqual } from 'node:crypto';

/** Parameters that every authenticator app supports: RFC 6238 with HMAC-SHA-1, six digits, a step of 30 seconds. */
export const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after the current one that are also accepted, for clocks that differ and people who type slowly. */
const WINDOW = 1;

/** Returns the code of a step since 1970, by RFC 4226, section 5.3. */
export function totpCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Current step, and the last step whose code was used. */
export interface TotpMoment {
  step: number;
  lastStep: number;
}

/** Returns the step of a code; null if the code is wrong, or not newer than the last one used. */
export function stepOf(secret: Uint8Array, code: string, { step, lastStep }: TotpMoment): number | null {
  const typed = Buffer.from(code);
  for (let candidate = Math.max(step - WINDOW, lastStep + 1); candidate <= step + WINDOW; candidate += 1) {
    const expected = Buffer.from(totpCode(secret, candidate));
    if (typed.length === expected.length && timingSafeEqual(typed, expected)) return candidate;
  }
  return null;
}

/** Product and account that an authenticator app shows. */
export interface TotpLabel {
  product: string;
  email: string;
}

/** Builds the content of the QR code for authenticator apps. */
export function totpUri(secret: Uint8Array, { product, email }: TotpLabel): string {
  const issuer = encodeURIComponent(product.replaceAll(':', ' '));
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=${issuer}`;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes by RFC 4648, section 6, without padding. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let [held, bits] = [0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >>> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31];
}

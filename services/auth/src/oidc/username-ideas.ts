import { randomInt } from 'node:crypto';
import { isReservedUsername, usernameFault } from '@switchback/contracts/rules/accounts';
import { LIMITS } from '@switchback/contracts/rules/limits';

const FALLBACK = 'driver';
const SHORT_TRIES = 5;
const LONG_TRIES = 3;

/** Suggests usernames for a person who chose none, best first; all are valid, any may be taken. */
export function usernameIdeas(preferred: string, email: string): string[] {
  const base = fitting(preferred) ?? fitting(email) ?? FALLBACK;
  const numbered = (name: string, below: number) => {
    const digits = String(randomInt(below)).padStart(String(below).length - 1, '0');
    return `${trimmed(name.slice(0, LIMITS.usernameMax - digits.length - 1))}.${digits}`;
  };
  return [
    base,
    ...Array.from({ length: SHORT_TRIES }, () => numbered(base, 10_000)),
    ...Array.from({ length: LONG_TRIES }, () => numbered(FALLBACK, 1_000_000_000)),
  ];
}

/** Reduces a name, or the part of an address before its @, to a valid username; null if none is left. */
function fitting(text: string): string | null {
  const [name = ''] = text.split('@');
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const kept = trimmed(
    plain
      .replace(/[^a-z0-9_]+/gi, '.')
      .replace(/[._]*\.[._]*/g, '.')
      .replace(/_+/g, '_'),
  );
  const username = trimmed(kept.slice(0, LIMITS.usernameMax));
  return usernameFault(username) === null && !isReservedUsername(username) ? username : null;
}

function trimmed(name: string): string {
  return name.replace(/^[._]+|[._]+$/g, '');
}

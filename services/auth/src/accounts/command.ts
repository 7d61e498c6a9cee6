import { parseArgs } from 'node:util';
import { ACCOUNT_TYPES, type AccountType } from '@switchback/contracts/rules/accounts';
import { ProductError } from '@switchback/platform/errors';
import type { Account } from './account.entity.js';
import type { Staff } from './staff.js';

const USAGE = `Usage: npm run account -- create --email E --username U [--type free|hero|admin] [--password P]
       npm run account -- list
       npm run account -- set-type --email E --type free|hero|admin
       npm run account -- disable|enable --email E
       npm run account -- turn-off-totp --email E
       npm run account -- audit

create: creates a confirmed account, free unless --type is given. Without --password, which other users of the machine
  can see, reads the password from standard input.
disable: ends every session of the account and rejects its logins.
turn-off-totp: for a person who has lost both the authenticator app and the recovery codes; verify their identity first.
set-type: grants a type. The account has the higher one of the grant and the subscription; set-type free removes the
  grant, not the subscription.
audit: lists the moderation decisions, with author, time and reason.
`;

/** Exit codes, as shells expect them. */
const EXIT = { done: 0, refused: 1, notUnderstood: 2 } as const;

interface Options {
  email?: string;
  username?: string;
  type?: string;
  password?: string;
}

export interface CommandDependencies {
  staff: Staff;
  output: { write(text: string): unknown };
  /** Prompts a person for a password, or reads it from a program. */
  readPassword: () => Promise<string>;
  /** Moderation decisions by staff, one line each. */
  decisions: () => Promise<string[]>;
}

type Act = (options: Options, deps: CommandDependencies) => Promise<string | null>;

/** Each command returns a message with its result, or null if the options do not fit. Refusals are thrown. */
const ACTS: Readonly<Record<string, Act>> = {
  create: async ({ email, username, type = 'free', password }, { staff, readPassword }) => {
    const accountType = accountTypeOf(type);
    if (email === undefined || username === undefined || !accountType) return null;
    const draft = { email, username, accountType, password: password ?? (await readPassword()) };
    const userId = await staff.create(draft, { requestId: 'account', caller: null });
    if (userId === null) throw new Refused(`${email} already has an account.`);
    return `${email} now has an account of type ${type}, ${userId}.`;
  },
  list: async (_options, { staff }) => (await staff.list()).map(describe).join('\n') || 'There are no accounts.',
  'set-type': async ({ email, type = '' }, { staff }) => {
    const accountType = accountTypeOf(type);
    if (email === undefined || !accountType) return null;
    const now = await staff.setType(email, accountType);
    const kept = now === type ? '' : `; a subscription keeps it ${now}`;
    return found(email, now !== null, `is ${type} now${kept}`);
  },
  disable: async ({ email }, { staff }) =>
    email === undefined ? null : found(email, await staff.setEnabled(email, false), 'is disabled, and logged out'),
  enable: async ({ email }, { staff }) =>
    email === undefined ? null : found(email, await staff.setEnabled(email, true), 'may log in again'),
  audit: async (_options, { decisions }) => (await decisions()).join('\n') || 'There are no decisions.',
  'turn-off-totp': async ({ email }, { staff }) => {
    if (email === undefined) return null;
    const wasOn = await staff.turnOffTotp(email);
    return found(email, wasOn !== null, wasOn ? 'no longer needs codes to log in' : 'needed no codes to log in');
  },
};

class Refused extends Error {}

/**
 * Runs the `account` command.
 * @returns the exit code: 0 if it succeeded, 1 if it was refused, 2 if the arguments were not understood.
 */
export async function accountCommand(argv: string[], deps: CommandDependencies): Promise<number> {
  const understood = parse(argv);
  try {
    const done = understood && (await understood.act(understood.options, deps));
    deps.output.write(done ? `${done}\n` : USAGE);
    return done ? EXIT.done : EXIT.notUnderstood;
  } catch (error) {
    if (!(error instanceof Refused || error instanceof ProductError)) throw error;
    deps.output.write(`${sentencesOf(error).join('\n')}\n`);
    return EXIT.refused;
  }
}

function parse(argv: string[]): { act: Act; options: Options } | null {
  const text = { type: 'string' } as const;
  try {
    const options = { email: text, username: text, type: text, password: text };
    const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true });
    const [name = '', ...rest] = positionals;
    const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
    return act && rest.length === 0 ? { act, options: values } : null;
  } catch {
    return null;
  }
}

function accountTypeOf(text: string): AccountType | undefined {
  return ACCOUNT_TYPES.find((type) => type === text);
}

function found(email: string, isThere: boolean, done: string): string {
  if (!isThere) throw new Refused(`${email} has no account.`);
  return `${email} ${done}.`;
}

function describe({ email, accountType, enabled, createdAt, userId }: Account): string {
  const state = enabled ? '' : '  disabled';
  return `${createdAt.toISOString()}  ${userId}  ${accountType.padEnd(5)}  ${email}${state}`;
}

function sentencesOf(error: Error): string[] {
  const fields = error instanceof ProductError ? Object.entries(error.fields ?? {}) : [];
  return fields.length === 0 ? [error.message] : fields.map(([name, { message }]) => `--${name}: ${message}`);
}

import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { accountCommand } from '@switchback/auth/accounts/command';
import { connectAuth, createStaff } from '@switchback/auth/schema';
import { auditLines } from '@switchback/moderation/audit';
import { connectModeration } from '@switchback/moderation/schema';
import { runCommand } from '@switchback/platform/process/run';
import { connectUsers, createUsersPeer } from '@switchback/users/schema';

/** Reads the password from a terminal without echoing it, or from the first line of piped input. */
async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split('\n')[0] ?? '';
  process.stdout.write('Password: ');
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stdout.write('\n');
  }
}

await runCommand(async ({ clock, ids, settings, ...engines }) => {
  const database = await engines.database();
  const [accounts, people] = [await connectAuth(database), await connectUsers(database)];
  const decisions = async () => {
    const moderation = await connectModeration(database);
    try {
      return await auditLines(moderation);
    } finally {
      await moderation.destroy();
    }
  };
  try {
    const peer = createUsersPeer(people, { clock, ids, places: await engines.places() });
    const staff = createStaff(accounts, { clock, ids, users: async () => peer, passwordMin: settings.PASSWORD_MIN });
    const argv = process.argv.slice(2);
    process.exitCode = await accountCommand(argv, { staff, output: process.stdout, readPassword, decisions });
  } finally {
    await Promise.all([accounts.destroy(), people.destroy()]);
  }
});

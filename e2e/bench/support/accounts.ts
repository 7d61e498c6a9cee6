import type { Api } from '../../support/api.js';
import { type Ended, runCommand } from '../../support/commands.js';
import { logIn } from '../../support/people.js';
import type { RunningProduct } from '../../support/product.js';

const PASSWORD = 'correct-horse-battery';

/** Creates an account with the staff's command, and logs in. */
export async function joinBench(
  api: Api,
  { environment }: Pick<RunningProduct, 'environment'>,
  username: string,
  type: 'admin' | 'hero',
): Promise<{ id: string; token: string }> {
  const email = `${username}@example.com`;
  const words = ['--email', email, '--username', username, '--password', PASSWORD, '--type', type];
  await done(runCommand('account', ['create', ...words], environment));
  return logIn(api, { email, password: PASSWORD });
}

/** @throws Error with the program's output if it failed. */
export async function done(ending: Promise<Ended>): Promise<void> {
  const { code, output } = await ending;
  if (code !== 0) throw new Error(output);
}

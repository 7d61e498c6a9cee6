import type { Api } from '../../support/api.js';
import { runCommand } from '../../support/commands.js';
import { logIn } from '../../support/people.js';
import type { RunningProduct } from '../../support/product.js';

const PASSWORD = 'correct-horse-battery';

/** Creates an account with the staff's command, and logs in. @throws Error with the command's output if it failed. */
export async function joinBench(
  api: Api,
  { environment }: Pick<RunningProduct, 'environment'>,
  username: string,
  type: 'admin' | 'hero',
): Promise<{ id: string; token: string }> {
  const email = `${username}@example.com`;
  const words = ['--email', email, '--username', username, '--password', PASSWORD, '--type', type];
  const { code, output } = await runCommand('account', ['create', ...words], environment);
  if (code !== 0) throw new Error(output);
  return logIn(api, { email, password: PASSWORD });
}

import type { AccountType } from '@switchback/contracts/rules/accounts';
import type { Catalogue } from './catalogue.js';
import type { HttpClient, Question } from './http-client.js';
import { runCommand } from './processes.js';

const PASSWORD = 'correct-horse-battery';

/** A person with an account in the measured product. */
export class Person {
  readonly password = PASSWORD;
  private constructor(private readonly email: string) {}

  /** @param name must be unused in the catalogue. */
  static async join({ url }: Pick<Catalogue, 'url'>, name: string, type: AccountType = 'free'): Promise<Person> {
    const email = `${name}@example.com`;
    const words = ['create', '--email', email, '--username', name, '--password', PASSWORD, '--type', type];
    await runCommand('account', words, url);
    return new Person(email);
  }

  get logIn(): Question {
    const body = JSON.stringify({ email: this.email, password: PASSWORD });
    return { method: 'POST', path: '/api/auth/login', body };
  }

  async session(http: HttpClient): Promise<{ id: string; headers: { authorization: string } }> {
    const answer = await http.ask(this.logIn);
    const { token, user } = JSON.parse(answer.text()) as { token: string; user: { id: string } };
    return { id: user.id, headers: { authorization: `Bearer ${token}` } };
  }
}

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { ChildProgram } from './child-program.js';
import { TcpProxy } from './tcp-proxy.js';
import { waitUntil } from './wait.js';

const START_TIMEOUT_MS = 90_000;
const REDIRECTS_MAX = 10;

/** A person known to the provider, by its claims about them. */
export interface Person {
  email?: string;
  email_verified?: boolean;
  preferred_username?: string;
}

/** Configuration of the provider's process. */
export interface ProviderPlan {
  port: number;
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** By subject. */
  people: Record<string, Person>;
}

/** An OpenID Connect provider as a child process, behind a proxy that can be cut. */
export class OidcProviderProcess {
  private constructor(
    private readonly program: ChildProgram,
    readonly wire: TcpProxy,
    readonly plan: ProviderPlan,
  ) {}

  static async start({ redirectUri, people }: Pick<ProviderPlan, 'redirectUri' | 'people'>) {
    const port = await freePort();
    const wire = await TcpProxy.start({ host: '127.0.0.1', port });
    const client = { clientId: 'switchback', clientSecret: 'a secret of the provider and us', redirectUri };
    const plan = { port, issuer: `http://127.0.0.1:${wire.port}`, people, ...client };
    const program = ChildProgram.start('./oidc-provider-process.fixture.ts', { OIDC_PLAN: JSON.stringify(plan) });
    const isReady = () => program.lines.includes('ready');
    await waitUntil('the provider', isReady, START_TIMEOUT_MS).catch((error: unknown) => {
      throw new Error(`The provider did not start:\n${program.errors}`, { cause: error });
    });
    return new OidcProviderProcess(program, wire, plan);
  }

  /**
   * Follows redirects like a browser, as one of the people, with its own cookies.
   * @returns the query of the callback URL.
   */
  async visit(url: string, subject: string): Promise<string> {
    const cookies = new Map<string, string>();
    let address = new URL(url);
    for (let count = 0; count < REDIRECTS_MAX; count += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(address, { redirect: 'manual', headers: { cookie, 'x-person': subject } });
      for (const line of answer.headers.getSetCookie()) storeCookie(cookies, line);
      const next = answer.headers.get('location');
      if (next === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
      address = new URL(next, address);
      if (address.href.startsWith(this.plan.redirectUri)) return address.search.slice(1);
    }
    throw new Error('The provider redirects the browser in a loop.');
  }

  async stop(): Promise<void> {
    await this.wire.close();
    await this.program.kill();
  }
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const [name = '', value = ''] = pair.split('=');
  cookies.set(name, value);
}

/** Returns a port that is free at this moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

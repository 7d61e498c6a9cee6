import { hashPassword } from '@switchback/auth/passwords/password-hash';
import type { Catalogue } from './catalogue.js';
import type { BenchContext } from './context.js';
import { HttpClient, type Question } from './http-client.js';
import { closedLoop } from './load.js';
import { Person } from './person.js';
import type { RunningServer } from './processes.js';
import { atLeast } from './result.js';
import { compare, median } from './statistics.js';
import { timesOf } from './timing.js';

/**
 * Logins are spread evenly over these accounts, so that none exceeds the session limit: a login must not include the
 * cost of ending a session.
 */
const PEOPLE = 8;
/** Matches libuv's thread count; more would only queue. */
const CLIENTS = 4;
const LOG_INS = 60;
const LOG_INS_SHARE_MIN = 0.8;
const QUESTIONS = 1_000;
const SESSION_ADDS_MAX_MS = 0.3;

/** P20: login rate against the bare hash. P21: latency that a session adds to a request. */
export async function measureAccounts(
  context: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
): Promise<void> {
  const people: Person[] = [];
  while (people.length < PEOPLE) people.push(await Person.join(catalogue, `bench${people.length}`));
  const http = new HttpClient(product.url, CLIENTS);
  try {
    if (context.wants('P20')) await measureLogIns(context, catalogue, http, people);
    if (context.wants('P21')) await measureSession(context, catalogue, http, people[0]!);
  } finally {
    http.close();
  }
}

async function measureLogIns(
  { rounds, record }: BenchContext,
  { label }: Catalogue,
  http: HttpClient,
  people: readonly Person[],
): Promise<void> {
  const one = (index: number) => people[index % people.length]!;
  const figures = await compare(
    { rounds },
    {
      floor: () => closedLoop(CLIENTS, LOG_INS, (index) => hashPassword(one(index).password)),
      ours: () => closedLoop(CLIENTS, LOG_INS, (index) => http.ask(one(index).logIn)),
    },
  );
  record({
    goal: 'P20',
    size: label,
    measure: 'logins / bare argon2id at the same cost',
    unit: 'a second',
    ...atLeast(LOG_INS_SHARE_MIN, figures),
    note: `${CLIENTS} at a time, in the product and in the bare process`,
  });
}

async function measureSession(
  { rounds, record }: BenchContext,
  { label }: Catalogue,
  http: HttpClient,
  person: Person,
): Promise<void> {
  const { headers } = await person.session(http);
  const visitor: Question = { method: 'GET', path: '/api/stats/drives' };
  const member: Question = { ...visitor, headers };
  const run = (question: Question) => async () => median(await timesOf(QUESTIONS, () => http.ask(question)));
  const figures = await compare({ rounds }, { floor: run(visitor), ours: run(member) });
  const added = figures.ours.median - figures.floor.median;
  record({
    goal: 'P21',
    size: label,
    measure: 'a request with a session / without',
    unit: 'ms',
    ...figures,
    target: `floor + ${SESSION_ADDS_MAX_MS} ms`,
    met: added <= SESSION_ADDS_MAX_MS,
    note: `adds ${added.toFixed(3)} ms; sequential requests, the session is looked up again every five seconds`,
  });
}

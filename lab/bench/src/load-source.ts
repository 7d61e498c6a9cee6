// Entry point of a load generator's process.
import { HttpClient } from './http-client.js';
import { closedLoop, openLoop } from './load.js';
import type { Order, Report } from './load-generator.js';

let ask: (index: number) => Promise<unknown> = () => Promise.reject(new Error('No target is set yet.'));

async function follow(order: Order): Promise<number[]> {
  if (order.kind === 'closed') return [await closedLoop(order.clients, order.requests, ask)];
  if (order.kind === 'open') return openLoop(order.ratePerSecond, order.durationMs, ask);
  const { base, questions } = order.target;
  const http = new HttpClient(base, order.connections);
  ask = (index) => http.ask(questions[index % questions.length]!);
  return [];
}

process.on('message', (order: Order) => {
  void follow(order)
    .then(
      (figures): Report => ({ figures }),
      (error: unknown): Report => ({ error: String(error) }),
    )
    .then((report) => process.send!(report));
});
process.once('disconnect', () => process.exit());

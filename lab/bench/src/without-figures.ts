// Preloaded before a product. Turns its metrics into no-ops, so that the cost of recording them can be measured.
import { syncBuiltinESMExports } from 'node:module';
import perfHooks from 'node:perf_hooks';
import { Counter, Histogram } from 'prom-client';

const nothing = () => undefined;
const kept = { inc: nothing, observe: nothing };
Object.assign(Counter.prototype, { ...kept, labels: () => kept });
Object.assign(Histogram.prototype, { ...kept, labels: () => kept });

Object.assign(perfHooks, {
  monitorEventLoopDelay: () => ({ enable: nothing, disable: nothing, reset: nothing, percentile: () => 0 }),
});
syncBuiltinESMExports();

// Loaded before a product: its figures are asked for as ever and none is kept, so that what keeping them costs can be told.
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

// Aim: in-process calls meet the same contract as all calls.
import { bindInProcess } from '@switchback/platform/rpc/in-process';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { describeRpc } from './rpc-conformance.js';

describeRpc('in one process', (implementation, timeoutMs) =>
  Promise.resolve({
    client: bindInProcess<DrivesService>(DrivesServiceDefinition, implementation, { timeoutMs, roundTrip: true }),
    close: () => Promise.resolve(),
  }),
);

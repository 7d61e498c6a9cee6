import { runProcess } from '@switchback/platform/process/run';
import { gatewayProcess } from './process.js';

await runProcess(gatewayProcess);

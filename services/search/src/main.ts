import { runService } from '@switchback/platform/process/run-service';
import { search } from './service.js';

await runService(search);

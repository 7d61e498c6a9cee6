import { runService } from '@switchback/platform/process/run-service';
import { auth } from './service.js';

await runService(auth);

import { runService } from '@switchback/platform/process/run-service';
import { users } from './service.js';

await runService(users);

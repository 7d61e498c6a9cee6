import { runService } from '@switchback/platform/process/run-service';
import { users } from './part.js';

await runService(users);

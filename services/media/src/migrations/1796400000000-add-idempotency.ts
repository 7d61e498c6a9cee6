import { AddIdempotency } from '@switchback/platform/db/idempotency';

export class AddIdempotency1796400000000 extends AddIdempotency {}

import { Injectable } from '@nestjs/common';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import type { Outing } from './outing.js';

/** Chains drives that start near a place. */
@Injectable()
export class Chains {
  plan(_outing: Outing, _caller: Caller | null): Promise<Plan[]> {
    return Promise.resolve([]);
  }
}

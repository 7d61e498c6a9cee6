import { Injectable } from '@nestjs/common';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import type { Outing } from './outing.js';

/** Generates loops on any road, with a router that can route through points. */
@Injectable()
export class Loops {
  readonly areAvailable: boolean = false;

  /** @returns `note` says why there are none, if the router failed. */
  plan(_outing: Outing, _signal?: AbortSignal): Promise<{ plans: Plan[]; note: string }> {
    return Promise.resolve({ plans: [], note: '' });
  }
}

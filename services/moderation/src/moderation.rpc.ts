import { RpcController } from '@switchback/platform/nest/rpc-controller';
import type { Call } from '@switchback/platform/rpc/call';
import {
  type CheckClaimRequest,
  type ClaimRequest,
  type DecideRequest,
  type ListQueueRequest,
  ModerationServiceDefinition,
  type ReleaseRequest,
  type ReportAbuseRequest,
  type SuggestEditsRequest,
} from '@switchback/proto/moderation/v1/service';
import { ModerationService } from './moderation.service.js';
import { requireStaff } from './moderation.policy.js';
import { Queue } from './queue.js';
import { Reports } from './reports.js';

/** RPC interface of the moderation service, as other processes call it. */
@RpcController(ModerationServiceDefinition)
export class ModerationRpc {
  constructor(
    private readonly queue: Queue,
    private readonly moderation: ModerationService,
    private readonly reports: Reports,
  ) {}

  async listQueue(request: ListQueueRequest, { caller }: Call) {
    requireStaff(caller);
    return this.queue.list(request);
  }

  async claim({ id }: ClaimRequest, { caller }: Call) {
    await this.moderation.claim(id, requireStaff(caller));
    return { item: await this.queue.one(id) };
  }

  async release({ id }: ReleaseRequest, { caller }: Call) {
    await this.moderation.release(id, requireStaff(caller));
    return { item: await this.queue.one(id) };
  }

  async decide(request: DecideRequest, call: Call) {
    await this.moderation.decide(request, requireStaff(call.caller), call);
    return { item: await this.queue.one(request.id) };
  }

  async checkClaim({ kind, subjectId }: CheckClaimRequest, { caller }: Call) {
    return { rev: await this.moderation.checkClaim(kind, subjectId, requireStaff(caller)) };
  }

  async reportAbuse(request: ReportAbuseRequest, call: Call) {
    await this.reports.report(request, call);
    return {};
  }

  async suggestEdits(request: SuggestEditsRequest, call: Call) {
    await this.reports.suggest(request, call);
    return {};
  }
}

import { MODERATION_KINDS } from '@switchback/contracts/rules/moderation';
import { ProductError } from '@switchback/platform/errors';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import { Item, type ModerationService } from '@switchback/proto/moderation/v1/service';

type Method<Name extends keyof ModerationService> = Rpc<ModerationService>[Name];

/** A queue with one drive in it, for staff only. */
export class FakeModeration implements Rpc<ModerationService> {
  failure: Error | undefined;

  #item(call: Call, overrides: Partial<Item> = {}): Item {
    if (this.failure) throw this.failure;
    if (!call.caller) throw new ProductError('invalidSession');
    if (call.caller.accountType !== 'admin') throw new ProductError('notAllowed');
    return {
      ...Item.decode(new Uint8Array()),
      id: 'i1',
      kind: 'drive',
      state: 'open',
      subjectType: 'drive',
      subjectId: 'd1',
      subjectTitle: 'Blue Ridge Parkway',
      reasons: ['no photo'],
      rev: 1,
      created: '2026-01-02T03:04:05.000Z',
      dueBy: '2026-01-05T03:04:05.000Z',
      history: [{ at: '2026-01-02T03:04:05.000Z', who: undefined, action: 'submitted', note: '', corrected: [] }],
      ...overrides,
    };
  }

  listQueue: Method<'listQueue'> = async (_request, call) => ({
    items: [this.#item(call)],
    bookmark: '',
    counts: Object.fromEntries(MODERATION_KINDS.map((kind) => [kind, kind === 'drive' ? 1 : 0])),
  });
  claim: Method<'claim'> = async (_request, call) => {
    const claimedBy = { id: call.caller?.userId ?? '', username: 'staff' };
    return { item: this.#item(call, { state: 'claimed', claimedBy }) };
  };
  release: Method<'release'> = async (_request, call) => ({ item: this.#item(call) });
  decide: Method<'decide'> = async ({ decision }, call) => ({ item: this.#item(call, { state: 'decided', decision }) });
  /** Claims of drives and photos, by subject. */
  claims: Record<string, { by: string; rev: number }> = {};
  checkClaim: Method<'checkClaim'> = async ({ subjectId }, call) => {
    this.#item(call);
    const claim = this.claims[subjectId];
    if (claim && claim.by !== call.caller?.userId) throw new ProductError('claimedByOther');
    return { rev: claim?.rev };
  };
  reportAbuse: Method<'reportAbuse'> = async () => {
    if (this.failure) throw this.failure;
    return {};
  };
  suggestEdits: Method<'suggestEdits'> = async (_request, { caller }) => {
    if (this.failure) throw this.failure;
    if (!caller) throw new ProductError('invalidSession');
    if (caller.accountType === 'free') throw new ProductError('upgradeNeeded', { additional: { upgrade: true } });
    return {};
  };
}

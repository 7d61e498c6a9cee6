import type { Ids } from '@switchback/platform/ids';
import { ProductError } from '@switchback/platform/errors';
import type { Limit, Limits } from '@switchback/platform/limits/limits';
import type { EntityManager } from 'typeorm';
import type { Intent } from '../payments.js';
import { SandboxIntent } from './sandbox.entity.js';
import { type IntentRow, lockIntent } from './sandbox.sql.js';
import { declined, readCard, type TypedCard } from './sandbox-cards.js';
import type { SandboxWorld } from './sandbox-world.js';

const FAILURES: Limit = { name: 'sandbox-cards', calls: 20, windowMs: 60 * 60_000 };

/** A bank's challenge with the person's answer. */
export interface AnsweredChallenge {
  id: string;
  answer: string;
}

export interface Authorization {
  authorized: Intent | null;
  /** ID of the bank's challenge, if it must be answered first. */
  challengeId: string | null;
}

/** Stands in for the provider's page that accepts cards, and for the bank behind it. */
export class SandboxPage {
  constructor(
    private readonly manager: EntityManager,
    private readonly world: SandboxWorld,
    private readonly ids: Ids,
    private readonly limits: Pick<Limits, 'count' | 'giveBack'>,
  ) {}

  /**
   * Authorizes an intent with a card, or with the answer to a challenge.
   * @throws ProductError `cardDeclined`, `intentNotAuthorised`; `invalidInput` for a field of the card;
   * `tooManyRequests` after too many declined cards.
   */
  async authorise(
    userId: string,
    intentId: string,
    { card, challenge }: { card: TypedCard; challenge: AnsweredChallenge | null },
  ): Promise<Authorization> {
    // Counted before the attempt, so that concurrent attempts do not exceed the limit.
    const retryAfterMs = await this.limits.count(FAILURES, userId);
    if (retryAfterMs > 0) {
      const retryAfterSeconds = Math.ceil(retryAfterMs / 1_000);
      throw new ProductError('tooManyRequests', { additional: { retryAfterSeconds } });
    }
    try {
      const authorization = challenge
        ? await this.answer(userId, intentId, challenge)
        : await this.authorize(userId, intentId, card);
      await this.limits.giveBack(FAILURES, userId);
      return authorization;
    } catch (error) {
      const isFailure = error instanceof ProductError && error.error === 'cardDeclined';
      if (!isFailure) await this.limits.giveBack(FAILURES, userId);
      throw error;
    }
  }

  private authorize(userId: string, intentId: string, typed: TypedCard): Promise<Authorization> {
    return this.manager.transaction(async (manager) => {
      const intent = await lockIntent(manager, userId, intentId);
      if (intent.status === 'consumed') throw new ProductError('intentNotAuthorised');
      const { card, isChallenged } = readCard(typed, await this.world.now(manager));
      const challengeId = isChallenged ? `ch_${this.ids.uuid()}` : null;
      const status = isChallenged ? 'in_progress' : 'authorized';
      await manager.update(SandboxIntent, { id: intentId }, { status, challengeId, card });
      return { authorized: isChallenged ? null : toIntent({ ...intent, status }), challengeId };
    });
  }

  private async answer(userId: string, intentId: string, { id, answer }: AnsweredChallenge): Promise<Authorization> {
    const isApproved = answer === 'approve';
    const authorized = await this.manager.transaction(async (manager) => {
      const intent = await lockIntent(manager, userId, intentId);
      if (intent.status !== 'in_progress' || intent.challengeId !== id) throw new ProductError('intentNotAuthorised');
      const status = isApproved ? 'authorized' : 'inited';
      const card = isApproved ? intent.card : null;
      await manager.update(SandboxIntent, { id: intentId }, { status, challengeId: null, card });
      return toIntent({ ...intent, status });
    });
    if (!isApproved) throw declined('Your bank did not approve the payment.');
    return { authorized, challengeId: null };
  }
}

function toIntent({ id, status, amount, currencyCode }: IntentRow): Intent {
  return { id, status, amount, currencyCode };
}

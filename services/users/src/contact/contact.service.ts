import { Inject, Injectable } from '@nestjs/common';
import { IDS } from '@switchback/platform/nest/tokens';
import { CONTACT_REASONS, emailFault } from '@switchback/contracts/rules/accounts';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { answerOnce } from '@switchback/platform/db/idempotency';
import { ProductError, refuseField } from '@switchback/platform/errors';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { contactTopic } from '@switchback/platform/events/topics';
import type { Ids } from '@switchback/platform/ids';
import type { Caller } from '@switchback/platform/rpc/call';
import type { ReceiveContactRequest } from '@switchback/proto/users/v1/service';
import { DataSource } from 'typeorm';

/** Accepts messages to the staff. Publishes each as an event, whose consumer stores and mails it. */
@Injectable()
export class ContactService {
  constructor(
    private readonly source: DataSource,
    private readonly events: EventFactory,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** @throws ProductError `invalidInput` on the invalid field; `keyReused`. */
  async receive(request: ReceiveContactRequest, caller: Caller | null): Promise<void> {
    const { name, email, reason, message } = requireSound(request);
    const id = this.ids.uuid();
    const payload = { id, name, email, reason, message, userId: caller?.userId ?? '' };
    const event = this.events.create({ type: 'contact.received', subject: id, version: 1, payload });
    const { idempotency } = request;
    const repeatable = idempotency ? { ...idempotency, person: caller?.userId ?? '' } : null;
    await this.source.transaction((manager) =>
      answerOnce(manager, repeatable, async () => {
        await appendToOutbox(manager, contactTopic, [event]);
        return {};
      }),
    );
  }
}

type Message = Omit<ReceiveContactRequest, 'idempotency'>;

function requireSound({ name, email, reason, message }: Message): Message {
  const typed = { name: name.trim(), email: email.trim(), reason, message: message.trim() };
  if (typed.name === '') throw wrong('name', 'Name is required');
  if ([...typed.name].length > LIMITS.contactNameMax)
    throw wrong('name', `At most ${LIMITS.contactNameMax} characters.`);
  const fault = emailFault(typed.email);
  if (fault !== null) throw wrong('email', fault);
  if (!CONTACT_REASONS.some((known) => known === reason)) throw wrong('reason', 'Reason is required');
  if (typed.message === '') throw wrong('message', 'Message is required');
  if ([...typed.message].length > LIMITS.contactMessageMax)
    throw wrong('message', `At most ${LIMITS.contactMessageMax} characters.`);
  return typed;
}

function wrong(field: keyof Message, message: string): ProductError {
  return refuseField(field, 'invalidInput', message);
}

import { Controller, Inject, UseGuards } from '@nestjs/common';
import { reportAbuse, suggestEdits } from '@switchback/contracts/endpoints/reports';
import { VIOLATIONS } from '@switchback/contracts/rules/moderation';
import { Answers, type InputOf } from '../contract/answers.js';
import { limitedBy } from '../http/limit.guard.js';
import { CLIENTS, type Clients } from '../services/clients.js';

/** Reports of drives, reviews and profiles to the staff. */
@Controller()
export class ReportsController {
  constructor(@Inject(CLIENTS) private readonly clients: Clients) {}

  @UseGuards(limitedBy('sendMessage'))
  @Answers(reportAbuse)
  async report({ body: { violations, details, subject }, idempotency, call }: InputOf<typeof reportAbuse>) {
    const chosen = VIOLATIONS.filter((violation) => violations[violation]);
    const told = { violations: chosen, details: details ?? '', subject: subject ?? undefined };
    const request = { ...told, idempotency: idempotency ?? undefined };
    await this.clients.moderation.reportAbuse(request, call);
    return { title: 'Report Sent', details: 'Thank you. Our staff review reports within 24 hours.' };
  }

  @UseGuards(limitedBy('sendMessage'))
  @Answers(suggestEdits)
  async suggest({ params: { id: driveId }, body: { suggestions }, idempotency, call }: InputOf<typeof suggestEdits>) {
    await this.clients.moderation.suggestEdits({ driveId, suggestions, idempotency: idempotency ?? undefined }, call);
    return { title: 'Suggestions Sent', details: 'Thank you. Our staff will review your suggestions.' };
  }
}

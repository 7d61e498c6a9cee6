import { z } from 'zod';
import { LIMITS } from '../rules/limits.js';
import { NOTICE_KINDS } from '../rules/moderation.js';
import { ownParams } from './auth.js';
import { endpoint } from './endpoint.js';
import { token } from './search.js';
import { text } from './text.js';

const tag = 'Users';

const notice = z
  .object({
    id: z.string(),
    kind: z.enum(NOTICE_KINDS),
    at: z.string().meta({ description: 'ISO 8601, UTC.' }),
    read: z.boolean(),
    subject: z.object({ type: z.string(), id: z.string(), title: z.string() }),
    by: z
      .string()
      .nullable()
      .meta({ description: 'Username of the person who shared the subject; null if there is none, or not any more.' }),
    corrected: z.array(z.string()).meta({ description: 'For an approved drive: the fields that staff corrected.' }),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof notice>;

const list = z
  .object({ notices: z.array(notice).max(LIMITS.noticesMax), unread: z.number().int() })
  .meta({ id: 'NoticesAnswer' });

export const notices = endpoint('notices', 'POST /api/users/user/{id}/notices', {
  summary: 'List recent notices, newest first',
  tag,
  access: 'owner',
  params: ownParams,
  body: z.object({ token }).default({}),
  answer: list,
});

export const readNotices = endpoint('readNotices', 'POST /api/users/user/{id}/notices/read', {
  summary: 'Mark notices as read; all of them if no ids are given',
  tag,
  access: 'owner',
  params: ownParams,
  body: z.object({ token, ids: z.array(text(LIMITS.noticeIdMax)).max(LIMITS.noticesMax).nullish() }).default({}),
  answer: list,
});

const channels = z.object({ mail: z.boolean(), notice: z.boolean() });
const noticeChoices = z.record(z.enum(NOTICE_KINDS), channels).meta({ id: 'NoticeSettings' });

export const noticeSettings = endpoint('noticeSettings', 'POST /api/users/user/{id}/notice-settings', {
  summary: 'Return the notification settings; stores `settings` first, if given',
  tag,
  access: 'owner',
  params: ownParams,
  body: z.object({ token, settings: z.partialRecord(z.enum(NOTICE_KINDS), channels.partial()).nullish() }).default({}),
  answer: z.object({ settings: noticeChoices }).meta({ id: 'NoticeSettingsAnswer' }),
});

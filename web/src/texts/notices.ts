import type { Notice } from '@switchback/contracts/endpoints/notices';
import { correctionText } from '@switchback/contracts/rules/authoring';
import type { NoticeKind } from '@switchback/contracts/rules/moderation';

/** The facts of a notice that its text names. */
type Facts = Pick<Notice, 'by' | 'corrected' | 'subject'>;

/** Texts of notices. */
export const noticesTexts = {
  button: 'Notifications',
  unread: (count: number) => `${count} unread`,
  empty: 'No notifications',
  all: 'All notifications',
  lead: 'News about your drives and reviews.',
  choose: 'Choose your notifications',
  kinds: {
    'drive-approved': (title: string, { corrected }: Facts) => `${title} is published${correctionText(corrected)}.`,
    'changes-requested': (title: string) => `Changes requested: ${title}`,
    'report-settled': () => 'Our staff reviewed your report. Thank you.',
    'suggestion-settled': (title: string) => `Our staff reviewed your suggestions for ${title}. Thank you.`,
    'drive-shared': (title: string, { by }: Facts) => `${by ?? 'Someone'} shared the drive ${title} with you.`,
    'collection-shared': (title: string, { by, subject: { type } }: Facts) =>
      `${by ?? 'Someone'} shared the ${type === 'trip' ? 'trip' : 'collection'} ${title} with you.`,
    'collection-approved': (title: string) => `Your collection ${title} is published.`,
    'collection-changes-requested': (title: string) => `Changes requested: ${title}`,
    'review-helpful': (title: string) => `Someone found your review of ${title} helpful.`,
  } satisfies Record<NoticeKind, (title: string, facts: Facts) => string>,
  untitled: 'Untitled drive',
  settingsLead: 'What we notify you about, and how.',
  settingKinds: {
    'drive-approved': 'A drive of yours is published',
    'changes-requested': 'Changes requested',
    'report-settled': 'Your report was reviewed',
    'suggestion-settled': 'Your suggested edits were reviewed',
    'drive-shared': 'A drive is shared with you',
    'collection-shared': 'A collection or trip is shared with you',
    'collection-approved': 'A collection of yours is published',
    'collection-changes-requested': 'Changes requested to a collection',
    'review-helpful': 'A review of yours is found helpful',
  } satisfies Record<NoticeKind, string>,
  channels: { notice: 'In the header', mail: 'By mail' },
};

import type { NoticeKind } from '@switchback/contracts/rules/moderation';

/** Texts of notices. */
export const noticesTexts = {
  button: 'Notifications',
  unread: (count: number) => `${count} unread`,
  empty: 'Nothing yet.',
  kinds: {
    'drive-approved': (title: string) => `${title} is published.`,
    'changes-requested': (title: string) => `Our staff ask for changes of ${title}.`,
    'report-settled': () => 'Our staff looked at what you reported. Thank you.',
    'suggestion-settled': (title: string) => `Our staff looked at your suggestions for ${title}. Thank you.`,
    'drive-shared': (title: string) => `${title} was shared with you.`,
    'review-helpful': (title: string) => `Somebody found your review of ${title} helpful.`,
  } satisfies Record<NoticeKind, (title: string) => string>,
  untitled: 'Your drive',
  settings: 'Notifications',
  settingsLead: 'What we tell you, and how.',
  settingKinds: {
    'drive-approved': 'A drive of yours is published',
    'changes-requested': 'Our staff ask for changes',
    'report-settled': 'Something you reported was looked at',
    'suggestion-settled': 'Edits you suggested were looked at',
    'drive-shared': 'A drive is shared with you',
    'review-helpful': 'A review of yours is found helpful',
  } satisfies Record<NoticeKind, string>,
  channels: { notice: 'In the header', mail: 'By mail' },
};

import type { Notice } from '@switchback/contracts/endpoints/notices';
import { NOTICE_KINDS, type NoticeKind } from '@switchback/contracts/rules/moderation';
import type { FakeAccounts } from './accounts.js';

type Settings = Record<NoticeKind, { mail: boolean; notice: boolean }>;

/** Notices of the one person of the fake accounts, behind a fake API. */
export class FakeNotices {
  notices: Notice[] = [];
  settings = Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, { mail: true, notice: true }])) as Settings;
  /** Response to return instead of the regular one. */
  failure: Response | null = null;
  /** Number of requests for the list, and of marks as read. */
  reads = 0;
  marks = 0;
  readonly saved: object[] = [];

  constructor(private readonly accounts: FakeAccounts) {}

  get handlers() {
    return [
      ...this.accounts.own('post', 'notices', () => {
        this.reads += 1;
        return this.list();
      }),
      ...this.accounts.own('post', 'notices/read', async (_params, request) => {
        if (this.failure !== null) return this.failure.clone();
        this.marks += 1;
        const { ids } = (await request.json()) as { ids?: string[] };
        this.notices = this.notices.map((notice) => ({
          ...notice,
          read: notice.read || (ids?.includes(notice.id) ?? true),
        }));
        return this.list();
      }),
      ...this.accounts.own('post', 'notice-settings', async (_params, request) => {
        const { settings } = (await request.json()) as { settings?: Partial<Settings> };
        if (settings === undefined) return { settings: this.settings };
        if (this.failure !== null) return this.failure.clone();
        this.saved.push(settings);
        for (const kind of NOTICE_KINDS) this.settings[kind] = { ...this.settings[kind], ...settings[kind] };
        return { settings: this.settings };
      }),
    ];
  }

  /** Adds a notice; the newest comes first. */
  add(kind: NoticeKind, title = 'Ridge Road', overrides: Partial<Notice> = {}): void {
    const id = `n${this.notices.length + 1}`;
    const subject = { type: 'drive', id: 'd 1', title };
    this.notices.unshift({
      id,
      kind,
      at: '2026-03-04T12:00:00.000Z',
      read: false,
      subject,
      by: null,
      corrected: [],
      ...overrides,
    });
  }

  private list() {
    return { notices: this.notices, unread: this.notices.filter(({ read }) => !read).length };
  }
}

import type { NoticeKind } from '@switchback/contracts/rules/moderation';
import { api } from './api.js';
import { type Answer, asks } from './asks.js';

const POLL_MS = 60_000;

/** Notices after which a drive or a collection of the person has another state. */
const DECISIONS: readonly NoticeKind[] = [
  'drive-approved',
  'changes-requested',
  'collection-approved',
  'collection-changes-requested',
];
const isDecision = (kind: NoticeKind) => DECISIONS.includes(kind);

/** A person's notices, in the header of every page, and their notification settings. */
const noticesApi = api.injectEndpoints({
  endpoints: (build) => ({
    notices: build.query<Answer<'notices'>, string>({
      ...asks('notices', (id) => ({ params: { id }, body: {} })),
      async onQueryStarted(id, request) {
        const before = noticesApi.endpoints.notices.select(id)(request.getState()).data;
        const { data } = await request.queryFulfilled.catch(() => ({ data: null }));
        if (before === undefined || data === null) return;
        const isNew = ({ id: noticeId }: { id: string }) => !before.notices.some((notice) => notice.id === noticeId);
        // The page may show the drive or the collection as it was before the decision.
        if (data.notices.some((notice) => isDecision(notice.kind) && isNew(notice)))
          request.dispatch(api.util.invalidateTags(['Seen']));
      },
    }),
    readNotices: build.mutation<Answer<'readNotices'>, { id: string; ids: string[] }>({
      ...asks('readNotices', ({ id, ids }) => ({ params: { id }, body: { ids } })),
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data !== null) await dispatch(noticesApi.util.upsertQueryData('notices', id, data));
      },
    }),
    noticeSettings: build.query<Answer<'noticeSettings'>['settings'], string>({
      ...asks(
        'noticeSettings',
        (id) => ({ params: { id }, body: {} }),
        (answer) => answer.settings,
      ),
    }),
    saveNoticeSetting: build.mutation<
      Answer<'noticeSettings'>['settings'],
      { id: string; kind: NoticeKind; channel: 'mail' | 'notice'; on: boolean }
    >({
      ...asks(
        'noticeSettings',
        ({ id, kind, channel, on }) => ({ params: { id }, body: { settings: { [kind]: { [channel]: on } } } }),
        (answer) => answer.settings,
      ),
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data !== null) await dispatch(noticesApi.util.upsertQueryData('noticeSettings', id, data));
      },
    }),
  }),
});

export const { useReadNoticesMutation, useNoticeSettingsQuery, useSaveNoticeSettingMutation } = noticesApi;

/** Polls every minute while the window has the focus. */
export function useNotices(userId: string) {
  return noticesApi.useNoticesQuery(userId, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
}

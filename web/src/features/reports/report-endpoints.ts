import type { ReportSubject, Violation } from '@switchback/contracts/rules/moderation';
import { api } from '../../api/api.js';
import { type Answer, asks } from '../../api/asks.js';

/** The subject of a report; null for a general one. */
export type Reported = { type: ReportSubject; id: string } | null;

export interface Report {
  violations: Partial<Record<Violation, boolean>>;
  details: string;
  subject: Reported;
}

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    reportAbuse: build.mutation<Answer<'reportAbuse'>, Report>({
      ...asks('reportAbuse', (body) => ({ body })),
    }),
    suggestEdits: build.mutation<Answer<'suggestEdits'>, { id: string; suggestions: string }>({
      ...asks('suggestEdits', ({ id, suggestions }) => ({ params: { id }, body: { suggestions } })),
    }),
  }),
});

export const { useReportAbuseMutation, useSuggestEditsMutation } = reportsApi;

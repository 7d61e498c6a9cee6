import type { ReportSubject } from '@switchback/contracts/rules/moderation';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';

const ReportDialog = lazyComponent(() => import('./ReportDialog.js'), 'notice');

/** Reports one of several subjects of a type: `report` opens the dialog for one; render `dialog` where it belongs. */
export function useReport(type: ReportSubject): { report: (id: string) => void; dialog: ReactNode } {
  const [reported, setReported] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const report = (id: string) => {
    setReported(id);
    setOpen(true);
  };
  const dialog = reported !== null && (
    <Suspense fallback={null}>
      <ReportDialog subject={{ type, id: reported }} open={open} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { report, dialog };
}

import { reasonOf } from '../../api/error.js';
import { Notice } from '../../components/Notice.js';
import { settingsTexts } from '../../texts/settings.js';

/** Shown instead of a tab's content that failed to load. */
export function Failed({ error }: { error: unknown }) {
  return <Notice kind="error" title={settingsTexts.failed} text={reasonOf(error)} />;
}

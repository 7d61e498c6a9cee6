import { asCallError, sentences } from '../../api/error.js';
import { Notice } from '../../components/Notice.js';
import { settingsTexts } from '../../texts/settings.js';

/** Stands where a tab's content would, when it could not be had. */
export function Failed({ error }: { error: unknown }) {
  return <Notice kind="error" title={settingsTexts.failed} text={sentences(asCallError(error))} />;
}

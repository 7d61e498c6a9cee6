import { asCallError, sentences } from '../../api/error.js';
import { Notice } from '../../components/Notice.js';
import { texts } from '../../texts/en.js';

/** Stands where a tab's content would, when it could not be had. */
export function Failed({ error }: { error: unknown }) {
  return <Notice kind="error" title={texts.settings.failed} text={sentences(asCallError(error))} />;
}

import { type FormEvent, useState } from 'react';
import { reasonOf } from '../../api/error.js';
import { Dialog } from '../../components/Dialog.js';
import formStyles from '../../components/form/Form.module.css';
import { SubmitButton } from '../../components/form/SubmitButton.js';
import { TextField } from '../../components/form/TextField.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { useParseMapsUrlMutation } from './editor-endpoints.js';
import type { RouteWork } from './use-route-editor.js';

const words = editorRouteTexts;

interface Props {
  editor: RouteWork;
  open: boolean;
  onClose: () => void;
}

/** Imports the stops from the URL of directions on a maps site. */
export function MapsUrlModal({ editor, open, onClose }: Props) {
  const [url, setUrl] = useState('');
  /** URL that was parsed last; parsing it again yields nothing new. */
  const [tried, setTried] = useState('');
  const [parse, { data: read, isLoading, error, reset }] = useParseMapsUrlMutation();
  // The service also parses a URL inside a sentence, and those of apps.
  const isValid = /(?:\b[a-z][a-z\d+.-]+:\/{0,3}|\bwww\.)[^\s/]\S/i.test(url);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(url);
    const { data } = await parse(url.trim());
    if (data === undefined) return;
    editor.replace({
      stops: data.waypoints.map(({ label, value }) => ({ label, location: value?.location ?? null })),
      directions: null,
    });
    if (data.note === undefined) onClose();
  };
  return (
    <Dialog opened={open} onClose={onClose} title={words.urlTitle}>
      <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
        <p>{words.urlLead}</p>
        <TextField
          label={words.urlField}
          type="url"
          data-autofocus
          value={url}
          error={url.trim() === '' || isValid ? undefined : words.urlInvalid}
          onChange={({ currentTarget }) => {
            setUrl(currentTarget.value);
            reset();
          }}
        />
        <p role="status">{read?.note ?? ''}</p>
        <SubmitButton
          busy={isLoading}
          disabled={!isValid || url === tried}
          error={error === undefined ? undefined : reasonOf(error)}
        >
          {words.urlButton}
        </SubmitButton>
      </form>
    </Dialog>
  );
}

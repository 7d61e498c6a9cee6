import { Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { type RefObject, useState } from 'react';
import type { PhotoCredit } from '../../api/photos-api.js';
import { photoTexts } from '../../texts/photos.js';
import styles from './PhotoForm.module.css';

const words = photoTexts.form;

interface Props {
  url: RefObject<HTMLInputElement | null>;
  credit: PhotoCredit;
  urlFault: string | null;
  disabled: boolean;
  onChange: (credit: PhotoCredit) => void;
  onUrlLeft: () => void;
}

/** The credit of a photo, folded away unless it has a text or an error. */
export function CreditFields({ url, credit, urlFault, disabled, onChange, onUrlLeft }: Props) {
  const [isOpen, setOpen] = useState(Object.values(credit).some((text) => text !== ''));
  const field = (name: keyof PhotoCredit, maxLength: number) => ({
    value: credit[name],
    maxLength,
    disabled,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...credit, [name]: value }),
  });
  return (
    <details
      className={styles.credit}
      open={isOpen || urlFault !== null}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{words.credit}</summary>
      <div className={styles.fields}>
        <TextInput label={words.name} {...field('name', LIMITS.creditNameMax)} />
        <TextInput
          ref={url}
          label={words.url}
          type="url"
          error={urlFault}
          onBlur={onUrlLeft}
          {...field('externalUrl', LIMITS.creditUrlMax)}
        />
        <Textarea label={words.description} {...field('description', LIMITS.creditDescriptionMax)} />
      </div>
    </details>
  );
}

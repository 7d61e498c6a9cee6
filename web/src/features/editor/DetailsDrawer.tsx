import { Switch, Textarea } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Input.css';
import type { CountryAndStates } from '@switchback/contracts/resources/geo';
import type { ChangeRequestField } from '@switchback/contracts/rules/authoring';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { type ReactNode, useState } from 'react';
import { sentences } from '../../api/error.js';
import { editorTexts } from '../../texts/editor.js';
import { RatingFields } from '../../components/RatingFields.js';
import { CountryFields } from './CountryFields.js';
import type { ChosenTag, DriveFields } from '../../lib/drives/drive-fields.js';
import type { Faults } from './drive-form.js';
import { FieldFault } from './FieldFault.js';
import styles from './Editor.module.css';
import { Request, type Requests } from './Request.js';
import { TagFields } from './TagFields.js';
import { TitleField } from './TitleField.js';
import type { TitleCheck } from './use-title-check.js';

const words = editorTexts;

interface Props {
  value: DriveFields;
  onChange: (change: Partial<DriveFields>) => void;
  titleCheck: TitleCheck;
  faults: Faults;
  /** Shows the faults of all fields, including those not visited yet. */
  showAll: boolean;
  requests: Requests;
  suggested: readonly CountryAndStates[];
  suggestedTags: readonly ChosenTag[];
  /** @param error the fault of the photos. */
  photos: (error: string | undefined) => ReactNode;
}

/** Fields of a drive other than its route. */
export function DetailsDrawer(props: Props) {
  const { value, onChange, titleCheck, faults, showAll, requests, suggested, suggestedTags, photos } = props;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const leave = (field: string) => setLeft(new Set([...left, field]));
  const errorOf = (field: string) => {
    const fault = faults[field];
    return fault !== undefined && (showAll || left.has(field)) ? sentences(fault) : undefined;
  };
  const request = (field: ChangeRequestField) => <Request field={field} requests={requests} />;
  return (
    <>
      <h2 className={styles.heading}>{words.details}</h2>
      <TitleField
        value={value.title}
        check={titleCheck}
        error={titleCheck.taken === null ? errorOf('title') : words.taken}
        onChange={(title) => onChange({ title })}
        onLeave={() => leave('title')}
      />
      {request('title')}
      <Switch
        label={words.isPublic}
        description={words.isPublicHelp}
        checked={value.isPublic}
        disabled={requests.onChange !== undefined}
        onChange={({ currentTarget }) => onChange({ isPublic: currentTarget.checked })}
      />
      <Textarea
        label={words.description}
        value={value.description}
        maxLength={LIMITS.driveDescriptionMax}
        autosize
        minRows={4}
        maxRows={14}
        error={errorOf('description')}
        wrapperProps={{ 'data-field': 'description' }}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
        onBlur={() => leave('description')}
      />
      {request('description')}
      <TagFields value={value.tags} onChange={(tags) => onChange({ tags })} suggested={suggestedTags} />
      <FieldFault fields={['tags']} faults={faults} showAll={showAll} />
      {request('tags')}
      <RatingFields value={value} onChange={onChange} below={request} />
      <CountryFields
        value={value.countries}
        onChange={(countries) => onChange({ countries })}
        error={errorOf('countries')}
        suggested={suggested}
      />
      {request('countriesAndStates')}
      {photos(errorOf('photos'))}
    </>
  );
}

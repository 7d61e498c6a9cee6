import { ActionIcon, Button, MultiSelect, Select } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import type { CountryAndStates } from '@switchback/contracts/resources/geo';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { IconX } from '../../components/icons.js';
import { useState } from 'react';
import { useCountriesQuery, useStatesQuery } from '../../api/api.js';
import { regionOptions } from '../../lib/search/region-options.js';
import { editorTexts } from '../../texts/editor.js';
import styles from './Editor.module.css';

const words = editorTexts;
const SHOWN_MAX = 300;
const WRAPPING = { label: { whiteSpace: 'normal' } } as const;

interface Props {
  value: readonly CountryAndStates[];
  onChange: (value: readonly CountryAndStates[]) => void;
  error: string | undefined;
  /** Regions along the route; empty if unknown. */
  suggested: readonly CountryAndStates[];
}

/** Selects up to three distinct countries, and states of each. */
export function CountryFields({ value, onChange, error, suggested }: Props) {
  const { data: countries = [] } = useCountriesQuery();
  const [isAdding, setAdding] = useState(false);
  const isOpen = isAdding || value.length === 0;
  const left = countries.filter(({ id }) => !value.some(({ country }) => country.id === id));
  const replace = (index: number, entry: CountryAndStates) => onChange(value.with(index, entry));
  return (
    <fieldset className={styles.fieldset} data-field="countries">
      <legend className={styles.label}>{words.countries}</legend>
      {value.map((entry, index) => (
        <CountryRow
          key={entry.country.id}
          entry={entry}
          onChange={(next) => replace(index, next)}
          onRemove={() => onChange(value.toSpliced(index, 1))}
        />
      ))}
      {isOpen && value.length < LIMITS.driveCountriesMax && (
        <Select
          label={words.country(value.length)}
          data={regionOptions(left)}
          value={null}
          searchable
          limit={SHOWN_MAX}
          onChange={(id) => {
            const country = left.find((region) => String(region.id) === id);
            if (country === undefined) return;
            setAdding(false);
            onChange([...value, { country, states: [] }]);
          }}
        />
      )}
      {!isOpen && value.length < LIMITS.driveCountriesMax && (
        <Button variant="subtle" onClick={() => setAdding(true)}>
          {words.addCountry}
        </Button>
      )}
      <Suggestion value={value} suggested={suggested} onChange={onChange} />
      <p role="alert" className={styles.fault}>
        {error}
      </p>
    </fieldset>
  );
}

/** Offers to apply the regions along the route, as long as they differ from the current value. */
function Suggestion({ value, suggested, onChange }: Pick<Props, 'value' | 'suggested' | 'onChange'>) {
  const offered = suggested.slice(0, LIMITS.driveCountriesMax);
  if (offered.length === 0 || namesOf(offered) === namesOf(value)) return null;
  return (
    <Button variant="light" mih={44} h="auto" py={8} styles={WRAPPING} onClick={() => onChange(offered)}>
      {words.suggestedCountries(namesOf(offered))}
    </Button>
  );
}

function namesOf(entries: readonly CountryAndStates[]): string {
  const nameOf = ({ country, states }: CountryAndStates) =>
    states.length === 0 ? country.name : `${states.map(({ name }) => name).join(', ')} (${country.name})`;
  return entries.map(nameOf).join('; ');
}

interface RowProps {
  entry: CountryAndStates;
  onChange: (entry: CountryAndStates) => void;
  onRemove: () => void;
}

function CountryRow({ entry: { country, states }, onChange, onRemove }: RowProps) {
  const { currentData: offered = states } = useStatesQuery(country.id);
  return (
    <div className={styles.country}>
      <div className={styles.countryHead}>
        <strong>{country.name}</strong>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={words.removeCountry(country.name)}
          onClick={onRemove}
        >
          <IconX size={18} />
        </ActionIcon>
      </div>
      {offered.length > 0 && (
        <MultiSelect
          label={words.states(country.name)}
          data={regionOptions(offered)}
          value={states.map(({ id }) => String(id))}
          onChange={(ids) => onChange({ country, states: offered.filter(({ id }) => ids.includes(String(id))) })}
          limit={SHOWN_MAX}
          searchable
        />
      )}
    </div>
  );
}

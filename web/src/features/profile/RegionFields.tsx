import { Select } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/CloseButton.css';
import { skipToken } from '@reduxjs/toolkit/query';
import type { Region } from '@switchback/contracts/resources/geo';
import { useCountriesQuery, useStatesQuery } from '../../api/api.js';
import formStyles from '../../components/form/Form.module.css';
import { texts } from '../../texts/en.js';
import { profileTexts } from '../../texts/profile.js';
import { useCitiesQuery } from './profile-endpoints.js';

const words = profileTexts.fields;
/** A state may have thousands of cities: the rest appear while typing. */
const SHOWN_MAX = 300;

export interface Regions {
  country: Region | null;
  state: Region | null;
  city: Region | null;
}

interface Props {
  value: Regions;
  onChange: (value: Regions) => void;
}

/** Selects country, state and city: a new country clears the other two, a new state clears the city. */
export function RegionFields({ value: { country, state, city }, onChange }: Props) {
  const countries = useCountriesQuery();
  const states = useStatesQuery(country?.id ?? skipToken);
  const cities = useCitiesQuery(
    country === null || state === null ? skipToken : { countryId: country.id, stateId: state.id },
  );
  return (
    <div className={formStyles.row}>
      <RegionSelect
        label={words.country}
        value={country}
        items={countries.isError ? [] : countries.data}
        onChange={(next) => onChange({ country: next, state: null, city: null })}
      />
      <RegionSelect
        label={words.state}
        value={state}
        items={states.isError ? [] : states.currentData}
        onChange={(next) => onChange({ country, state: next, city: null })}
      />
      <RegionSelect
        label={words.city}
        value={city}
        items={cities.isError ? [] : cities.currentData}
        onChange={(next) => onChange({ country, state, city: next })}
      />
    </div>
  );
}

interface SelectProps {
  label: string;
  value: Region | null;
  /** Undefined until loaded; empty if loading failed or there is nothing to choose. */
  items: readonly Region[] | undefined;
  onChange: (region: Region | null) => void;
}

function RegionSelect({ label, value, items, onChange }: SelectProps) {
  // Show the current choice at once, before the options load.
  const offered = items ?? (value === null ? [] : [value]);
  return (
    <Select
      label={label}
      data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value.id)}
      onChange={(id) => onChange(offered.find((region) => String(region.id) === id) ?? null)}
      disabled={offered.length === 0}
      limit={SHOWN_MAX}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${texts.clear} ${label}`, 'aria-hidden': false, tabIndex: 0 }}
    />
  );
}

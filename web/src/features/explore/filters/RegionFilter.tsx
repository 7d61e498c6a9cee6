import { MultiSelect, Select } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import type { Region } from '@switchback/contracts/resources/geo';
import { useCountriesQuery, useStatesQuery } from '../../../api/api.js';
import { regionOptions } from '../../../lib/search/region-options.js';
import { exploreTexts } from '../../../texts/explore.js';
import type { View } from '../explore-state.js';

interface Props {
  view: View;
  country: number | null;
  states: readonly number[];
  onCountry: (country: Region | null) => void;
  onStates: (states: number[]) => void;
}

/** Selects a country and, in the list, its states. On the map, choosing a country moves the map there. */
export function RegionFilter({ view, country, states, onCountry, onStates }: Props) {
  const countries = useCountriesQuery();
  const offered = useStatesQuery(country ?? 0, { skip: country === null || view === 'map' });
  // If loading fails, there is nothing to choose.
  const countryItems = countries.isError ? [] : (countries.data ?? []);
  const stateItems = country === null || offered.isError ? [] : (offered.currentData ?? []);
  return (
    <>
      <Select
        label={exploreTexts.filters.country}
        data={regionOptions(countryItems)}
        value={country === null ? null : String(country)}
        onChange={(value) => onCountry(countryItems.find(({ id }) => String(id) === value) ?? null)}
        searchable
        clearable
        limit={300}
        clearButtonProps={{ 'aria-label': `${exploreTexts.filters.clear} ${exploreTexts.filters.country}` }}
        comboboxProps={{ withinPortal: false }}
      />
      {view === 'list' && (
        <MultiSelect
          label={exploreTexts.filters.states}
          {...(stateItems.length === 0 ? { description: exploreTexts.filters.statesDisabled } : {})}
          data={regionOptions(stateItems)}
          value={states.map(String)}
          onChange={(values) => onStates(values.map(Number))}
          disabled={stateItems.length === 0}
          searchable
          clearable
          comboboxProps={{ withinPortal: false }}
        />
      )}
    </>
  );
}

import { MultiSelect, Select } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import type { Region } from '@switchback/contracts/resources/geo';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { Controller } from 'react-hook-form';
import { useCountriesQuery, useStatesQuery } from '../../../api/api.js';
import type { Fields } from '../../../components/form/use-fields.js';
import { regionOptions } from '../../../lib/search/region-options.js';
import { staffDealsTexts } from '../../../texts/deals.js';
import type { DealValues } from './deal-form.js';

const words = staffDealsTexts.form;
const SHOWN_MAX = 300;

interface Props {
  form: Fields<DealValues>;
  /** States of the stored deal, shown until those of its country are loaded. */
  stored: readonly Region[];
}

/** Selects a country, and the states where a deal is valid. */
export function RegionFields({ form: { control, watch, setValue }, stored }: Props) {
  const country = watch('country');
  const { data: countries = [] } = useCountriesQuery();
  const { currentData: loaded } = useStatesQuery(Number(country));
  const offered = loaded ?? stored;
  return (
    <>
      <Controller
        control={control}
        name="country"
        render={({ field: { ref, value }, fieldState: { error } }) => (
          <Select
            ref={ref}
            label={words.country}
            data={regionOptions(countries)}
            value={value}
            searchable
            allowDeselect={false}
            limit={SHOWN_MAX}
            error={error?.message}
            onChange={(id) => {
              if (id === null || id === value) return;
              setValue('country', id);
              setValue('states', []);
            }}
          />
        )}
      />
      <Controller
        control={control}
        name="states"
        render={({ field: { ref, value, onChange, onBlur }, fieldState: { error } }) => (
          <MultiSelect
            ref={ref}
            label={words.states}
            description={loaded?.length === 0 ? words.noStates : words.statesHint}
            data={regionOptions(offered)}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            searchable
            maxValues={LIMITS.dealStatesMax}
            limit={SHOWN_MAX}
            error={error?.message}
          />
        )}
      />
    </>
  );
}

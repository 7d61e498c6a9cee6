import { ActionIcon, Button, Checkbox, Select } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import { skipToken } from '@reduxjs/toolkit/query';
import type { Rankings } from '@switchback/contracts/resources/drive';
import type { Region } from '@switchback/contracts/resources/geo';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { IconX } from '../../../components/icons.js';
import { useState } from 'react';
import { useCountriesQuery, useStatesQuery } from '../../../api/api.js';
import { reasonOf } from '../../../api/error.js';
import { Dialog } from '../../../components/Dialog.js';
import { sharingTexts } from '../../../texts/sharing.js';
import styles from '../DetailsPanel.module.css';
import { isSame, type RankedPlace, type RankRow, rowsOf, toRequest } from './rank-rows.js';
import { useRankMutation } from './sharing-endpoints.js';

const words = sharingTexts.rank;
const SHOWN_MAX = 300;
/** From the spec: one less than a country may have. */
const STATES_OFFERED = LIMITS.rankedStatesMax - 1;

interface Props {
  driveId: string;
  rankings: Rankings;
  open: boolean;
  onClose: () => void;
}

/** Lets staff rank a drive in the world, in countries, and in their states. */
export default function RankDialog({ driveId, rankings, open, onClose }: Props) {
  return (
    <Dialog opened={open} onClose={onClose} size="lg" title={words.title}>
      <Fields key={JSON.stringify(rankings)} driveId={driveId} rankings={rankings} onDone={onClose} />
    </Dialog>
  );
}

function Fields({ driveId, rankings, onDone }: Pick<Props, 'driveId' | 'rankings'> & { onDone: () => void }) {
  const [world, setWorld] = useState(rankings.world);
  const [rows, setRows] = useState<readonly RankRow[]>(() => rowsOf(rankings));
  const [rank, { isLoading, error }] = useRankMutation();
  const isChanged = world !== rankings.world || !isSame(rows, rowsOf(rankings));
  const apply = async () => {
    const { error: refusal } = await rank({ id: driveId, world, countries: toRequest(rows) });
    if (refusal === undefined) onDone();
  };
  const taken = rows.flatMap(({ place }) => (place === null ? [] : [place.id]));
  return (
    <div className={styles.form}>
      <Checkbox
        label={words.world}
        size="md"
        checked={world}
        onChange={({ currentTarget }) => setWorld(currentTarget.checked)}
      />
      {rows.map((row, index) => (
        <CountryRow
          key={index}
          row={row}
          taken={taken}
          label={words.country(index + 1)}
          onChange={(next) => setRows(rows.with(index, next))}
          onRemove={rows.length > 1 ? () => setRows(rows.toSpliced(index, 1)) : null}
        />
      ))}
      {rows.length < LIMITS.rankedCountriesMax && (
        <Button variant="subtle" onClick={() => setRows([...rows, { place: null, states: [] }])}>
          {words.addCountry}
        </Button>
      )}
      <p role="alert" className={styles.note}>
        {error === undefined ? '' : reasonOf(error)}
      </p>
      <div className={styles.actions}>
        <Button disabled={!isChanged} loading={isLoading} onClick={() => void apply()}>
          {words.apply}
        </Button>
      </div>
    </div>
  );
}

interface CountryProps {
  row: RankRow;
  label: string;
  /** IDs of the countries already chosen. */
  taken: readonly number[];
  onChange: (row: RankRow) => void;
  onRemove: (() => void) | null;
}

/** Row for one country and its states. Choosing another country clears the states. */
function CountryRow({ row, label, taken, onChange, onRemove }: CountryProps) {
  const { data: countries = [] } = useCountriesQuery();
  const { currentData: states = [] } = useStatesQuery(row.place?.id ?? skipToken);
  const ranked = row.states.flatMap((state) => (state === null ? [] : [state.id]));
  return (
    <fieldset className={styles.fieldset}>
      <legend className="visually-hidden">{label}</legend>
      <PlaceRow
        label={label}
        onRemove={onRemove}
        place={row.place}
        offered={countries.filter(({ id }) => id === row.place?.id || !taken.includes(id))}
        onChange={(place) => onChange({ place, states: place?.id === row.place?.id ? row.states : [] })}
      />
      {row.states.map((state, index) => (
        <PlaceRow
          key={index}
          label={words.state(row.place?.name ?? '', index + 1)}
          place={state}
          offered={states.filter(({ id }) => id === state?.id || !ranked.includes(id))}
          onChange={(next) => onChange({ ...row, states: row.states.with(index, next) })}
          onRemove={() => onChange({ ...row, states: row.states.toSpliced(index, 1) })}
        />
      ))}
      {row.place !== null && states.length > 0 && row.states.length < STATES_OFFERED && (
        <Button variant="subtle" onClick={() => onChange({ ...row, states: [...row.states, null] })}>
          {words.addState}
        </Button>
      )}
    </fieldset>
  );
}

interface PlaceProps {
  label: string;
  place: RankedPlace | null;
  offered: readonly Region[];
  onChange: (place: RankedPlace | null) => void;
  onRemove: (() => void) | null;
}

/** Selects a country or a state, and whether the drive is top ranked there. */
function PlaceRow({ label, place, offered, onChange, onRemove }: PlaceProps) {
  const regions = place !== null && !offered.some(({ id }) => id === place.id) ? [place, ...offered] : offered;
  return (
    <div className={styles.ranked}>
      <Select
        aria-label={label}
        placeholder={label}
        data={regions.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={place === null ? null : String(place.id)}
        searchable
        limit={SHOWN_MAX}
        onChange={(chosen) => {
          const region = regions.find(({ id }) => String(id) === chosen);
          onChange(region === undefined ? null : { id: region.id, name: region.name, topRanked: false });
        }}
      />
      <Checkbox
        label={place === null ? words.topRankedNowhere : words.topRanked(place.name)}
        size="md"
        disabled={place === null}
        checked={place?.topRanked ?? false}
        onChange={({ currentTarget }) => place !== null && onChange({ ...place, topRanked: currentTarget.checked })}
      />
      {onRemove !== null && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={words.remove(place?.name ?? label)}
          onClick={onRemove}
        >
          <IconX size={18} />
        </ActionIcon>
      )}
    </div>
  );
}

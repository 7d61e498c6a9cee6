import { useState } from 'react';
import { StepRange } from './StepRange.js';
import { useUnits } from '../../../lib/store/store.js';
import { exploreTexts } from '../../../texts/explore.js';
import type { Range } from '../explore-state.js';
import { rangeFilter, type RangeName } from '../range-filters.js';
import { handlesOf, lastStep, rangeOf, stepText } from '../steps.js';

interface Props {
  name: RangeName;
  range: Range | null;
  /** Called while the handles move; does not search yet. */
  onDraft: (range: Range | null) => void;
  onChange: (range: Range | null) => void;
  /** True if no drive passes the current range of this slider. */
  excludesAll: boolean;
}

/** Stepped slider for one range; converts between the URL's units and slider positions. */
export function RangeFilter({ name, range, onDraft, onChange, excludesAll }: Props) {
  const { steps: stepsIn, help } = rangeFilter(name);
  const steps = stepsIn(useUnits());
  const [moving, setMoving] = useState<{ range: Range | null; handles: [number, number] } | null>(null);
  return (
    <StepRange
      label={exploreTexts.filterNames[name]}
      {...(help === undefined ? {} : { help })}
      value={moving !== null && moving.range === range ? moving.handles : handlesOf(range, steps)}
      last={lastStep(steps)}
      apart={steps.apart}
      text={(position) => stepText(position, steps)}
      warning={excludesAll ? exploreTexts.filters.nothingThere : undefined}
      onChange={(value) => {
        setMoving({ range, handles: value });
        onDraft(rangeOf(value, steps));
      }}
      onChangeEnd={(value) => {
        setMoving(null);
        onChange(rangeOf(value, steps));
      }}
    />
  );
}

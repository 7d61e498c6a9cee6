import { useState } from 'react';
import { StepRange } from '../../../components/StepRange.js';
import { useUnits } from '../../../lib/store.js';
import { exploreTexts } from '../../../texts/explore.js';
import type { Range, RangeName } from '../explore-state.js';
import { handlesOf, lastStep, rangeOf, stepText, stepsOf } from '../steps.js';

const LABELS: Record<RangeName, string> = exploreTexts.filters;

interface Props {
  name: RangeName;
  range: Range | null;
  /** Where the handles stand while they move; nothing is searched yet. */
  onDraft: (range: Range | null) => void;
  onChange: (range: Range | null) => void;
  /** True when nothing passes with this slider as it stands. */
  excludesAll: boolean;
}

/** One of the stepped sliders, between the URL's units and the slider's positions. */
export function RangeFilter({ name, range, onDraft, onChange, excludesAll }: Props) {
  const steps = stepsOf(name, useUnits());
  const [moving, setMoving] = useState<{ range: Range | null; handles: [number, number] } | null>(null);
  return (
    <StepRange
      label={LABELS[name]}
      {...(name === 'curviness' ? { help: exploreTexts.filters.curvinessHelp } : {})}
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

import { useState, type ReactNode } from 'react';
import { BottomSheet, type SheetStop } from './BottomSheet.js';
import { exploreTexts } from '../../../texts/explore.js';
import type { ExploreState } from '../explore-state.js';
import { CardSlider } from '../results/CardSlider.js';
import { DriveList } from '../results/DriveList.js';
import { ResultCount } from '../results/ResultCount.js';
import type { CardsProps } from './cards-props.js';
import { DrivesHere } from './DrivesHere.js';

/** The sheet's stop, which changes with its content: half for something chosen on the map, else the lowest. */
export function useSheetStop(isChosen: boolean): [SheetStop, (stop: SheetStop) => void] {
  const stopFor = (chosen: boolean): SheetStop => (chosen ? 'half' : 'peek');
  const [stop, setStop] = useState(stopFor(isChosen));
  const [wasChosen, setWasChosen] = useState(isChosen);
  if (isChosen !== wasChosen) {
    setWasChosen(isChosen);
    setStop(stopFor(isChosen));
  }
  return [stop, setStop];
}

interface Props extends CardsProps {
  stop: SheetStop;
  onStop: (stop: SheetStop) => void;
  state: Pick<ExploreState, 'search'>;
  /** The open drive, or null. */
  details: ReactNode;
  /** The curviest roads, or null if they are off. */
  roadList: ReactNode;
  /** Ids of the drives that share the tapped place, or null. */
  here: readonly string[] | null;
  onLeaveHere: () => void;
}

/** Sheet over the map of a phone: the drives at the tapped place, the open drive, the curviest roads, or the result. */
export function ResultSheet({ stop, onStop, state, details, roadList, here, onLeaveHere, ...cards }: Props) {
  const isResult = here === null && details === null && roadList === null;
  return (
    <BottomSheet
      label={exploreTexts.sheet.label}
      stop={stop}
      onStop={onStop}
      {...(isResult && { head: <ResultCount search={cards.search} searched={state.search} /> })}
    >
      {here !== null ? (
        <DrivesHere ids={here} away={cards.away} origin={cards.origin} onOpen={cards.onOpen} onClose={onLeaveHere} />
      ) : (
        (details ?? roadList ?? <Result stop={stop} {...cards} />)
      )}
    </BottomSheet>
  );
}

function Result({ stop, empty, ...cards }: CardsProps & { stop: SheetStop }) {
  if (stop !== 'peek') return <DriveList {...cards} empty={empty} />;
  return cards.search.drives.length === 0 ? empty : <CardSlider {...cards} />;
}

import { Button } from '@mantine/core';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { Dialog } from '../../components/Dialog.js';
import { IconCheck } from '../../components/page-icons.js';
import { RadioPill } from '../../components/RadioPill.js';
import { isPhone } from '../../lib/page/phone.js';
import { directionsTexts as words } from '../../texts/directions.js';
import type { Course } from './course.js';
import { mapsApps, preferredApp, storePreferredApp } from './device.js';
import styles from './Directions.module.css';
import { directionLegs, type Leg } from './legs.js';
import { legLink, type MapsApp, waypointsMax, wazeLink } from './links.js';
import { openedLeg, storeOpenedLeg } from './opened-legs.js';
import { Section } from './Section.js';
import { useLegNames } from './use-leg-names.js';

interface Props {
  course: Course;
  open: boolean;
  onClose: () => void;
  /** Files and links, below the maps apps. */
  children?: ReactNode;
}

/** Opens a course in a maps app, leg by leg if one link cannot hold it: from the current location, or as it is. */
export default function DirectionsDialog({ open, onClose, ...content }: Props) {
  return (
    <Dialog opened={open} onClose={onClose} title={words.title} keepMounted={false}>
      <Content {...content} />
    </Dialog>
  );
}

function Content({ course, children }: Pick<Props, 'course' | 'children'>) {
  const [app, setApp] = useState(preferredApp);
  const legs = useMemo(() => directionLegs(course.lines, waypointsMax(app, isPhone())), [course.lines, app]);
  const names = useLegNames(course, legs);
  const [opened, setOpened] = useState<number | null>(null);
  const shown = { app, legs, names, opened: opened ?? openedLeg(course.key, legs.length) };
  const choose = (chosen: MapsApp) => {
    setApp(chosen);
    setOpened(null);
    storePreferredApp(chosen);
  };
  const onOpened = (leg: number) => {
    setOpened(leg);
    storeOpenedLeg(course.key, leg, legs.length);
  };
  const start = legs[0]?.points[0];
  return (
    <>
      <Apps app={app} onChoose={choose} />
      {legs.length > 1 && <p className={styles.note}>{words.legs(legs.length)}</p>}
      <Section heading={words.fromHere.heading} note={words.fromHere.note[course.kind]}>
        <Legs
          {...shown}
          section={words.fromHere.heading}
          onOpened={onOpened}
          isMain
          linkOf={(leg) => fromHere(app, course, leg)}
        />
        {start !== undefined && course.kind !== 'way' && (
          <div className={styles.actions}>
            <Outside href={wazeLink(start)}>{words.waze}</Outside>
            <span className={styles.note}>{words.wazeNote}</span>
          </div>
        )}
      </Section>
      <Section heading={words.alone.heading[course.kind]} note={words.alone.note}>
        <Legs
          {...shown}
          section={words.alone.heading[course.kind]}
          onOpened={onOpened}
          linkOf={({ points }) => legLink(app, points, { fromHere: false })}
        />
      </Section>
      {children}
    </>
  );
}

/** The way to the next drive leads to its end alone: the driver may already have left its start. */
function fromHere(app: MapsApp, { kind }: Course, { points }: Leg): string {
  return legLink(app, kind === 'way' ? points.slice(-1) : points, { fromHere: true });
}

function Apps({ app, onChoose }: { app: MapsApp; onChoose: (app: MapsApp) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.apps}>
      <legend className="visually-hidden">{words.app}</legend>
      {mapsApps().map((each) => (
        <RadioPill key={each} name={name} reason="" checked={each === app} onChoose={() => onChoose(each)}>
          {words.apps[each]}
        </RadioPill>
      ))}
    </fieldset>
  );
}

interface LegsProps {
  app: MapsApp;
  legs: readonly Leg[];
  names: readonly string[];
  /** Index of the leg opened last. */
  opened: number | null;
  /** Heading of the section. */
  section: string;
  isMain?: boolean;
  linkOf: (leg: Leg) => string;
  onOpened: (leg: number) => void;
}

/** One link for each leg; the next one to drive stands out. */
function Legs({ app, legs, names, opened, section, isMain = false, linkOf, onOpened }: LegsProps) {
  const appName = words.apps[app];
  const isWhole = legs.length === 1;
  const next = opened === null ? 0 : Math.min(opened + 1, legs.length - 1);
  return (
    <ol className={styles.legs}>
      {legs.map((leg, index) => {
        const text = isWhole ? words.open(appName) : names[index]!;
        const isOpened = !isWhole && index === opened;
        const label = isWhole ? words.openLabel(text, section) : words.label(text, appName, section);
        return (
          <li key={index}>
            <Button
              variant={isMain && index === next ? 'filled' : 'default'}
              fullWidth={!isWhole}
              justify="start"
              classNames={{ root: styles.leg ?? '', label: styles.legLabel ?? '' }}
              leftSection={isOpened ? <IconCheck size={18} /> : undefined}
              component="a"
              href={linkOf(leg)}
              target="_blank"
              rel="noopener"
              aria-label={isOpened ? `${label}, ${words.opened}` : label}
              onClick={() => onOpened(index)}
            >
              {text}
            </Button>
          </li>
        );
      })}
    </ol>
  );
}

function Outside({ href, children }: { href: string; children: string }) {
  return (
    <Button variant="default" mih={44} component="a" href={href} target="_blank" rel="noopener">
      {children}
    </Button>
  );
}

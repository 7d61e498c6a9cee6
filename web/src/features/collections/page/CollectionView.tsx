import type { CollectionForm } from '@switchback/contracts/endpoints/collections';
import type { Collection, Way } from '@switchback/contracts/resources/collection';
import { daysOf, isTrip } from '@switchback/contracts/rules/collections';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { CollectionSource } from '../../../api/collections-api.js';
import { CODES } from '../../../api/error-codes.js';
import type { CallError } from '../../../api/error.js';
import { Badges } from '../Badges.js';
import type { DetailsPanelProps } from '../../../components/details-slot.js';
import { EmptyList } from '../../../components/EmptyList.js';
import buttonStyles from '../../../components/FrameButton.module.css';
import { Figures } from '../../../components/Figures.js';
import { Gain } from '../../../components/Gain.js';
import { lazyComponent } from '../../../components/lazy-component.js';
import { Notice } from '../../../components/Notice.js';
import { Pending } from '../../../components/Pending.js';
import { badgesOf, factsOf, withWays } from '../../../lib/collections/collection-facts.js';
import { useUser } from '../../../lib/people/use-user.js';
import { upgradeAsked } from '../../../lib/store/prompt-slice.js';
import { useAppDispatch, useUnits } from '../../../lib/store/store.js';
import { collectionTexts } from '../../../texts/collections.js';
import { texts } from '../../../texts/en.js';
import { CollectionMap } from './CollectionMap.js';
import styles from './Collections.module.css';
import type { CollectionRights } from './rights.js';
import { Maker } from './Maker.js';
import { OpenDrivePanel } from './OpenDrivePanel.js';
import { SaveAll } from './SaveAll.js';
import CollectionDownloads from './items/CollectionDownloads.js';
import { driveIdsOf } from './items/driven.js';
import { ElevationSection, gainOf } from './ElevationSection.js';
import { useCollectionDrives } from './use-collection-drives.js';
import { useKnownWays } from './use-known-ways.js';
import { useOpenDrive } from './use-open-drive.js';

const CollectionItems = lazyComponent(() => import('./items/CollectionItems.js'), 'notice');
const TripOffline = lazyComponent(() => import('./TripOffline.js'), 'nothing');
const words = collectionTexts;

interface Props {
  /** Shows the drive that is open over the list. */
  DetailsPanel: ComponentType<DetailsPanelProps>;
  collection: Collection;
  source: CollectionSource;
  rights: Pick<CollectionRights, 'isShared' | 'canEdit' | 'needsHero'>;
  isBusy: boolean;
  /** A line above the heading. */
  note?: string;
  /** The state of its review, for the owner. */
  review?: ReactNode;
  /** Buttons for the owner and staff, after the first one. */
  actions?: ReactNode;
  /** Their rarer actions. */
  menu?: ReactNode;
  /** The outcome of the last of these. */
  outcome?: string;
  onChange: (form: CollectionForm) => Promise<CallError | null>;
}

/** A collection: its heading, its drives on a map, and its list, over which a drive opens. */
export function CollectionView(props: Props) {
  const { DetailsPanel, collection, source, rights, isBusy, note, review, menu, onChange } = props;
  const [marked, setMarked] = useState<string | null>(null);
  const open = useOpenDrive(collection.items, daysOf(collection));
  const { drives, error, refetch } = useCollectionDrives(collection.items);
  const ways = useKnownWays(source, collection);
  const { fault, change } = useReportedChange(onChange);
  const canChangeItems = rights.canEdit && rights.needsHero === null;
  const hasDrives = collection.items.length > 0;
  const openId = open.stop?.item.driveId ?? null;
  return (
    <article className={styles.collection} data-map={hasDrives} data-opened={openId !== null}>
      <header className={styles.head}>
        {note !== undefined && <p className={styles.note}>{note}</p>}
        <Heading
          collection={collection}
          ways={ways}
          gain={gainOf(collection, drives)}
          isShared={rights.isShared}
          menu={menu}
        />
        {review}
        <Actions {...props} />
      </header>
      {hasDrives && (
        <div className={styles.mapColumn}>
          <CollectionMap
            collection={collection}
            drives={drives}
            ways={ways}
            marked={marked}
            openId={openId}
            onMark={setMarked}
            onPick={(id) => {
              if (openId !== null) return open.step(id);
              setMarked(id);
              showCard(id);
            }}
          />
        </div>
      )}
      <section aria-label={words.drives} className={styles.list}>
        {rights.needsHero !== null && <Notice kind="info" {...words.exHero[rights.needsHero]} />}
        {fault !== null && <Notice kind="error" {...fault} />}
        {error !== undefined && drives.size === 0 && <Pending error={error} onRetry={refetch} />}
        {!hasDrives && <NoDrives canEdit={canChangeItems} />}
        <Suspense fallback={<p className={styles.wait}>{texts.loading}</p>}>
          <CollectionItems
            collection={collection}
            source={source}
            drives={drives}
            ways={ways}
            canEdit={canChangeItems}
            isBusy={isBusy}
            marked={marked}
            onMark={setMarked}
            onChange={change}
          />
        </Suspense>
        <ElevationSection collection={collection} drives={drives} />
      </section>
      {openId !== null && <OpenDrivePanel DetailsPanel={DetailsPanel} driveId={openId} {...open} />}
    </article>
  );
}

function Actions({ collection, source, actions, outcome }: Props) {
  const user = useUser();
  const isGuided = isTrip(collection) && 'id' in source && user !== null && user.accountType !== 'free';
  const driveIds = driveIdsOf(collection.items);
  const hasDrives = driveIds.length > 0;
  return (
    <div className={styles.actions}>
      {hasDrives && <SaveAll driveIds={driveIds} />}
      {actions}
      <Suspense>{hasDrives && isGuided && <TripOffline userId={user.id} collection={collection} />}</Suspense>
      {hasDrives && <CollectionDownloads collection={collection} source={source} />}
      <p role="status" className={styles.outcome}>
        {outcome}
      </p>
    </div>
  );
}

/** Reports a failed change of the list above it; a change that needs Hero opens the upgrade's prompt. */
function useReportedChange(onChange: Props['onChange']) {
  const dispatch = useAppDispatch();
  const [fault, setFault] = useState<{ title: string; text: string } | null>(null);
  const change = async (form: CollectionForm) => {
    const error = await onChange(form);
    if (error === null) setFault(null);
    else if (error.upgrade === true) dispatch(upgradeAsked());
    else if (error.code === CODES.staleRevision) setFault(words.stale);
    else setFault({ title: words.notSaved, text: faultText(error) });
  };
  return { fault, change: (form: CollectionForm) => void change(form) };
}

/** The server's words about the changed field, if it names one. */
function faultText({ message, fields = {} }: CallError): string {
  return Object.values(fields)[0]?.message ?? message;
}

interface HeadingProps {
  collection: Collection;
  ways: readonly Way[];
  /** Meters of ascent; null while or if unknown. */
  gain: number | null;
  isShared: boolean;
  menu: ReactNode;
}

function Heading({ collection, ways, gain, isShared, menu }: HeadingProps) {
  const units = useUnits();
  const { name, description, owner } = collection;
  return (
    <>
      <div className={styles.titleRow}>
        <h1 className={styles.title}>{name}</h1>
        {menu}
      </div>
      <p className={styles.facts}>
        {factsOf(collection, units).map((fact) => (
          <Figures key={fact} text={fact} />
        ))}
        {owner !== null && <Maker owner={owner} isPictured={collection.status === 'approved'} />}
        {!isTrip(collection) && gain !== null && <Gain meters={gain} />}
      </p>
      <div className={styles.labels}>
        <Badges labels={badgesOf(collection, isShared)} />
        {isTrip(collection) && gain !== null && <Gain meters={gain} />}
        {isTrip(collection) && collection.items.length > 1 && (
          <p className={styles.withWays}>{ways.length > 0 && <Figures text={withWays(collection, ways, units)} />}</p>
        )}
      </div>
      {description !== '' && <p className={styles.description}>{description}</p>}
    </>
  );
}

function NoDrives({ canEdit }: { canEdit: boolean }) {
  return (
    <EmptyList title={words.noDrives.title} text={canEdit ? words.noDrives.own : words.noDrives.other}>
      {canEdit && (
        <Link to="/explore" className={buttonStyles.button} data-variant="default">
          {words.empty.explore}
        </Link>
      )}
    </EmptyList>
  );
}

/** Scrolls to the card of a drive whose line was clicked. */
function showCard(driveId: string): void {
  const card = document.querySelector(`[data-drive-card="${CSS.escape(driveId)}"]`);
  card?.scrollIntoView({ block: 'center' });
}

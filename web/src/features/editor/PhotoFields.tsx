import { ActionIcon, Button } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import { isPhotoRequestKey, photoRequestKey } from '@switchback/contracts/rules/authoring';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { IconX } from '../../components/icons.js';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPencil } from '../../components/page-icons.js';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { sentences } from '../../api/error.js';
import { Dialog } from '../../components/Dialog.js';
import { PhotoForm } from '../photos/PhotoForm.js';
import { editorPhotoTexts } from '../../texts/editor-photos.js';
import { texts } from '../../texts/en.js';
import styles from './PhotoFields.module.css';
import type { ChosenPhoto, PhotoItem } from './photo-list.js';
import { Request, type Requests } from './Request.js';
import type { PhotoWork } from './use-photo-work.js';

const words = editorPhotoTexts;

interface Props {
  work: PhotoWork;
  requests: Requests;
  /** Set while staff review: nothing is sent then. */
  isReadOnly: boolean;
  mayRemove: (item: PhotoItem) => boolean;
  error: string | undefined;
}

/** Ordered photos of a drive, the primary one first. */
export function PhotoFields({ work, requests, isReadOnly, mayRemove, error }: Props) {
  const { items } = work;
  // The photo in the form: one that was chosen before, or a new one.
  const [inForm, setInForm] = useState<ChosenPhoto | 'new' | null>(null);
  return (
    <section className={styles.section} aria-label={words.title} data-field="photos">
      <h3 className={styles.heading}>{words.title}</h3>
      <p className={styles.note}>{words.help}</p>
      {work.error !== null && (
        <p role="alert" className={styles.fault}>
          {sentences(work.error)} <Button onClick={work.retry}>{texts.retry}</Button>
        </p>
      )}
      {items === null && work.error === null && <p className={styles.note}>{words.loading}</p>}
      {items?.length === 0 && <p className={styles.note}>{words.empty}</p>}
      <PhotoList
        work={work}
        requests={requests}
        isReadOnly={isReadOnly}
        mayRemove={mayRemove}
        items={items ?? []}
        onChange={setInForm}
      />
      <GoneRequests items={items} requests={requests} />
      <Request field="photos" requests={requests} />
      <p role="alert" className={styles.fault}>
        {error}
      </p>
      {!isReadOnly && items !== null && <Adding count={items.length} onAdd={() => setInForm('new')} />}
      {inForm !== null && <FormDialog work={work} photo={inForm} onClose={() => setInForm(null)} />}
    </section>
  );
}

interface FormProps {
  work: PhotoWork;
  photo: ChosenPhoto | 'new';
  onClose: () => void;
}

/** Adds a photo, or changes one that is not sent yet. */
function FormDialog({ work, photo, onClose }: FormProps) {
  const isNew = photo === 'new';
  return (
    <Dialog opened onClose={onClose} title={isNew ? words.addTitle : words.changeTitle}>
      <PhotoForm
        submit={isNew ? words.add : words.apply}
        progress={null}
        error={null}
        {...(!isNew && { before: photo })}
        onSubmit={(entered) => {
          if (isNew) work.add(entered);
          else work.replace({ ...entered, key: photo.key });
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}

function Adding({ count, onAdd }: { count: number; onAdd: () => void }) {
  if (count >= LIMITS.editorPhotosMax) return <p className={styles.note}>{words.full(LIMITS.editorPhotosMax)}</p>;
  return (
    <Button variant="default" mih={44} onClick={onAdd}>
      {words.add}
    </Button>
  );
}

/** Shows change requests for photos that no longer exist, so that the owner can still read them. */
function GoneRequests({ items, requests }: { items: PhotoWork['items']; requests: Requests }): ReactNode {
  if (requests.onChange !== undefined || items === null) return null;
  const existing = new Set<string>(items.map(({ key }) => photoRequestKey(key)));
  const gone = Object.keys(requests.words).filter((key) => isPhotoRequestKey(key) && !existing.has(key));
  return gone.map((key) => (
    <Request key={key} field={photoRequestKey(key.slice('photos.'.length))} requests={requests} />
  ));
}

/** The last action, and which button of which photo receives the focus after it. */
interface Done {
  key: string;
  next: readonly ('up' | 'down' | 'remove')[];
  said: string;
}

type ListProps = Omit<Props, 'error'> & { items: readonly PhotoItem[]; onChange: (photo: ChosenPhoto) => void };

function PhotoList({ work, items, requests, isReadOnly, mayRemove, onChange }: ListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  // The pressed button lost the focus when it moved, was disabled at an end of the list, or was removed with its photo.
  useEffect(() => {
    if (done === null) return;
    const buttons = done.next.map((name) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-key="${done.key}"] [data-act="${name}"]`),
    );
    // Without another photo, the button that adds one.
    const add = list.current?.closest('section')?.querySelector<HTMLButtonElement>(':scope > button');
    (buttons.find((button) => button?.disabled === false) ?? add)?.focus();
  }, [done]);
  const step = (key: string, from: number, by: 'up' | 'down') => {
    const to = by === 'up' ? from - 1 : from + 1;
    work.move(from, to);
    setDone({ key, next: by === 'up' ? ['up', 'down'] : ['down', 'up'], said: words.moved(to + 1, items.length) });
  };
  const remove = (item: PhotoItem, index: number) => {
    work.remove(item);
    const key = (items[index + 1] ?? items[index - 1])?.key ?? '';
    setDone({ key, next: ['remove', 'up', 'down'], said: words.removed(words.name(index + 1)) });
  };
  return (
    <>
      <ol ref={list} className={styles.photos}>
        {items.map((item, index) => (
          <PhotoRow
            key={item.key}
            item={item}
            index={index}
            requests={requests}
            isReadOnly={isReadOnly}
            count={items.length}
            isDragged={dragged === index}
            onDrag={setDragged}
            onDrop={() => {
              if (dragged !== null) work.move(dragged, index);
              setDragged(null);
            }}
            onStep={(by) => step(item.key, index, by)}
            onChange={item.photo === null ? () => onChange(item) : null}
            onRemove={mayRemove(item) ? () => remove(item, index) : null}
          />
        ))}
      </ol>
      <p role="status" className={styles.note}>
        {done?.said}
      </p>
    </>
  );
}

interface RowProps {
  item: PhotoItem;
  index: number;
  count: number;
  requests: Requests;
  isReadOnly: boolean;
  isDragged: boolean;
  onDrag: (index: number | null) => void;
  onDrop: () => void;
  onStep: (by: 'up' | 'down') => void;
  /** Null if the photo is sent already. */
  onChange: (() => void) | null;
  /** Null if the user may not delete the photo. */
  onRemove: (() => void) | null;
}

function PhotoRow({ item, index, count, requests, isReadOnly, onDrop, ...rest }: RowProps) {
  const name = words.name(index + 1);
  return (
    <li
      className={styles.photo}
      data-key={item.key}
      data-dragged={rest.isDragged}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <div className={styles.row}>
        {!isReadOnly && (
          <span
            className={styles.grip}
            draggable
            title={words.drag(name)}
            aria-hidden="true"
            onDragStart={() => rest.onDrag(index)}
            onDragEnd={() => rest.onDrag(null)}
          >
            <IconGripVertical size={18} />
          </span>
        )}
        <Thumbnail item={item} name={name} />
        <span className={styles.name}>
          {name}
          <small>{marksOf(item, index).join(' · ')}</small>
        </span>
        {!isReadOnly && (
          <RowButtons
            name={name}
            index={index}
            count={count}
            onStep={rest.onStep}
            onChange={rest.onChange}
            onRemove={rest.onRemove}
          />
        )}
      </div>
      {item.photo !== null && (
        <Request field={photoRequestKey(item.key)} label={words.requestAt(name)} requests={requests} />
      )}
    </li>
  );
}

function RowButtons({
  name,
  index,
  count,
  onStep,
  onChange,
  onRemove,
}: Pick<RowProps, 'index' | 'count' | 'onStep' | 'onChange' | 'onRemove'> & { name: string }) {
  const look = { variant: 'subtle', color: 'gray', size: 44 } as const;
  return (
    <>
      <ActionIcon
        {...look}
        data-act="up"
        aria-label={words.up(name)}
        disabled={index === 0}
        onClick={() => onStep('up')}
      >
        <IconArrowUp size={18} />
      </ActionIcon>
      <ActionIcon
        {...look}
        data-act="down"
        aria-label={words.down(name)}
        disabled={index === count - 1}
        onClick={() => onStep('down')}
      >
        <IconArrowDown size={18} />
      </ActionIcon>
      {onChange !== null && (
        <ActionIcon {...look} aria-label={words.change(name)} onClick={onChange}>
          <IconPencil size={18} />
        </ActionIcon>
      )}
      {onRemove !== null && (
        <ActionIcon {...look} data-act="remove" aria-label={words.remove(name)} onClick={onRemove}>
          <IconX size={18} />
        </ActionIcon>
      )}
    </>
  );
}

function marksOf({ photo }: PhotoItem, index: number): string[] {
  return [
    ...(index === 0 ? [words.primary] : []),
    ...(photo === null ? [words.isNew] : []),
    ...(photo?.pending === true ? [words.pending] : []),
  ];
}

function Thumbnail({ item, name }: { item: PhotoItem; name: string }) {
  const file = item.photo === null ? item.file : null;
  const url = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file]);
  useEffect(() => {
    if (url !== null) return () => URL.revokeObjectURL(url);
    return undefined;
  }, [url]);
  const [failed, setFailed] = useState(false);
  return (
    <span className={styles.thumbnail} style={{ backgroundColor: item.photo?.color }}>
      {/* Some browsers cannot display every accepted format. */}
      {!failed && (
        <img src={url ?? item.photo?.small} alt={item.photo?.description || name} onError={() => setFailed(true)} />
      )}
    </span>
  );
}

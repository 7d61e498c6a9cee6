import { Button } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { photoTexts } from '../../texts/photos.js';
import { type Corner, type Crop, moved, type PhotoEdit, turned, withCorner } from './photo-edit.js';
import styles from './PhotoEditor.module.css';

const words = photoTexts.form;
const CORNERS: readonly Corner[] = ['top-left', 'top-right', 'bottom-left', 'bottom-right'];
/** Share of the photo by which one arrow key press moves a corner. */
const NUDGE = 0.02;
const STEPS: Record<string, readonly [number, number] | undefined> = {
  ArrowLeft: [-NUDGE, 0],
  ArrowRight: [NUDGE, 0],
  ArrowUp: [0, -NUDGE],
  ArrowDown: [0, NUDGE],
};

interface Props {
  url: string;
  edit: PhotoEdit;
  disabled: boolean;
  onEdit: (edit: PhotoEdit) => void;
  /** Called if the browser cannot display the photo. */
  onFailure: () => void;
}

/** Shows a photo as it will be sent, with tools to turn and crop it. */
export function PhotoEditor({ url, edit, disabled, onEdit, onFailure }: Props) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [isCropping, setCropping] = useState(false);
  const isSideways = edit.turns % 2 === 1;
  const ratio = size === null ? 1 : isSideways ? size.height / size.width : size.width / size.height;
  return (
    <>
      <div className={styles.frame} data-ready={size !== null} style={{ '--ratio': ratio }}>
        <img
          src={url}
          alt={words.preview}
          data-sideways={isSideways}
          style={{ '--turn': `${edit.turns * 90}deg` }}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
          onError={onFailure}
        />
        <CropFrame
          crop={edit.crop}
          isActive={isCropping && !disabled}
          onCrop={(crop) => onEdit({ turns: edit.turns, crop })}
        />
      </div>
      <div className={styles.tools}>
        <Button variant="default" mih={44} disabled={disabled} onClick={() => onEdit(turned(edit))}>
          {words.rotate}
        </Button>
        <Button
          variant="default"
          mih={44}
          disabled={disabled}
          aria-pressed={isCropping}
          onClick={() => setCropping(!isCropping)}
        >
          {words.crop}
        </Button>
      </div>
      {isCropping && <p className={styles.note}>{words.cropHelp}</p>}
    </>
  );
}

interface CropProps {
  crop: Crop;
  isActive: boolean;
  onCrop: (crop: Crop) => void;
}

/** The part to keep, the rest in the dark. Its corners move by pointer and arrow keys, the whole of it by pointer. */
function CropFrame({ crop, isActive, onCrop }: CropProps) {
  const frame = useRef<HTMLDivElement>(null);
  const held = useRef<{ x: number; y: number; crop: Crop; corner: Corner | null } | null>(null);
  const grab = (event: PointerEvent, corner: Corner | null) => {
    if (!isActive) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { x: event.clientX, y: event.clientY, crop, corner };
  };
  const drag = ({ clientX, clientY }: PointerEvent) => {
    const photo = frame.current?.parentElement?.getBoundingClientRect();
    if (held.current === null || photo === undefined) return;
    const [x, y] = [(clientX - held.current.x) / photo.width, (clientY - held.current.y) / photo.height];
    const { corner, crop: from } = held.current;
    onCrop(corner === null ? moved(from, x, y) : withCorner(from, corner, x, y));
  };
  const release = () => {
    held.current = null;
  };
  const nudge = (corner: Corner) => (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onCrop(withCorner(crop, corner, ...step));
  };
  const percent = (share: number) => `${share * 100}%`;
  const inset = [crop.top, 1 - crop.right, 1 - crop.bottom, crop.left].map(percent).join(' ');
  const moves = { onPointerMove: drag, onPointerUp: release, onPointerCancel: release };
  return (
    <div
      ref={frame}
      className={styles.crop}
      data-active={isActive}
      style={{ inset }}
      onPointerDown={(event) => grab(event, null)}
      {...moves}
    >
      {isActive &&
        CORNERS.map((corner) => (
          <button
            key={corner}
            type="button"
            className={styles.corner}
            data-corner={corner}
            aria-label={words.corners[corner]}
            onPointerDown={(event) => grab(event, corner)}
            onKeyDown={nudge(corner)}
          />
        ))}
    </div>
  );
}

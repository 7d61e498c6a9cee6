import { Button, Slider } from '@mantine/core';
import '@mantine/core/styles/Slider.css';
import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import AvatarEditor from 'react-avatar-editor';
import type { AvatarEditorRef, Position } from 'react-avatar-editor';
import { Dialog } from '../../components/Dialog.js';
import { numberText } from '../../lib/text/units.js';
import { texts } from '../../texts/en.js';
import { profileTexts } from '../../texts/profile.js';
import { ACCEPTED_FILES, avatarFault } from './avatar-file.js';
import styles from './Profile.module.css';

const words = profileTexts.avatar;

/** Canvas size in pixels: a circle of this radius, and the border around it that is cut off. */
const RADIUS = 225;
const BORDER = 150;
const ZOOM = { min: 0.5, max: 2, step: 0.01, start: 1 };
const QUALITY = 0.92;
/** Share of the photo by which one arrow key press moves it. */
const NUDGE = 0.02;
const CENTER: Position = { x: 0.5, y: 0.5 };

interface Props {
  onClose: () => void;
  onApply: (file: File) => void;
}

/** Lets the user choose a photo and crop it. */
export default function AvatarDialog({ onClose, onApply }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [zoom, setZoom] = useState(ZOOM.start);
  const [hasPreview, setHasPreview] = useState(true);
  const editor = useRef<AvatarEditorRef>(null);
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const found = await avatarFault(chosen);
    setFault(found);
    setZoom(ZOOM.start);
    setHasPreview(true);
    if (found === null) setFile(chosen);
  };
  const apply = async () => {
    if (file === null) return;
    const canvas = hasPreview ? editor.current?.getImageScaledToCanvas() : undefined;
    onApply(canvas === undefined ? file : await asFile(canvas));
  };
  return (
    <Dialog opened onClose={onClose} title={words.title}>
      {file === null ? (
        <DropPlace onFile={(chosen) => void choose(chosen)} />
      ) : !hasPreview ? (
        <p className={styles.note}>{words.noPreview}</p>
      ) : (
        <>
          <Crop ref={editor} file={file} zoom={zoom} onFailure={() => setHasPreview(false)} />
          <p className={styles.zoom} aria-hidden="true">
            {words.zoom}
          </p>
          <Slider
            label={(value) => numberText(value, 2)}
            thumbLabel={words.zoom}
            thumbSize={24}
            min={ZOOM.min}
            max={ZOOM.max}
            step={ZOOM.step}
            value={zoom}
            onChange={setZoom}
          />
        </>
      )}
      <p role="alert" className={styles.refusal}>
        {fault}
      </p>
      <div className={styles.cropButtons}>
        <Button variant="subtle" disabled={file === null} onClick={() => setFile(null)}>
          {words.clear}
        </Button>
        <Button variant="default" onClick={onClose}>
          {texts.form.cancel}
        </Button>
        <Button disabled={file === null} onClick={() => void apply()}>
          {words.apply}
        </Button>
      </div>
    </Dialog>
  );
}

/** Accepts a dropped or chosen file. */
function DropPlace({ onFile }: { onFile: (file: File | undefined) => void }) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <label
      className={styles.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span>{words.drop}</span>
      <span className={styles.note}>{words.formats}</span>
      <input
        type="file"
        accept={ACCEPTED_FILES}
        aria-label={words.choose}
        onChange={({ currentTarget }) => onFile(currentTarget.files?.[0])}
      />
    </label>
  );
}

interface CropProps {
  ref: React.Ref<AvatarEditorRef>;
  file: File;
  zoom: number;
  /** Called if the browser cannot read the photo. */
  onFailure: () => void;
}

/** Photo under a round window; the user can drag it or move it with the arrow keys. */
function Crop({ ref, file, zoom, onFailure }: CropProps) {
  const [position, setPosition] = useState(CENTER);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setPosition({ x: clamped(position.x + step.x), y: clamped(position.y + step.y) });
  };
  return (
    <div className={styles.crop} role="group" aria-label={words.crop} tabIndex={0} onKeyDown={onKeyDown}>
      <AvatarEditor
        ref={ref}
        image={file}
        width={2 * RADIUS}
        height={2 * RADIUS}
        border={BORDER}
        borderRadius={RADIUS}
        scale={zoom}
        position={position}
        onPositionChange={setPosition}
        backgroundColor="#fff"
        disableHiDPIScaling
        onLoadFailure={onFailure}
      />
    </div>
  );
}

const STEPS: Record<string, Position | undefined> = {
  ArrowLeft: { x: -NUDGE, y: 0 },
  ArrowRight: { x: NUDGE, y: 0 },
  ArrowUp: { x: 0, y: -NUDGE },
  ArrowDown: { x: 0, y: NUDGE },
};

function clamped(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function asFile(canvas: HTMLCanvasElement): Promise<File> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) =>
        blob === null
          ? reject(new Error('The browser could not encode the photo.'))
          : resolve(new File([blob], 'avatar.jpg', { type: 'image/jpeg' })),
      'image/jpeg',
      QUALITY,
    ),
  );
}

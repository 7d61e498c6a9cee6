import { useSortable } from '@dnd-kit/sortable';
import { WHOLE } from '@switchback/geo/driven-part';
import { useState } from 'react';
import { IconGripVertical } from '../../../../components/page-icons.js';
import { titleOf } from '../../../../lib/drives/drive-title.js';
import { tripTexts } from '../../../../texts/trips.js';
import { ItemOptions } from './ItemOptions.js';
import { ItemRow, type RowProps } from './ItemRow.js';
import styles from './Items.module.css';
import { useItemsEditor } from './items-editor.js';
import { NoteEditor } from './NoteEditor.js';
import { StretchDialog } from './StretchDialog.js';
import { sortableStyle } from './sortable-style.js';

const words = tripTexts;

/** An item of a collection with its drag handle, its options, and its note to edit. */
export function SortableRow(props: RowProps) {
  const { stop, drive, whole } = props;
  const { setNote, setPart, isSaved, failures } = useItemsEditor();
  const [isCutting, setCutting] = useState(false);
  const part = stop.item.part ?? WHOLE;
  const [isWriting, setWriting] = useState(false);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging, transform, transition } = useSortable({
    id: stop.key,
    attributes: { roleDescription: words.drag.role },
  });
  const title = stop.item.place?.label ?? titleOf(drive ?? { title: '' });
  return (
    <ItemRow
      {...props}
      rowRef={setNodeRef}
      style={sortableStyle(transform, transition)}
      isDragged={isDragging}
      handle={
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={styles.handle}
          data-control="handle"
          {...attributes}
          {...listeners}
          aria-label={words.drag.handle(title)}
        >
          <IconGripVertical size={18} />
        </button>
      }
      options={
        <>
          <ItemOptions
            stop={stop}
            title={title}
            onNote={() => setWriting(true)}
            onStretch={whole && (() => setCutting(true))}
          />
          {whole && (
            <StretchDialog
              drive={whole}
              stretch={part.stretch}
              open={isCutting}
              onClose={() => setCutting(false)}
              onChoose={(stretch) => {
                setCutting(false);
                setPart(stop.index, { ...part, stretch });
              }}
            />
          )}
        </>
      }
      note={
        <NoteEditor
          title={title}
          note={stop.item.note}
          isSaved={isSaved}
          failures={failures}
          isOpen={isWriting}
          onOpen={setWriting}
          onSave={(note) => setNote(stop.index, note)}
        />
      }
    />
  );
}

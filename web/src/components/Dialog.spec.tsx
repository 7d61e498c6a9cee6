// Aim: whoever closes a dialog goes on where they opened it, also if the page was laid out again meanwhile.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../testing/render.js';
import { Dialog } from './Dialog.js';

interface Props {
  /** Whether the dialog unmounts when it closes. */
  unmounts: boolean;
}

/** A page whose layout the dialog can change, as a resized window does. */
function Page({ unmounts }: Props) {
  const [open, setOpen] = useState(false);
  const [layout, setLayout] = useState<'wide' | 'narrow' | 'bare'>('wide');
  return (
    <main tabIndex={-1}>
      <button type="button">Other</button>
      {layout !== 'bare' && (
        <button key={layout} type="button" onClick={() => setOpen(true)}>
          Share
        </button>
      )}
      {(open || !unmounts) && (
        <Dialog opened={open} onClose={() => setOpen(false)} title="Dialog">
          <button type="button" onClick={() => setLayout('narrow')}>
            Narrow
          </button>
          <button type="button" onClick={() => setLayout('bare')}>
            Bare
          </button>
        </Dialog>
      )}
    </main>
  );
}

async function closeAfter(layout: string | null, props: Props) {
  renderApp(<Page {...props} />);
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  await screen.findByRole('dialog');
  await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement));
  if (layout !== null) await userEvent.click(screen.getByRole('button', { name: layout }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe.each([{ unmounts: true }, { unmounts: false }])('a closed dialog ($unmounts)', (props) => {
  it('returns the focus to its opener', async () => {
    await closeAfter(null, props);
    expect(screen.getByRole('button', { name: 'Share' })).toHaveFocus();
  });

  it('returns the focus to the counterpart of a replaced opener', async () => {
    await closeAfter('Narrow', props);
    expect(screen.getByRole('button', { name: 'Share' })).toHaveFocus();
  });

  it('returns the focus to the content if nothing replaced its opener', async () => {
    await closeAfter('Bare', props);
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

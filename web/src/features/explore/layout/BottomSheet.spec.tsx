import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { BottomSheet, settle, type SheetStop } from './BottomSheet.js';

function Page() {
  const [stop, setStop] = useState<SheetStop>('peek');
  return (
    <BottomSheet label="Results" stop={stop} onStop={setStop} head={<p>48 results</p>}>
      <button>a card</button>
    </BottomSheet>
  );
}

const handle = () => screen.getByRole('slider', { name: 'Results panel' });
const height = () => handle().getAttribute('aria-valuetext');
/** jsdom does not implement pointer capture. */
Element.prototype.setPointerCapture = () => undefined;

function drag(from: Element, ys: number[]): void {
  fireEvent.pointerDown(from, { clientY: ys[0], pointerId: 1 });
  for (const y of ys.slice(1)) fireEvent.pointerMove(from, { clientY: y, pointerId: 1 });
  fireEvent.pointerUp(from, { clientY: ys.at(-1), pointerId: 1 });
}

describe('the sheet over the map', () => {
  // Aim: the handle is first in the tab order, and arrow keys, Home and End select each height.
  it('is moved with the keyboard', async () => {
    render(<Page />);
    await userEvent.tab();
    expect(handle()).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    expect(height()).toBe('Half');
    await userEvent.keyboard('{End}{ArrowUp}');
    expect(height()).toBe('Full');
    await userEvent.keyboard('{ArrowDown}{Home}{ArrowDown}');
    expect(height()).toBe('Collapsed');
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'a card' })).toHaveFocus();
  });

  // Aim: a tap opens the sheet further, without dragging, and closes it from the top.
  it('is opened with a tap', () => {
    render(<Page />);
    for (const next of ['Half', 'Full', 'Collapsed']) {
      drag(screen.getByText('48 results'), [700, 702]);
      expect(height()).toBe(next);
    }
  });

  // Aim: after a drag by its handle the sheet snaps to the nearest height.
  it('is dragged', async () => {
    render(<Page />);
    await userEvent.tab();
    await userEvent.keyboard('{End}');
    // The specs' layout is 800 pixels high, and so is the sheet; the pointer rests before it is released.
    drag(handle(), [100, 300, 450, 450]);
    expect(height()).toBe('Half');
  });

  // Aim: a finger that pulls the cards up moves the sheet; a tap on a card does not, and a mouse selects text.
  it('is pulled by its cards', () => {
    render(<Page />);
    const pull = (pointerType: string, ys: number[]) => {
      const card = screen.getByRole('button', { name: 'a card' });
      const at = (y: number | undefined) => ({ clientY: y, pointerId: 1, pointerType });
      fireEvent.pointerDown(card, at(ys[0]));
      for (const y of ys.slice(1)) fireEvent.pointerMove(card, at(y));
      fireEvent.pointerUp(card, at(ys.at(-1)));
    };
    pull('touch', [700, 702]);
    pull('mouse', [700, 500, 300, 300]);
    expect(height()).toBe('Collapsed');
    pull('touch', [700, 500, 300, 300]);
    expect(height()).toBe('Full');
    pull('touch', [100, 300, 600, 600]);
    expect(height()).toBe('Full');
  });

  // Aim: a canceled drag, such as by a call or a system gesture, leaves the sheet where it was.
  it('returns to its position when a drag is cancelled', () => {
    render(<Page />);
    fireEvent.pointerDown(handle(), { clientY: 100, pointerId: 1 });
    fireEvent.pointerMove(handle(), { clientY: 400, pointerId: 1 });
    fireEvent.pointerCancel(handle(), { clientY: 400, pointerId: 1 });
    expect(height()).toBe('Collapsed');
  });

  // Aim: the sheet settles at the nearest stop, and a flick continues to the next.
  it.each([
    [230, 0, 'peek'],
    [420, 0, 'half'],
    [700, 0, 'full'],
    [260, 1, 'half'],
    [420, -1, 'peek'],
  ] as const)('settles from %d pixels at speed %d at %s', (pixels, speed, stop) => {
    expect(settle(pixels, speed, 800)).toBe(stop);
  });
});

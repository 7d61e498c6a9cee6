// Aim: the editor offers the tags of the map, and an author's drive gets only those that its author chooses.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { driveDetails } from '../../testing/drives.js';
import { renderApp } from '../../testing/render.js';
import type { ChosenTag } from '../../lib/drives/drive-fields.js';
import { fieldsOf } from './drive-form.js';
import { TagFields } from './TagFields.js';

const FOREST = { category: 'environment', name: 'forest' } as const;
const TOLL = { category: 'feature', name: 'toll' } as const;

function Fields({ chosen }: { chosen: ChosenTag[][] }) {
  const [value, setValue] = useState<readonly ChosenTag[]>([TOLL]);
  const change = (tags: readonly ChosenTag[]) => {
    chosen.push([...tags]);
    setValue(tags);
  };
  return <TagFields value={value} onChange={change} suggested={[FOREST, TOLL]} />;
}

it('offers the tags of the map that are not chosen yet', async () => {
  const chosen: ChosenTag[][] = [];
  renderApp(<Fields chosen={chosen} />);
  await userEvent.click(screen.getByRole('button', { name: 'From the map: forest' }));
  expect(chosen).toEqual([[TOLL, FOREST]]);
  expect(screen.getByRole('checkbox', { name: 'forest' })).toBeChecked();
  expect(screen.queryByRole('button')).toBeNull();
});

it('edits only the author’s tags', () => {
  const tags = [
    { ...TOLL, source: 'author' as const },
    { ...FOREST, source: 'map' as const, meters: 900 },
  ];
  expect(fieldsOf(driveDetails({ id: 'a', tags })).tags).toEqual([TOLL]);
});

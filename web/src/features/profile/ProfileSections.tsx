import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import type { ComponentProps } from 'react';
import { profileTexts } from '../../texts/profile.js';
import styles from './Profile.module.css';
import { ProfileDrives } from './ProfileDrives.js';
import type { Section } from './profile-view.js';

const words = profileTexts;

interface Props extends Pick<ComponentProps<typeof ProfileDrives>, 'isLimited'> {
  sections: readonly (readonly [Section, readonly string[]])[];
  /** Stacks the sections if there is no room for tabs. */
  stacked: boolean;
}

/** Shows the drives of a user, list by list. */
export function ProfileSections({ sections, stacked, isLimited }: Props) {
  const first = sections[0]?.[0];
  if (first === undefined) return null;
  if (stacked) {
    return sections.map(([name, ids]) => (
      <section key={name} aria-labelledby={`section-${name}`}>
        <h2 id={`section-${name}`} className={styles.sectionTitle}>
          {words.lists[name]}
        </h2>
        <ProfileDrives section={name} ids={ids} isLimited={isLimited} />
      </section>
    ));
  }
  return (
    <Tabs defaultValue={first} keepMounted={false} className={styles.sections ?? ''}>
      <Tabs.List aria-label={words.lists.label}>
        {sections.map(([name]) => (
          <Tabs.Tab key={name} value={name} mih={44}>
            {words.lists[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {sections.map(([name, ids]) => (
        <Tabs.Panel key={name} value={name} pt="md">
          <h2 className="visually-hidden">{words.lists[name]}</h2>
          <ProfileDrives section={name} ids={ids} isLimited={isLimited} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

import { Button, Drawer } from '@mantine/core';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Drawer.css';
import { useEffect, type ReactNode } from 'react';
import { exploreTexts } from '../../../texts/explore.js';
import { texts } from '../../../texts/en.js';
import styles from './Layout.module.css';

const HEAD = {
  padding: '0 var(--mantine-spacing-xs) 0 var(--mantine-spacing-md)',
  borderBottom: '1px solid var(--sb-border)',
};

interface Props {
  wide: boolean;
  /** Whether it lies over the results: a map next to it would shrink, and search less. */
  over: boolean;
  onClose: () => void;
  /** Label of the closing button, with the number of matching drives. */
  showText: string;
  children: ReactNode;
}

/** Filters: next to the list or over the map on wide screens, in a drawer on narrow ones. */
export default function FilterDrawer({ wide, over, onClose, showText, children }: Props) {
  useEffect(() => {
    // The focused element is removed on close before Mantine would restore the focus, so restore it here.
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  if (wide) {
    return (
      <aside
        id="explore-filters"
        className={styles.filters}
        data-over={over}
        aria-label={exploreTexts.filters.title}
        onKeyDown={({ key, target, defaultPrevented }) => {
          // Menus and lists inside close themselves first.
          const hasOpenList = target instanceof Element && target.getAttribute('aria-expanded') === 'true';
          if (key === 'Escape' && !defaultPrevented && !hasOpenList) onClose();
        }}
      >
        {children}
      </aside>
    );
  }
  return (
    <Drawer
      id="explore-filters"
      opened
      onClose={onClose}
      title={exploreTexts.filters.title}
      closeButtonProps={{ 'aria-label': texts.close, size: 44 }}
      size="min(26rem, 100%)"
      padding={0}
      styles={{ header: HEAD }}
      transitionProps={{ duration: 160 }}
    >
      {children}
      <div className={styles.drawerFoot}>
        <Button fullWidth onClick={onClose}>
          {showText}
        </Button>
      </div>
    </Drawer>
  );
}

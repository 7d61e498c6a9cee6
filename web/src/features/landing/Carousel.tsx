import { IconChevronLeft, IconChevronRight } from '../../components/icons.js';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './Carousel.module.css';

interface Props {
  label: string;
  previous: string;
  next: string;
  children: ReactNode[];
}

/**
 * A horizontal carousel with scroll snapping: four slides in view, three below 1250 px, two below 950, one below 650.
 */
export function Carousel({ label, previous, next, children }: Props) {
  const track = useRef<HTMLUListElement>(null);
  const [edges, setEdges] = useState({ start: true, end: false });
  const measure = () => {
    const element = track.current;
    if (element === null) return;
    const start = element.scrollLeft <= 1;
    const end = element.scrollLeft + element.clientWidth >= element.scrollWidth - 1;
    setEdges((known) => (known.start === start && known.end === end ? known : { start, end }));
  };
  useEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    if (track.current !== null) observer.observe(track.current);
    return () => observer.disconnect();
  }, [children.length]);
  const page = (direction: 1 | -1) => {
    const element = track.current;
    element?.scrollBy({ left: direction * element.clientWidth, behavior: 'smooth' });
  };
  return (
    <div className={styles.carousel} role="group" aria-roledescription="carousel" aria-label={label}>
      <ul ref={track} className={styles.track} onScroll={measure}>
        {children.map((slide, index) => (
          <li key={index} className={styles.slide}>
            {slide}
          </li>
        ))}
      </ul>
      {!(edges.start && edges.end) && (
        <div className={styles.buttons}>
          <button type="button" aria-label={previous} disabled={edges.start} onClick={() => page(-1)}>
            <IconChevronLeft />
          </button>
          <button type="button" aria-label={next} disabled={edges.end} onClick={() => page(1)}>
            <IconChevronRight />
          </button>
        </div>
      )}
    </div>
  );
}

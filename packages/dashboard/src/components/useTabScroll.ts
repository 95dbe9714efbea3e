import { useEffect, useRef, type RefObject } from 'react';

/**
 * Returns the ref of a row of tabs that scrolls where not all have room. Keeps the tab that `selector` finds in view, and names
 * the sides on which tabs are hidden in `data-hidden`: `before`, `after` or both.
 *
 * @param current changes with the current tab
 */
export function useTabScroll<Row extends HTMLElement>(selector: string, current: string): RefObject<Row | null> {
  const ref = useRef<Row>(null);
  useEffect(() => {
    const chosen = ref.current?.querySelector<HTMLElement>(selector);
    if (ref.current === null || chosen === null || chosen === undefined) return;
    ref.current.scrollLeft = chosen.offsetLeft - (ref.current.clientWidth - chosen.offsetWidth) / 2;
  }, [selector, current]);
  useEffect(() => {
    const row = ref.current;
    if (row === null) return;
    const mark = (): void => void (row.dataset['hidden'] = hiddenSides(row).join(' '));
    const observer = new ResizeObserver(mark);
    // The row is as wide as its place, whatever its tabs need.
    for (const one of [row, ...row.children]) observer.observe(one);
    row.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener('scroll', mark);
    };
  }, []);
  return ref;
}

/** Positions are rounded: less than a pixel is nothing. */
const ROUNDED = 1;

function hiddenSides({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): readonly string[] {
  return [
    ...(scrollLeft > ROUNDED ? ['before'] : []),
    ...(scrollLeft + clientWidth < scrollWidth - ROUNDED ? ['after'] : []),
  ];
}

import { useEffect, useState } from 'react';
import { useRefresh } from '../api/useRefresh';
import { useGo } from '../lib/useGo';
import { useKeys } from '../lib/useKeys';
import { SHORTCUTS_EVENT } from './shortcuts';
import { useKnownPlace } from './useKnownPlace';
import { lazyPart } from '../components/lazyPart';

const Shortcuts = lazyPart(() => import('./Shortcuts').then(({ Shortcuts }) => Shortcuts));

/** Keys that every page has. The field that `/` focuses is the first with `data-search`. */
export function GlobalKeys() {
  const [isOpen, setOpen] = useState(false);
  const { project } = useKnownPlace().place;
  const go = useGo();
  const refresh = useRefresh();
  useKeys({
    '?': () => setOpen(true),
    '/': () => document.querySelector<HTMLElement>('main [data-search]')?.focus(),
    '.': refresh,
    'alt+i': project === undefined ? undefined : () => go('issues'),
    'alt+l': project === undefined ? undefined : () => go('logs'),
    'alt+t': project === undefined ? undefined : () => go('traces'),
  });
  useEffect(() => {
    const open = (): void => setOpen(true);
    document.addEventListener(SHORTCUTS_EVENT, open);
    return () => document.removeEventListener(SHORTCUTS_EVENT, open);
  }, []);
  return isOpen ? <Shortcuts close={() => setOpen(false)} /> : null;
}

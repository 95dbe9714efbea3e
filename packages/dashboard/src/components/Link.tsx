import { Link as RouterLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { usePath, useSharedSearch } from '../lib/usePath';
import type { SearchPatch } from '../lib/useSearch';

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A page of the current project without a slash, `issues/12`, or a path of the dashboard. Segments are encoded. */
  readonly to: string;
  /** Search parameters besides the shared ones of the project; `undefined` removes a shared one. */
  readonly search?: SearchPatch;
  /** Id of the part of the page that is scrolled to. */
  readonly hash?: string;
  readonly children: ReactNode;
}

/** A link within the dashboard. It loads the code of its page when the pointer reaches it. Pages of the project keep range and filters. */
export function Link({ to, search, ...rest }: Props) {
  const path = usePath();
  const shared = useSharedSearch();
  const next = { ...(to.startsWith('/') ? {} : shared), ...search };
  return <RouterLink {...rest} to={path(to)} search={next} preload="intent" />;
}

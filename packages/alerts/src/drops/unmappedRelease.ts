import { text } from '../words/details.js';
import type { DropKindOf } from './drop.js';

/** Frames of a release are minified, and it has no source maps. */
export const unmappedRelease: DropKindOf<'unmapped_release'> = {
  kind: 'unmapped_release',
  when: 'a release has no source maps',
  label: 'Release without source maps',
  title: 'A release has no source maps',
  plural: 'releases without source maps',
  page: (pages, { release }) => (typeof release === 'string' ? pages.release(release) : pages.usage()),
  reason: (details) =>
    `Frames of ${text(details, 'release')} are minified, and no source map has been uploaded for it. Source maps uploaded later also apply to stored exceptions.`,
};

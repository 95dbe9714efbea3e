import type { FoldRow } from '@sluice/accounting';
import type { Style } from './style.js';
import { table } from './table.js';
import { countText } from './words.js';

/** Formats counts under `(other)`: one line per project and kind, largest first. */
export function foldTable(folds: readonly Pick<FoldRow, 'project' | 'kind' | 'count'>[], style: Style): string {
  const sums = new Map<string, { project: string; kind: string; count: number }>();
  for (const { project, kind, count } of folds) {
    const key = `${project} ${kind}`;
    sums.set(key, { project, kind, count: count + (sums.get(key)?.count ?? 0) });
  }
  return table(
    [{ title: 'PROJECT' }, { title: 'TOO MANY NEW' }, { title: 'COUNTED UNDER (other)', align: 'right' }],
    [...sums.values()]
      .sort((a, b) => b.count - a.count)
      .map(({ project, kind, count }) => [project, `${kind}s`, countText(count)]),
    style,
  );
}

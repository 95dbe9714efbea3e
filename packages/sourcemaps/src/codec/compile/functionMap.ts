import { MappingsCursor } from './mappingsCursor.js';

/** From here on (line 1-based, column 0-based, of the original source) the code is of this function; `null`: of none. */
export type BreakPoint = readonly [line: number, column: number, name: string | null];

/**
 * Scope information as Metro writes it, `x_facebook_sources` of one source: `[{ names, mappings }]`, where lines are
 * split by `;`, and a mapping is the deltas of column, name and line. Empty where it is not that.
 */
export function readFunctionMap(json: string | null): readonly BreakPoint[] {
  if (json === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return [];
  }
  const [map] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const { names, mappings } = (map ?? {}) as { readonly names?: unknown; readonly mappings?: unknown };
  if (!Array.isArray(names) || typeof mappings !== 'string') return [];
  const points: BreakPoint[] = [];
  let line = 1;
  let name = 0;
  for (const group of mappings.split(';')) {
    let column = 0;
    for (const text of group.split(',')) {
      if (text === '') continue;
      const deltas = MappingsCursor.deltas(text);
      if (deltas === undefined) return [];
      column += deltas[0] ?? 0;
      name += deltas[1] ?? 0;
      line += deltas[2] ?? 0;
      const found: unknown = (names as readonly unknown[])[name];
      points.push([line, column, typeof found === 'string' ? found : null]);
    }
  }
  return points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

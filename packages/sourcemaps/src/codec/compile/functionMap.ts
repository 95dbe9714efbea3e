import { MappingsCursor } from './mappingsCursor.js';

/** From here on (line 1-based, column 0-based, of the original source) the code is of this function; `null`: of none. */
export type BreakPoint = readonly [line: number, column: number, name: string | null];

/**
 * Scope information as Metro writes it, `x_facebook_sources` of one source: `[{ names, mappings }]`, where lines are
 * split by `;`, and a mapping is the deltas of column, name and line. In order; empty where it is not that, `undefined`
 * where it has more than `most` points.
 */
export function readFunctionMap(json: string | null, most: number): readonly BreakPoint[] | undefined {
  const map = firstOf(json);
  if (map === undefined) return [];
  const { names, mappings } = map;
  // One more than may be is enough to know.
  const groups = mappings.split(';', most + 1).map((group) => group.split(',', most + 1).filter((text) => text !== ''));
  if (groups.reduce((sum, group) => sum + group.length, 0) > most) return undefined;
  const points: BreakPoint[] = [];
  let line = 1;
  let name = 0;
  for (const group of groups) {
    let column = 0;
    for (const text of group) {
      const deltas = MappingsCursor.deltas(text);
      if (deltas === undefined) return [];
      column += deltas[0] ?? 0;
      name += deltas[1] ?? 0;
      line += deltas[2] ?? 0;
      const found = names[name];
      if (isPosition(line) && isPosition(column)) points.push([line, column, typeof found === 'string' ? found : null]);
    }
  }
  return points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

const isPosition = (value: number): boolean => value >= 0 && value <= 0x7f_ff_ff_ff;

function firstOf(json: string | null): { readonly names: readonly unknown[]; readonly mappings: string } | undefined {
  if (json === null) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const [map] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const { names, mappings } = (map ?? {}) as { readonly names?: unknown; readonly mappings?: unknown };
  return Array.isArray(names) && typeof mappings === 'string' ? { names, mappings } : undefined;
}

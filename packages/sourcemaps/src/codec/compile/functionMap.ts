import { MappingsCursor } from './mappingsCursor.js';
import { NestedFunctions, type BreakPoint } from './nestedFunctions.js';

/**
 * Reads scope information of Metro, `x_facebook_sources` of one source: `[{ names, mappings }]`, with lines separated
 * by `;` and mappings as deltas of column, name and line. Returns the points in order; an empty list if the format
 * differs, `undefined` if there are more than `most` points.
 */
export function readMetroFunctions(json: string | null, most: number): readonly BreakPoint[] | undefined {
  const map = firstOf(json);
  if (map === undefined) return [];
  const { names, mappings } = map;
  // One more than the limit is enough to know.
  const groups = mappings.split(';', most + 1).map((group) => partsOf(group, most));
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
      points.push([line, column, typeof found === 'string' ? found : null]);
    }
  }
  return points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/**
 * Reads scope information of pasta-sourcemaps, `x_com_bloomberg_sourcesFunctionMappings` of one source: functions
 * ordered by start, each as deltas of name, first line, first column, last line and last column (inclusive). Returns
 * an empty list if the format differs, `undefined` if there are more than `most` points.
 */
export function readBloombergFunctions(
  text: string | null,
  nameOf: (index: number) => string | null,
  most: number,
): readonly BreakPoint[] | undefined {
  if (text === null) return [];
  const functions = new NestedFunctions(most);
  let [name, startColumn, endLine, endColumn] = [0, 0, 0, 0];
  for (const part of partsOf(text, most)) {
    const deltas = MappingsCursor.deltas(part);
    if (deltas?.length !== 5) return [];
    const [ofName, ofStartLine, ofStartColumn, ofEndLine, ofEndColumn] = deltas as [
      number,
      number,
      number,
      number,
      number,
    ];
    name += ofName;
    const startLine = endLine + ofStartLine;
    startColumn += ofStartColumn;
    endLine = startLine + ofEndLine;
    endColumn += ofEndColumn;
    functions.closeBefore(startLine + 1, startColumn);
    functions.open(startLine + 1, startColumn, nameOf(name), { line: endLine + 1, column: endColumn + 1 });
  }
  functions.closeBefore(Infinity, 0);
  return functions.points;
}

const partsOf = (text: string, most: number): readonly string[] =>
  text.split(',', most + 1).filter((one) => one !== '');

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

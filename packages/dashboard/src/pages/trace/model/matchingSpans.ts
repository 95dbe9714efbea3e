import { of, type SpanTable } from './spanTable';

/** Returns the positions of spans whose name or op contains a text, ignoring case, by start. Compares each distinct name once. */
export function matchingSpans(table: SpanTable, words: string): readonly number[] {
  const text = words.trim().toLowerCase();
  if (text === '') return [];
  const names = table.names.map((name) => name.toLowerCase().includes(text));
  const ops = table.ops.map((op) => op?.toLowerCase().includes(text) === true);
  const found: number[] = [];
  for (const at of table.byStart)
    if (names[of(table.name, at)] === true || ops[of(table.op, at)] === true) found.push(at);
  return found;
}

import type { ResponseOf } from '../../api/callApi';

/** What kinds of moments a timeline has. */
type Kind = ResponseOf<'GET /api/0/projects/{org}/{project}/users/{key}/timeline'>['data'][number]['kind'];

/** The parts of a timeline that can be switched: a name for the URL, a label, and the kinds. */
export const PARTS = [
  ['pages', 'Pages', ['pageview', 'custom']],
  ['exceptions', 'Exceptions', ['exception']],
  ['replays', 'Replays', ['replay']],
  ['logs', 'Logs', ['log']],
  ['requests', 'Requests', ['trace']],
] as const satisfies readonly (readonly [name: string, label: string, kinds: readonly Kind[]])[];

/** The name of a part. */
export type Part = (typeof PARTS)[number][0];

/** Logs and requests are most of what happens, and the least of what matters. */
const USUAL: readonly Part[] = ['pages', 'exceptions', 'replays'];

/** Returns the parts that the search parameter `show` names; the usual ones without it. */
export function readParts(show: string | undefined): readonly Part[] {
  const named = show?.split(',') ?? [];
  const parts = PARTS.map(([name]) => name).filter((name) => named.includes(name));
  return parts.length === 0 ? USUAL : parts;
}

/** Returns the search parameter for parts; `undefined` for the usual ones, and for none. */
export function writeParts(parts: readonly Part[]): string | undefined {
  const text = PARTS.map(([name]) => name)
    .filter((name) => parts.includes(name))
    .join(',');
  return text === '' || text === USUAL.join(',') ? undefined : text;
}

/** Returns the kinds of parts as the API takes them. */
export const kindsOf = (parts: readonly Part[]): string =>
  PARTS.filter(([name]) => parts.includes(name))
    .flatMap(([, , kinds]) => kinds)
    .join(',');

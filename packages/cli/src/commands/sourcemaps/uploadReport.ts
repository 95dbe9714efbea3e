import { storedFilename, type FoundMaps, type UploadResult } from '@sluice/uploader';
import type { Answer } from '../../context.js';
import { sections } from '../../output/sections.js';
import { printable } from '../../output/printable.js';
import type { Style } from '../../output/style.js';
import { table } from '../../output/table.js';
import { plural } from '../../output/words.js';

/** The files found and their results. */
export interface Uploaded {
  readonly directory: string;
  /** `null` if the maps are found by their debug ids. */
  readonly release: string | null;
  readonly found: FoundMaps;
  /** One result per file; `undefined` in a dry run. */
  readonly results?: readonly UploadResult[];
}

/** Names of outcomes in a dry run. */
const FOUND = 'found';
const OUTCOMES = ['uploaded', 'replaced', 'unchanged', 'unknown', 'failed'] as const;

/** Creates the report: which file was uploaded under which name. `failed` if an upload failed or no file was found. */
export function uploadReport({ directory, release, found, results }: Uploaded): Answer {
  const { files, unmatched, leftOut } = found;
  const rows = files.map(({ filename, origin }, index) => {
    const { outcome = FOUND, problems = [], error } = results?.[index] ?? {};
    const why = error === undefined ? null : { code: error.code, message: error.message };
    return { filename: storedFilename(filename), origin, outcome, problems, error: why };
  });
  const counts = Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length]),
  );
  return {
    value: { release, directory, dryRun: results === undefined, files: rows, unmatched, leftOut, counts },
    human: (style) => reportText({ release, rows, unmatched }, style),
    failed: rows.length === 0 || rows.some(({ error }) => error !== null),
  };
}

interface Row {
  readonly filename: string;
  readonly origin: string;
  readonly outcome: string;
  readonly problems: readonly string[];
  readonly error: { readonly message: string } | null;
}

interface Report extends Pick<FoundMaps, 'unmatched'> {
  readonly release: string | null;
  readonly rows: readonly Row[];
}

function reportText({ release, rows, unmatched }: Report, style: Style): string {
  const lines = (texts: readonly string[]): string => texts.map(printable).join('\n');
  const columns = [{ title: 'FILENAME' }, { title: 'MAP' }, { title: 'OUTCOME' }];
  return sections(
    [
      [
        '',
        table(
          columns,
          rows.map(({ filename, origin, outcome }) => [filename, origin, outcome]),
          style,
          '',
        ),
      ],
      ['NOT USED', lines(unmatched.map(({ path, reason }) => `${path}: ${reason}`))],
      ['PROBLEMS', lines(rows.flatMap(({ filename, problems }) => problems.map((text) => `${filename}: ${text}`)))],
      ['UNKNOWN', unknown(rows)],
      ['FAILED', lines(failures(rows))],
      ['', summary(release, rows)],
    ],
    style,
  );
}

function unknown(rows: readonly Row[]): string {
  const count = rows.filter(({ outcome }) => outcome === 'unknown').length;
  if (count === 0) return '';
  const were = count === 1 ? 'was being sent. It' : 'were being sent. They';
  return `${plural(count, 'file')} ${were} may be stored. Run the command again: it sends only what is missing.`;
}

/** Each reason once, because one cause may fail many files. */
function failures(rows: readonly Row[]): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { filename, outcome, error } of rows) {
    if (error !== null && outcome === 'failed')
      byReason.set(error.message, [...(byReason.get(error.message) ?? []), filename]);
  }
  return Array.from(byReason, ([reason, names]) =>
    names.length === 1 ? `${names[0] ?? ''}: ${reason}` : `${plural(names.length, 'file')}: ${reason}`,
  );
}

/** `of release 2.4.1`, or `without a release`. */
export const ofRelease = (release: string | null | undefined): string =>
  release === null || release === undefined ? 'without a release' : `of release ${release}`;

function summary(release: string | null, rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const counts = [...OUTCOMES, FOUND]
    .map((outcome) => [rows.filter((row) => row.outcome === outcome).length, outcome] as const)
    .filter(([count]) => count > 0)
    .map(([count, outcome]) => `${count} ${outcome}`);
  return printable(`${plural(rows.length, 'source map')} ${ofRelease(release)}: ${counts.join(', ')}.`);
}

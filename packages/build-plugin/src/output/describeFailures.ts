import { type UploadResult } from '@sluice/uploader';
import { type UploadTime } from './uploadTime.js';

/** Maximum files in a warning; the option `debug` lists all. */
const MAX_NAMES = 3;

/** Returns one sentence per reason why maps were not uploaded. */
export function describeFailures(results: readonly UploadResult[], time: UploadTime): readonly string[] {
  const byReason = new Map<string, UploadResult[]>();
  for (const result of results) {
    const { error } = result;
    if (error === undefined) continue;
    const reason = error.code === 'timeout' ? lateness(error.message, time) : error.message;
    byReason.set(reason, [...(byReason.get(reason) ?? []), result]);
  }
  return Array.from(byReason, ([reason, of]) => {
    const names = of.slice(0, MAX_NAMES).map(({ file }) => file.filename);
    const more = of.length > MAX_NAMES ? ` and ${of.length - MAX_NAMES} more` : '';
    const unknown = of.filter(({ outcome }) => outcome === 'unknown').length;
    const may = unknown === 0 ? '' : `, ${unknown} of which may be stored`;
    return `${of.length} of ${results.length} source maps were not uploaded${may} (${names.join(', ')}${more}): ${reason}`;
  });
}

function lateness(message: string, { limitMs, leftMs, extend }: UploadTime): string {
  const limit =
    extend === undefined
      ? `The option timeoutSeconds (${limitMs / 1_000}) covers all uploads of a build.`
      : 'By default they have 60 s, and 2 s more for each megabyte. Set the option timeoutSeconds.';
  return leftMs < limitMs ? `Earlier uploads used up the time. ${limit}` : `${message} ${limit}`;
}

import { assessSteps, LAST_FORMER_VERSION } from '@sluice/db';
import { endOf, manifestOf, tableOf, type BackupEnd, type BackupManifest } from './backupManifest.js';
import { damaged, readFrames } from './frames.js';

/** Opens a backup from its beginning. */
export type OpenBackup = () => AsyncIterable<Buffer>;

/** What is known about a backup without restoring it. */
export interface CheckedBackup {
  readonly manifest: BackupManifest;
  readonly end: BackupEnd;
  /** Names of tables and partitions. */
  readonly tables: readonly string[];
}

/**
 * Reads a whole backup. Returns what it says about itself if it is complete and undamaged, and this version can restore it.
 * @throws one sentence, without the name of the file
 */
export async function checkBackup(open: OpenBackup): Promise<CheckedBackup> {
  let manifest: BackupManifest | undefined;
  let end: BackupEnd | undefined;
  const tables: string[] = [];
  for await (const frame of readFrames(open())) {
    if (manifest === undefined) manifest = assertKnown(manifestOf(frame));
    else if (frame.kind === 'table') tables.push(tableOf(frame).table);
    else if (frame.kind === 'end') end = endOf(frame);
  }
  if (manifest === undefined || end === undefined) throw damaged('it has no end');
  return { manifest, end, tables };
}

function assertKnown(manifest: BackupManifest): BackupManifest {
  const { newer, lacking } = assessSteps(manifest.steps);
  if (newer.length > 0) {
    throw new Error(
      `its schema is newer than this version, which does not know ${newer.join(', ')}: restore it with Sluice ${manifest.version}, which made it, or a newer version`,
    );
  }
  if (lacking.length > 0) {
    throw new Error(
      `its schema is older than this version can restore, without ${lacking.join(', ')}: restore it with ${LAST_FORMER_VERSION}, and make a new backup`,
    );
  }
  return manifest;
}

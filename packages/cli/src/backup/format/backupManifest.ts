import type { Frame } from './frames.js';
import { damaged } from './frames.js';

/** Version of the format of backups. */
export const BACKUP_FORMAT = 1;

/** What a backup says about itself. */
export interface BackupManifest {
  readonly format: number;
  /** Version of Sluice that made it. */
  readonly version: string;
  /** Time of the snapshot, ISO 8601. */
  readonly createdAt: string;
  /** Version of the server that it was made of. */
  readonly postgres: string;
  /** Applied steps of the schema. */
  readonly steps: readonly string[];
  /** Roles of services that existed. */
  readonly roles: readonly string[];
  /** Logins that were members of these roles, with any names: they must not become part of statements. Passwords are not in the backup. */
  readonly logins: readonly string[];
}

/** The beginning of a table or partition in a backup. */
export interface TableHeader {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Position of a sequence. */
export interface SequencePosition {
  readonly sequence: string;
  /** A decimal number. */
  readonly value: string;
  readonly isCalled: boolean;
}

/** The end of a backup. */
export interface BackupEnd {
  readonly tables: number;
  readonly rows: number;
  readonly sha256: string;
}

/** A frame without its checksums. */
type Content = Pick<Frame, 'kind' | 'payload'>;

/** Returns the manifest of a backup. @throws one sentence if another format was used */
export function manifestOf(frame: Content | undefined): BackupManifest {
  if (frame?.kind !== 'manifest') throw damaged('it does not begin with a manifest');
  const manifest = parse(frame) as Partial<BackupManifest>;
  const { format, version, createdAt, postgres, steps, roles, logins } = manifest;
  if (format !== BACKUP_FORMAT) {
    throw new Error(
      `it has format ${String(format)}, and this version reads format ${BACKUP_FORMAT}. Restore it with Sluice ${String(version)}, which made it, or a newer version`,
    );
  }
  const isText = [version, createdAt, postgres].every((text) => typeof text === 'string');
  const areLogins = Array.isArray(logins) && logins.every((login) => typeof login === 'string');
  if (!isText || !areLogins || ![steps, roles].every(areNames)) throw damaged('its manifest is invalid');
  return manifest as BackupManifest;
}

/** Returns the header of a table. @throws one sentence if it is invalid */
export function tableOf(frame: Content): TableHeader {
  const { table, columns } = parse(frame) as Partial<TableHeader>;
  if (!isName(table) || !areNames(columns)) throw damaged('a table has an invalid name');
  return { table, columns };
}

/** Returns the number of rows of a table. @throws one sentence if it is invalid */
export function rowsOf(frame: Content): number {
  const { rows } = parse(frame) as { readonly rows?: unknown };
  if (!Number.isSafeInteger(rows)) throw damaged('a table has no number of rows');
  return rows as number;
}

/** Returns the positions of sequences. @throws one sentence if they are invalid */
export function sequencesOf(frame: Content): readonly SequencePosition[] {
  const positions = parse(frame);
  const isValid = (one: Partial<SequencePosition> | null): boolean =>
    one !== null && isName(one.sequence) && /^-?\d+$/.test(String(one.value)) && typeof one.isCalled === 'boolean';
  if (!Array.isArray(positions) || !(positions as (Partial<SequencePosition> | null)[]).every(isValid)) {
    throw damaged('a sequence has an invalid position');
  }
  return positions as readonly SequencePosition[];
}

/** Returns the end of a backup. @throws one sentence if its digest differs from that of the bytes before */
export function endOf(frame: Frame): BackupEnd {
  const end = parse(frame) as BackupEnd;
  if (end.sha256 !== frame.digestBefore) throw damaged('its SHA-256 differs');
  return end;
}

/** Names become part of statements. */
const isName = (value: unknown): value is string => typeof value === 'string' && /^[a-z_0-9]+$/.test(value);

/** Names of steps contain dashes. */
const areNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && /^[a-z_0-9-]+$/.test(name));

function parse(frame: Content): object {
  let value: unknown;
  try {
    value = JSON.parse(frame.payload.toString());
  } catch {
    throw damaged(`${frame.kind} is no JSON`);
  }
  if (typeof value !== 'object' || value === null) throw damaged(`${frame.kind} is no object`);
  return value;
}

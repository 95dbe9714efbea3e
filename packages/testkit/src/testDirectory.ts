import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A new directory below the run's own, which is removed when the run ends. @param purpose first part of its name */
export function testDirectory(purpose: string): Promise<string> {
  return mkdtemp(path.join(process.env['TEST_RUN_DIRECTORY'] ?? os.tmpdir(), `${purpose}-`));
}

import type { Page } from '@sluice/reading';
import { type RouteContext, pageReply } from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import { readUserNames } from '../users/sql/readUserNames.js';
import { exceptionToWire } from './exceptionWire.js';
import type { StoredException } from './sql/storedException.js';

/** Returns a page of exceptions with their culprits. @param list the name given to `readPage` */
export async function exceptionPage(
  page: Page<StoredException>,
  list: string,
  context: RouteContext,
  frames: FrameReader,
) {
  const { db, project } = context;
  const ids = page.rows.map(({ id }) => id);
  const [culprits, names] = await Promise.all([
    frames.readCulprits(db, project.id, ids),
    readUserNames(
      db,
      project.id,
      page.rows.map(({ userKey }) => userKey),
    ),
  ]);
  return pageReply(page, list, context, (exception) =>
    exceptionToWire(exception, { culprit: culprits.get(exception.id), names }),
  );
}

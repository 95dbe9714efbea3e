import { exceptionsApi } from '@sluice/api-contract';
import { type Route, notFound, readPage, serve } from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import { readUserNames } from '../users/sql/readUserNames.js';
import { exceptionPage } from './exceptionPage.js';
import { exceptionDetailToWire, filterOf, platformOf, stacksOf } from './exceptionWire.js';
import { listExceptions } from './sql/listExceptions.js';
import { readByEventId } from './sql/readByEventId.js';
import { readException } from './sql/readException.js';

const LIST = 'exceptions';

const list = (frames: FrameReader): Route =>
  serve(exceptionsApi.list, async ({ query }, context) => {
    const page = readPage(query, LIST, context);
    const found = await listExceptions(context.db, context.project.id, page, filterOf(query));
    return exceptionPage(found, LIST, context, frames);
  });

const read = (frames: FrameReader): Route =>
  serve(exceptionsApi.read, async ({ params }, { db, project }) => {
    const exception =
      (await readException(db, project.id, params.id)) ?? (await readByEventId(db, project.id, params.id));
    if (exception === undefined) throw notFound('exception');
    const stacks = stacksOf(exception);
    const all = [stacks.frames, ...stacks.causes.map((cause) => cause.frames)];
    const [resolved, names] = await Promise.all([
      frames.resolveStacks({ projectId: project.id, release: exception.release, platform: platformOf(exception) }, all),
      readUserNames(db, project.id, [exception.userKey]),
    ]);
    return { body: exceptionDetailToWire(exception, stacks, resolved, names) };
  });

/** Operations on exceptions. */
export const exceptionsRoutes = (frames: FrameReader): readonly Route[] => [list(frames), read(frames)];

import { sourcemapsApi } from '@sluice/api-contract';
import { type ApiProject, type AuthorizedRequest, type Route, serveUpload } from '@sluice/management';
import { assertForm } from '../http/readForm.js';
import { receiveMap } from '../http/receiveMap.js';
import { sourceMapToWire } from '../sourcemaps/sourcemapWire.js';
import type { ScratchFiles } from '../scratch.js';
import type { ServiceContext } from '../serviceContext.js';
import { assertPlan } from './assertPlan.js';
import { runUpload } from './runUpload.js';
import { storeUpload, type StoredUpload } from './storeUpload.js';
import { uploadPatience } from './uploadPatience.js';

/** `POST …/sourcemaps` (protocol 4.2). */
export const uploadRoute = (context: ServiceContext): Route =>
  serveUpload(
    sourcemapsApi.upload,
    async (incoming) => {
      await assertPlan(context, incoming.access);
      assertForm(incoming.request);
      // The body waits for its permit.
      return incoming;
    },
    async ({ body }, { project }) => {
      const { map, outcome } = await runUpload(context, project.organizationId, (files) =>
        receiveAndStore(context, { incoming: body, project, files }),
      );
      return { status: outcome === 'new' ? 201 : 200, body: sourceMapToWire(map) };
    },
  );

interface Upload {
  readonly incoming: AuthorizedRequest;
  readonly project: Pick<ApiProject, 'id' | 'organizationId'>;
  readonly files: ScratchFiles;
}

async function receiveAndStore(
  context: ServiceContext,
  { incoming: { request, response }, project, files }: Upload,
): Promise<StoredUpload> {
  const received = await receiveMap(request, response, files.map, uploadPatience(context, project.organizationId));
  context.metrics.received(received.size);
  return storeUpload(context, project, received, files);
}

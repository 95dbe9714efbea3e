import type { Client } from '../../core/client.js';
import { all } from '../hooks/all.js';
import { shownPage, watchShownPages } from '../tracing/shownPage.js';
import { createReport } from './createReport.js';
import type { Behavior, LaterPage, VitalsChunk, VitalsHost } from './vitalsChunk.js';
import { watchPaints } from './watchPaints.js';

/**
 * Measures web vitals of the visit and of each navigation within it. Paints are measured immediately, the others once their code
 * has loaded; the browser buffers earlier entries. @returns a function that stops
 */
export function watchVitals(client: Client, load: () => Promise<VitalsChunk>): (() => void) | undefined {
  const page = shownPage();
  if (!page) return undefined;
  const paints = watchPaints(client);
  const report = createReport(page, 'web_vital.');
  const begun: LaterPage[] = [];
  const host: VitalsHost = { client, createReport, begun, begin: (later) => void begun.push(later) };
  let behavior: Behavior | undefined;
  let isStopped = false;
  void client.guard(async () => {
    const chunk = await load();
    if (!isStopped) behavior = chunk.watchBehavior(host);
  });
  return all(
    watchShownPages((later) => client.guard(() => host.begin({ since: performance.now(), page: later }))),
    client.onLeave(() => report({ ...paints.read(), ...behavior?.read() })),
    paints.stop,
    () => {
      isStopped = true;
      behavior?.stop();
    },
  );
}

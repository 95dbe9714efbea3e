import { useResource } from '@sluice/testkit/useResource';
import { serveLocally, type Site } from '../../serveLocally.js';

interface SiteAnswer {
  readonly body: string;
  /** `text/html` by default. */
  readonly type?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A separate origin that serves the pages that a test defines. */
export interface ClientSite extends Site {
  /** Sets the response for a path, regardless of the query. Other paths return 404. */
  put(path: string, answer: SiteAnswer): void;
}

/** Starts a site on 127.0.0.1. */
export async function startClientSite(): Promise<ClientSite> {
  const answers = new Map<string, SiteAnswer>();
  const site = await serveLocally(({ url = '/' }, response) => {
    const answer = answers.get(new URL(url, 'http://site').pathname);
    const { status = 200, type = 'text/html', headers, body = 'not found' } = answer ?? { status: 404 };
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(body);
  });
  return { ...site, put: (path, answer) => void answers.set(path, answer) };
}

/** A site on 127.0.0.1 for the tests of this file or `describe`. */
export const useClientSite = (): ClientSite => useResource(startClientSite, (site) => site.stop());

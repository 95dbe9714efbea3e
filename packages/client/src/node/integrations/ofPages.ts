import type { BreadcrumbsOptions } from '../../browser/integrations/breadcrumbs.js';
import type { BrowserTracingOptions } from '../../browser/integrations/browserTracing.js';
import type { HttpErrorsOptions } from '../../browser/integrations/httpErrors.js';
import type { WebVitalsOptions } from '../../browser/integrations/webVitals.js';
import type { Integration } from '../../core/client.js';
import type { SessionRules } from '../../replay/session.js';

// Lets a module be imported both in a page and in its server-side renderer.

/** Options of `replay` without DOM types, which server programs lack. */
export interface ReplayOptions extends Partial<SessionRules> {
  readonly mask?: boolean;
  readonly block?: string | undefined;
  readonly segmentMs?: number;
  readonly load?: () => Promise<unknown>;
}

const inert = (name: string) => (): Integration => ({ name, setup: () => undefined });

/** Does nothing in Node, which has no clicks and navigations. `addBreadcrumb` works. */
export const breadcrumbs: (options?: BreadcrumbsOptions) => Integration = inert('breadcrumbs');

/** Does nothing in Node, where no page is loaded: `expressRequests` and `httpSpans` trace a server. */
export const browserTracing: (options?: BrowserTracingOptions) => Integration = inert('browserTracing');

/** Does nothing in Node, where `uncaughtErrors` and `unhandledRejections` are always active. */
export const globalErrors: () => Integration = inert('globalErrors');

/** Does nothing in Node, where no page is viewed. `hit` works. */
export const hits: () => Integration = inert('hits');

/** Does nothing in Node: a status of 500 or above makes a span of `httpSpans` an `error`, not an exception. */
export const httpErrors: (options?: HttpErrorsOptions) => Integration = inert('httpErrors');

/** Does nothing in Node. */
export const replay: (options?: ReplayOptions) => Integration = inert('replay');

/** Does nothing in Node, where no page is loaded. */
export const webVitals: (options?: WebVitalsOptions) => Integration = inert('webVitals');

import type { BrowserOptions } from '../browserOptions.js';
import type { ReplayOptions } from '../../replay/createReplay.js';
import { breadcrumbs } from '../integrations/breadcrumbs.js';
import { browserTracing } from '../integrations/browserTracing.js';
import { hits } from '../integrations/hits.js';
import { httpErrors } from '../integrations/httpErrors.js';
import { httpSpans, type HttpSpansOptions } from '../integrations/httpSpans.js';
import { replay, webVitals } from './later.js';

/**
 * Reads options from the attributes of the script tag: `data-dsn`, `data-release`, `data-environment`, `data-debug`,
 * `data-traces-sample-rate`, `data-send-url-query`, `data-propagate-to` and `data-trace-propagation-targets` (origins, with
 * spaces between), and `data-replay`, which enables replays and may contain the share of recorded visits; visits with an
 * exception are always recorded.
 */
export function tagOptions(data: Readonly<DOMStringMap>): BrowserOptions {
  const { dsn, release, environment, replay: replays } = data;
  // Undefined options use their defaults.
  return {
    dsn,
    release,
    environment,
    tracesSampleRate: shareOf(data['tracesSampleRate']),
    debug: isOn(data['debug']),
    sendUrlQuery: isOn(data['sendUrlQuery']),
    integrations: [
      breadcrumbs(),
      httpErrors(),
      httpSpans({
        propagateTo: listOf(data['propagateTo']),
        tracePropagationTargets: listOf(data['tracePropagationTargets']),
      } as HttpSpansOptions),
      browserTracing(),
      webVitals(),
      hits(),
      // A share of 0 records only visits with an exception.
      replays !== undefined && replays !== 'false' && replay({ sampleRate: shareOf(replays) } as ReplayOptions),
    ],
  } as BrowserOptions;
}

const listOf = (text: string | undefined): string[] | undefined => text?.split(/\s+/).filter(Boolean);

const isOn = (text = '0'): boolean => !/^(false|0)$/.test(text);

/** Returns a number from 0 to 1; `undefined` for other values. */
const shareOf = (text = ''): number | undefined => (text.trim() && +text >= 0 && +text <= 1 ? +text : undefined);

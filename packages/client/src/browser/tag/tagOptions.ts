import type { BrowserOptions } from '../browserOptions.js';
import { replay } from '../../replay/replay.js';
import { breadcrumbs } from '../integrations/breadcrumbs.js';
import { browserTracing } from '../integrations/browserTracing.js';
import { hits } from '../integrations/hits.js';
import { httpErrors } from '../integrations/httpErrors.js';
import { httpSpans } from '../integrations/httpSpans.js';
import { webVitals } from '../integrations/webVitals.js';
import { loadReplay } from './loadReplay.js';

/**
 * What the attributes of the script's tag say: `data-dsn`, `data-release`, `data-environment`, `data-debug`,
 * `data-traces-sample-rate`, `data-send-url-query`, `data-propagate-to` and `data-trace-propagation-targets` (origins, with
 * spaces between), and `data-replay`, which switches replays on and may have the share of visits that are recorded; all in
 * which an exception happens are. @param address of the script
 */
export function tagOptions(data: Readonly<DOMStringMap>, address: string): BrowserOptions {
  const { dsn, release, environment, debug, tracesSampleRate, replay: replays } = data;
  const targets = listOf(data['tracePropagationTargets']);
  const integrations = [
    breadcrumbs(),
    httpErrors(),
    httpSpans({ propagateTo: listOf(data['propagateTo']) ?? [], ...(targets && { tracePropagationTargets: targets }) }),
    browserTracing(),
    webVitals(),
    hits(),
  ];
  // A share of 0 records visits in which an exception happens.
  if (replays !== undefined && replays !== 'false') {
    integrations.push(replay({ ...(isShare(replays) && { sampleRate: +replays }), load: () => loadReplay(address) }));
  }
  return {
    ...(dsn !== undefined && { dsn }),
    ...(release !== undefined && { release }),
    ...(environment !== undefined && { environment }),
    ...(isShare(tracesSampleRate) && { tracesSampleRate: +tracesSampleRate }),
    debug: isOn(debug),
    sendUrlQuery: isOn(data['sendUrlQuery']),
    integrations,
  };
}

const listOf = (text: string | undefined): string[] | undefined => text?.split(/\s+/).filter(Boolean);

const isOn = (text: string | undefined): boolean => text !== undefined && text !== 'false' && text !== '0';

/** Whether it is a number from 0 to 1. */
const isShare = (text = ''): text is string => text.trim() !== '' && +text >= 0 && +text <= 1;

import type { NamedAgent } from './findBot.js';

/** Libraries and tools that speak HTTP; each opens the string. */
const HTTP_CLIENT =
  /^(?:Python\/[\d.]{1,20} (?=aiohttp))?(curl|Wget|HTTPie|PostmanRuntime|insomnia|python-(?:requests|httpx|urllib3)|Python-urllib|aiohttp|Go-http-client|okhttp|axios|node-fetch|node|got|undici|Deno|Bun|Java(?:-http-client)?|Apache-HttpClient|Dart|GuzzleHttp|Symfony HttpClient|libwww-perl|Faraday|reqwest)(?:[/ ]v?(\d[\w.+-]{0,30}))?(?=[\s;,(/]|$)/;

/**
 * Returns the library or tool that sent a request; `undefined` if the string does not start with the name of one. It
 * does not identify the user.
 */
export function findHttpClient(agent: string): NamedAgent | undefined {
  const found = HTTP_CLIENT.exec(agent);
  return found === null ? undefined : { name: found[1] ?? '', version: found[2] };
}

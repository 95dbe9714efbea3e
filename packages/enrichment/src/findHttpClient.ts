import type { NamedAgent } from './findBot.js';

/** Libraries and tools that speak HTTP; each opens the string. */
const HTTP_CLIENT =
  /^(?:Python\/[\d.]{1,20} (?=aiohttp))?(curl|Wget|HTTPie|PostmanRuntime|insomnia|python-(?:requests|httpx|urllib3)|Python-urllib|aiohttp|Go-http-client|okhttp|axios|node-fetch|node|got|undici|Deno|Bun|Java(?:-http-client)?|Apache-HttpClient|Dart|GuzzleHttp|Symfony HttpClient|libwww-perl|Faraday|reqwest)(?:[/ ]v?(\d[\w.+-]{0,30}))?(?=[\s;,(/]|$)/;

/** The library or tool that sent a request; `undefined` where the string does not begin as one's. It says nothing of who asks. */
export function findHttpClient(agent: string): NamedAgent | undefined {
  const found = HTTP_CLIENT.exec(agent);
  return found === null ? undefined : { name: found[1] ?? '', version: found[2] };
}

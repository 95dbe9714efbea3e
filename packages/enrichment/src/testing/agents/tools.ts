import type { Agent } from './agent.js';

/** Libraries and tools. They are not bots: they name the software, not the purpose. */
export const tools: readonly Agent[] = [
  ['curl/8.4.0', 'curl 8.4.0', '', ''],
  ['curl/7.68.0', 'curl 7.68.0', '', ''],
  ['Wget/1.21.4', 'Wget 1.21.4', '', ''],
  ['Wget/1.20.3 (linux-gnu)', 'Wget 1.20.3', 'Linux', ''],
  ['HTTPie/3.2.2', 'HTTPie 3.2.2', '', ''],
  ['PostmanRuntime/7.36.0', 'PostmanRuntime 7.36.0', '', ''],
  ['insomnia/8.4.5', 'insomnia 8.4.5', '', ''],
  ['python-requests/2.31.0', 'python-requests 2.31.0', '', ''],
  ['python-httpx/0.27.0', 'python-httpx 0.27.0', '', ''],
  ['Python-urllib/3.12', 'Python-urllib 3.12', '', ''],
  ['Python/3.11 aiohttp/3.9.1', 'aiohttp 3.9.1', '', ''],
  ['Go-http-client/1.1', 'Go-http-client 1.1', '', ''],
  ['Go-http-client/2.0', 'Go-http-client 2.0', '', ''],
  ['okhttp/4.12.0', 'okhttp 4.12.0', '', ''],
  ['axios/1.6.2', 'axios 1.6.2', '', ''],
  ['node-fetch/1.0 (+https://github.com/bitinn/node-fetch)', 'node-fetch 1.0', '', ''],
  ['got (https://github.com/sindresorhus/got)', 'got', '', ''],
  ['undici', 'undici', '', ''],
  ['node', 'node', '', ''],
  ['Deno/1.39.0', 'Deno 1.39.0', '', ''],
  ['Bun/1.1.3', 'Bun 1.1.3', '', ''],
  ['Java/17.0.9', 'Java 17.0.9', '', ''],
  ['Java-http-client/21.0.1', 'Java-http-client 21.0.1', '', ''],
  ['Apache-HttpClient/4.5.14 (Java/17.0.9)', 'Apache-HttpClient 4.5.14', '', ''],
  ['Dart/3.2 (dart:io)', 'Dart 3.2', '', ''],
  ['GuzzleHttp/7', 'GuzzleHttp 7', '', ''],
  ['Symfony HttpClient/Curl', 'Symfony HttpClient', '', ''],
  ['libwww-perl/6.72', 'libwww-perl 6.72', '', ''],
  ['Faraday v2.7.12', 'Faraday 2.7.12', '', ''],
  ['reqwest/0.11.22', 'reqwest 0.11.22', '', ''],
  ['MyApp/1 CFNetwork/1474 Darwin/23.0.0', '', 'Darwin 23.0.0', '', 'macOS or iOS: it cannot be told'],
];

/** Strings without information. */
export const unknown: readonly Agent[] = [
  ['', '', '', ''],
  ['-', '', '', ''],
  ['Mozilla/5.0', '', '', ''],
  ['MyApp/1.0', '', '', ''],
  ['sluice-sdk/0.1.0', '', '', ''],
  ['robotics-lab/2.0', '', '', '', 'no bot, though it begins like one'],
];

import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../e2e/support/freePort.js';
import { repoRoot } from '../e2e/support/repoRoot.js';

/** The ports of one process behind a proxy. */
export interface UpstreamPorts {
  readonly port: number;
  readonly adminPort: number;
}

/** The processes behind a proxy, by service. */
export interface ProxyUpstreams {
  readonly gateway: readonly UpstreamPorts[];
  readonly api: readonly UpstreamPorts[];
  readonly sourcemaps: readonly UpstreamPorts[];
}

/** A program, and how it runs the configuration that ships with it with other addresses. */
export interface ProxyEngine {
  readonly name: 'haproxy' | 'nginx';
  readonly file: string;
  readonly configure: (text: string, upstreams: ProxyUpstreams, own: { port: number; folder: string }) => string;
  readonly check: (file: string) => readonly string[];
  readonly run: (file: string) => readonly string[];
}

const haproxy: ProxyEngine = {
  name: 'haproxy',
  file: 'deploy/proxy/haproxy.cfg',
  configure: (text, upstreams, { port }) =>
    text
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replace(/server (\w+)-(\d)(\S*) 127\.0\.0\.1:\d+( port \d+)?/g, (line, ...groups: (string | undefined)[]) => {
        const [service = '', number = '', suffix = '', checked] = groups;
        const found = upstreams[service as keyof ProxyUpstreams][Number(number) - 1];
        if (found === undefined) throw new Error(`no process for ${line}`);
        const check = checked === undefined ? '' : ` port ${found.adminPort}`;
        return `server ${service}-${number}${suffix} 127.0.0.1:${found.port}${check}`;
      }),
  check: (file) => ['-c', '-q', '-f', file],
  run: (file) => ['-db', '-f', file],
};

/** As deploy/README.md says for machines without a name server: addresses in place of names. */
const nginx: ProxyEngine = {
  name: 'nginx',
  file: 'deploy/proxy/nginx.conf',
  configure: (text, upstreams, { port, folder }) =>
    text
      .replaceAll('/tmp/', `${folder}/nginx-${port}-`)
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replace(/^\s*resolver .*$/m, '')
      .replace(/server (gateway|sourcemaps|api):8000 resolve (.*;)/g, (_line, service: string, options: string) =>
        upstreams[service as keyof ProxyUpstreams].map((one) => `server 127.0.0.1:${one.port} ${options}`).join(' '),
      ),
  check: (file) => ['-t', '-q', '-c', file],
  run: (file) => ['-g', 'daemon off;', '-c', file],
};

export const PROXY_ENGINES: readonly ProxyEngine[] = [haproxy, nginx];

/** Whether this machine can run a proxy. */
export const isInstalled = ({ name }: ProxyEngine): boolean => spawnSync(name, ['-v']).status === 0;

/** A running proxy. */
export interface Proxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a proxy with the shipped configuration; its files are in `folder`. It may not listen yet. */
export async function startProxy(engine: ProxyEngine, upstreams: ProxyUpstreams, folder: string): Promise<Proxy> {
  const port = await freePort();
  const file = join(folder, `${engine.name}-${port}.conf`);
  const shipped = readFileSync(join(repoRoot, engine.file), 'utf8');
  writeFileSync(file, engine.configure(shipped, upstreams, { port, folder }));
  execFileSync(engine.name, engine.check(file), { stdio: 'pipe' });
  const child: ChildProcess = spawn(engine.name, engine.run(file), { stdio: 'ignore' });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

// Writes the rules of deploy/observability/rules as an object for the Prometheus operator. With --check, fails if it is outdated.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { parse, stringify } from 'yaml';

const deploy = path.resolve(import.meta.dirname, '../deploy');
const rules = path.join(deploy, 'observability/rules');
const target = path.join(deploy, 'kubernetes/overlays/autoscaled/prometheusRule.yaml');

const files = await Promise.all((await readdir(rules)).sort().map((file) => readFile(path.join(rules, file), 'utf8')));
const object = {
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: {
    name: 'sluice',
    labels: { 'app.kubernetes.io/part-of': 'sluice', release: 'kube-prometheus-stack' },
  },
  spec: { groups: files.flatMap((file) => parse(file).groups) },
};
const heading = '# The rules of deploy/observability/rules. Written by `npm run prometheus-rule`.\n';
const yaml = heading + stringify(object, { lineWidth: 0 });
const text = await format(yaml, { ...(await resolveConfig(target)), filepath: target });

if (!process.argv.includes('--check')) await writeFile(target, text);
else if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
  console.error(
    'deploy/kubernetes/overlays/autoscaled/prometheusRule.yaml is outdated: run `npm run prometheus-rule`.',
  );
  process.exitCode = 1;
}

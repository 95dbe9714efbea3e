import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { repoRoot } from '../e2e/support/repoRoot.js';

/** A variable of a container. */
interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly configMapKeyRef?: { readonly name: string; readonly key: string } };
}

/** A probe of a container. */
interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
}

/** A container of a pod. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly EnvironmentVariable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly resources?: { readonly limits?: { readonly memory?: string } };
  readonly securityContext?: object;
}

/** The pods of a workload. */
export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly terminationGracePeriodSeconds?: number;
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly securityContext?: object;
  readonly topologySpreadConstraints?: readonly object[];
}

/** An object of the cluster, as far as tests read it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: Readonly<Record<string, unknown>> & {
    readonly replicas?: number;
    readonly selector?: unknown;
    readonly template?: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: PodSpec;
    };
  };
}

/** A kustomization, as far as tests read it. */
export interface Kustomization {
  readonly resources: readonly string[];
  readonly replicas?: readonly { readonly name: string; readonly count: number }[];
  readonly configMapGenerator?: readonly { readonly name: string; readonly literals?: readonly string[] }[];
}

const root = join(repoRoot, 'deploy/kubernetes');

/** The overlays, by the names of their folders. */
export const OVERLAYS = ['single', 'ha', 'autoscaled'] as const;

/** Returns the text of a file below `deploy/kubernetes`. */
export const kubernetesText = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Returns the documents of a text. @throws on a syntax error */
export function manifestsIn(yaml: string): readonly Manifest[] {
  return parseAllDocuments(yaml).map((document) => {
    if ('errors' in document && document.errors[0] !== undefined) throw document.errors[0];
    return document.toJS() as Manifest;
  });
}

/** Returns the kustomization of a folder. */
export const kustomizationOf = (folder: string): Kustomization =>
  manifestsIn(kubernetesText(`${folder}/kustomization.yaml`))[0] as unknown as Kustomization;

/** The files with manifests, below `deploy/kubernetes`. */
export const manifestFiles = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
  .sort();

/** Every object that a file below `deploy/kubernetes` contains, without patches of overlays. */
export const writtenManifests = manifestFiles.flatMap((file) => manifestsIn(kubernetesText(file)));

/** Returns the objects whose pods run containers. */
export const workloadsIn = (manifests: readonly Manifest[]): readonly Manifest[] =>
  manifests.filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind));

/** Returns the pods of a workload. @throws if the object is no workload */
export function podOf({ kind, metadata, spec }: Manifest): PodSpec {
  if (spec?.template === undefined) throw new Error(`${kind} ${metadata.name} has no pods`);
  return spec.template.spec;
}

/** Whether this machine can render an overlay. */
export const hasKubectl = spawnSync('kubectl', ['kustomize', '--help']).status === 0;

/** Returns the objects that `kubectl apply -k` would send for an overlay. @throws with the message of kubectl */
export function renderOverlay(name: (typeof OVERLAYS)[number]): readonly Manifest[] {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(root, 'overlays', name)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return manifestsIn(stdout);
}

import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1';
import * as monitoring from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import type { Manifest } from './kubernetesManifests.js';

type Model = new (data: never) => { validate(): void };

/** The typed models by API version; each has a class for each kind. */
const MODELS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  'keda.sh/v1alpha1': keda,
  'monitoring.coreos.com/v1': monitoring,
};

/** Checks an object against the schema of its kind. @throws if the schema does not allow it, or there is no schema */
export function validateManifest(manifest: Manifest): void {
  const Model = MODELS[manifest.apiVersion]?.[manifest.kind] as Model | undefined;
  if (Model === undefined) throw new Error(`no model of ${manifest.apiVersion} ${manifest.kind}`);
  new Model(manifest as never).validate();
}

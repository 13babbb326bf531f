import type { TestProject } from 'vitest/node'
import { startCluster } from './cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
    histories: { seed: number; count: number }
    kills: { seed: number; count: number }
  }
}

/** One cluster per run; every test file copies the migrated template. */
export async function setup(project: TestProject) {
  const cluster = await startCluster(['synchronous_commit=off'])
  project.provide('databaseUrl', cluster.url)
  return cluster.remove
}

import type { TestProject } from 'vitest/node'
import { makeP12, type P12 } from '../src/lib/p12.ts'
import { startCluster } from './cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
    /** A certificate of the lender, valid now and at every instant of the tests. */
    lenderP12: P12
    histories: { seed: number; count: number }
    kills: { seed: number; count: number }
  }
}

/** One cluster per run; every test file copies the migrated template. */
export async function setup(project: TestProject) {
  const cluster = await startCluster(['synchronous_commit=off'])
  project.provide('databaseUrl', cluster.url)
  const now = new Date(Math.min(Date.now(), Date.parse('2026-11-20T16:00:00Z')))
  project.provide('lenderP12', await makeP12({ name: 'Préstamos de prueba', purpose: 'seal', now }))
  return cluster.remove
}

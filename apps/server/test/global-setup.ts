import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeP12, type P12 } from '../src/crypto/p12.ts'
import { type Cluster, type DatabasePrefixes, startCluster } from './cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL prefixes of the run's PostgreSQL; append a database name. */
    databases: DatabasePrefixes & Pick<Cluster, 'reporting_url'>
    /** The lender's certificate; it is valid from 2026-11-20 (the tests' clock) or today, if that is earlier. */
    lenderP12: P12
    histories: { seed: number; count: number }
    kills: { seed: number; count: number }
    fuzz: { seed: number; count: number }
    /** How often the primary of a cluster is killed; 0: there is no cluster. */
    failovers: number
    /** The loans of the database on which the plans of all reads are checked. */
    plans: number
    /** The loans of the database that is backed up and restored; 0: as few as the test needs. */
    restored_loans: number
    builds_release: boolean
    installs: boolean
    /** File with the problems that the OpenAPI document names; the first test that needs it writes it. */
    documented_codes: string
  }
}

/** Starts one PostgreSQL per run; every test file copies its migrated template database. */
export async function setup(project: TestProject) {
  const cluster = await startCluster(['synchronous_commit=off'])
  const { url, owner_url, server_url, reporting_url } = cluster
  project.provide('databases', { url, owner_url, server_url, reporting_url })
  const now = new Date(Math.min(Date.now(), Date.parse('2026-11-20T16:00:00Z')))
  project.provide('lenderP12', await makeP12({ name: 'Préstamos de prueba', purpose: 'seal', now }))
  const folder = mkdtempSync(join(tmpdir(), 'quincena-run-'))
  project.provide('documented_codes', join(folder, 'codes.json'))
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await cluster.remove()
  }
}

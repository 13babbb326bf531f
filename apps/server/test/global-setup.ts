import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { connect } from '../src/db/connect.ts'
import { startPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { startQueue } from '../src/jobs/queue.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** One cluster per run; every test file copies the migrated template. */
export async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-test-'))
  chmodSync(folder, 0o755)
  const settings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300']
  const postgres = await startPostgres(join(folder, 'postgres'), await freePort(), settings)

  const admin = connect(postgres.url('postgres'), 1)
  await sql`create database template_app`.execute(admin)
  await admin.destroy()
  const template = connect(postgres.url('template_app'), 2)
  await migrate(template)
  await template.destroy()
  const queue = await startQueue(postgres.url('template_app'), () => undefined)
  await queue.stop()

  project.provide('databaseUrl', postgres.url(''))
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

import type { ExportFormat } from '@quincena/domain/exports/schema'
import { connect, type DatabaseSettings } from '../../../db/connect.ts'
import { openReads } from '../../../db/reads.ts'
import { serveFiles } from '../../../workers/serve-files.ts'
import { type ListQuery, openList } from './lists.ts'

/** A file to make, on a connection of the thread's own. */
export interface ExportTask {
  database: DatabaseSettings
  replica: DatabaseSettings | undefined
  /** The number that the primary shares with its replicas. */
  system_identifier: string | undefined
  /** What a replica has to have replayed to be read. */
  needed_position: number | undefined
  query: ListQuery
  format: ExportFormat
}

/** The process itself warns of a replica that is away. */
const log = { warn: () => undefined }

const open = ({ url, options }: DatabaseSettings) => connect(url, { ...options, max: 1 })

async function* makeFile({ database, replica, system_identifier, query, format, ...needs }: ExportTask) {
  const servers = { db: open(database), replica: replica && open(replica) }
  const { db, release } = await openReads({ ...servers, system_identifier, log }).take(needs)
  try {
    const { write } = await openList(db, query)
    yield* write(format)
  } finally {
    release()
    await Promise.all([servers.db.destroy(), servers.replica?.destroy()])
  }
}

serveFiles(makeFile)

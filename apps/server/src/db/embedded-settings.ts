import { totalmem } from 'node:os'

const MB = 2 ** 20

/** A share of the memory in whole megabytes, within limits. */
function share(memory_bytes: number, part: number, [least, most]: readonly [number, number]): string {
  const wanted = Math.round((memory_bytes * part) / MB)
  return `${Math.min(most, Math.max(least, wanted))}MB`
}

/**
 * Settings of the bundled PostgreSQL for a machine with this much memory, as `name=value`. PostgreSQL's own defaults suit
 * a machine of 1 GB with a turning disk. The server, the browser and others share the memory, so PostgreSQL takes an
 * eighth.
 */
export function settingsFor(memory_bytes: number): string[] {
  return [
    'max_connections=100',
    `shared_buffers=${share(memory_bytes, 1 / 8, [128, 4096])}`,
    `effective_cache_size=${share(memory_bytes, 1 / 2, [512, 65_536])}`,
    `work_mem=${share(memory_bytes, 1 / 512, [4, 32])}`,
    `maintenance_work_mem=${share(memory_bytes, 1 / 32, [64, 1024])}`,
    // A solid-state disk reads any page almost as fast as the next one.
    'random_page_cost=1.1',
    // Compiling a plan takes longer than any query of a request.
    'jit=off',
    // A checkpoint seldom, and its pages compressed in the log.
    'max_wal_size=2GB',
    'wal_compression=on',
    'autovacuum_vacuum_cost_limit=1000',
  ]
}

/** The memory that this process may use: that of its container, else that of the machine. */
export function usableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : totalmem()
}

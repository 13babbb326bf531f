import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux counts processor time in hundredths of a second for programs. */
const tick_ms = 10

interface ProcessTimes {
  pid: number
  parent: number
  /** Own processor time and that of the ended children, user and system. */
  spent_ms: number
}

function readTimes(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, part) => sum + Number(part), 0)
    return { pid, parent: Number(fields[1]), spent_ms: ticks * tick_ms }
  } catch {
    return undefined // the process has ended
  }
}

const everyProcess = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readTimes(Number(name)) ?? [])

/** Milliseconds of processor time of a process with its running and ended children (Linux). */
export function processorTime(pid: number): number {
  return everyProcess()
    .filter((one) => one.pid === pid || one.parent === pid)
    .reduce((sum, { spent_ms }) => sum + spent_ms, 0)
}

/** The first running child of this process (Linux). */
export function firstChild(): number {
  const child = everyProcess().find(({ parent }) => parent === process.pid)
  if (child === undefined) throw new Error('no child runs')
  return child.pid
}

/** The main process of the bundled PostgreSQL of a data folder. */
export const postgresOf = (data_dir: string): number =>
  Number(readFileSync(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

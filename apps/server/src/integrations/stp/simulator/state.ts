import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { dataFile } from './store.ts'

const account = z.record(z.string(), z.string())

/** What is kept beside the orders: the clock and the accounts of `cuentaModule`, by company and number. */
const simulatorState = z.object({
  clock: z.object({ offset_ms: z.number(), calendar: z.boolean() }),
  accounts: z.record(z.string(), account),
})
type SimulatorState = z.infer<typeof simulatorState>

export interface StateStore {
  readonly value: SimulatorState
  /** Changes it, on disk first. */
  change(part: Partial<SimulatorState>): void
}

const initial: SimulatorState = { clock: { offset_ms: 0, calendar: true }, accounts: {} }

/** The state in memory and, with a path, in one JSON file that is replaced as a whole. */
export function openState(path: string | undefined): StateStore {
  const file = path === undefined ? null : dataFile(path).replace(/\.jsonl$/, '.state.json')
  let value = initial
  if (file && existsSync(file)) value = simulatorState.parse(JSON.parse(readFileSync(file, 'utf8')))

  return {
    get value() {
      return value
    },
    change(part) {
      value = { ...value, ...part }
      if (!file) return
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify(value))
      renameSync(`${file}.new`, file)
    },
  }
}

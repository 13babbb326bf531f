import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { dataFile } from './data-file.ts'

const account = z.record(z.string(), z.string())

/** The holder of an account as its bank names it. Omitted: as the order named it; null: the bank gives none. */
const holder = z.object({ name: z.string().nullable().optional(), rfc: z.string().nullable().optional() })
/** The holder of an account. */
export type Holder = z.infer<typeof holder>

/**
 * State beside the orders: the clock, the accounts of `cuentaModule` by company and account number, the holders of
 * beneficiaries' accounts by account number, and the opening balances in centavos by client.
 */
const simulatorState = z.object({
  clock: z.object({ offset_ms: z.number(), calendar: z.boolean() }),
  accounts: z.record(z.string(), account),
  holders: z.record(z.string(), holder).default({}),
  openings: z.record(z.string(), z.object({ cents: z.int(), at: z.int() })).default({}),
})
type SimulatorState = z.infer<typeof simulatorState>

/** Gives an account's holder another name or RFC. */
export function setHolder(state: StateStore, account: string, holder: Holder): void {
  state.change({ holders: { ...state.value.holders, [account]: holder } })
}

/** Store of everything but the orders. */
export interface StateStore {
  readonly value: SimulatorState
  /** Changes parts of the state and writes it to disk. */
  change(part: Partial<SimulatorState>): void
}

const initial: SimulatorState = {
  clock: { offset_ms: 0, calendar: true },
  accounts: {},
  holders: {},
  openings: {},
}

/** Opens the state: in memory and, with a path, in one JSON file that is replaced atomically. */
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

import { FORMER_BANKS, PARTICIPANTS } from './bank-list.ts'
import { EVERYDAY_NAMES, WITHOUT_WAGES } from './bank-names.ts'

/**
 * A participant of SPEI. `code` is its SPEI code, `abm` the three digits that begin its CLABEs, `name` how people call
 * it, `stp_name` how STP's catalogue writes it.
 */
export type Bank = { code: string; abm: string; name: string; stp_name: string }

const rows = (list: string) =>
  list
    .trim()
    .split('\n')
    .map((line) => ({ code: line.slice(0, line.indexOf(' ')), name: line.slice(line.indexOf(' ') + 1) }))

const byName = (a: Bank, b: Bank) => a.name.localeCompare(b.name, 'es')
const EVERYDAY = new Map(rows(EVERYDAY_NAMES).map(({ code, name }) => [code, name]))

/** All active participants of SPEI, sorted by name. */
export const BANKS: readonly Bank[] = rows(PARTICIPANTS)
  .map(({ code, name }) => ({ code, abm: code.slice(-3), name: EVERYDAY.get(code) ?? name, stp_name: name }))
  .sort(byName)

/** Banks that a form offers: those that hold wages, and the one that is already chosen, sorted by name. */
export function listBankChoices(chosen: string): readonly Bank[] {
  return BANKS.filter(({ code }) => code === chosen || !WITHOUT_WAGES.has(code))
}

const BY_CODE = new Map(BANKS.map((bank) => [bank.code, bank]))
const NAME_BY_ABM = new Map([
  ...rows(FORMER_BANKS).map(({ code, name }): [string, string] => [code, name]),
  ...BANKS.map(({ abm, name }): [string, string] => [abm, name]),
])

/** True for the SPEI code of an active participant. */
export function isBankCode(code: string): boolean {
  return BY_CODE.has(code)
}

/** True for the ABM code (three digits) of an active or former bank. */
export function isAbmCode(abm: string): boolean {
  return NAME_BY_ABM.has(abm)
}

/** Returns the name of a bank from its SPEI or ABM code, or `-` if the code is unknown or null. */
export function bankName(code: string | null): string {
  return BY_CODE.get(code ?? '')?.name ?? NAME_BY_ABM.get(code ?? '') ?? '-'
}

/** Returns the SPEI code of the active bank of a CLABE, or null if no active bank has its first three digits. */
export function bankOfClabe(clabe: string): string | null {
  return BANKS.find(({ abm }) => abm === clabe.slice(0, 3))?.code ?? null
}

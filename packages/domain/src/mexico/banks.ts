import { FORMER_BANKS, PARTICIPANTS } from './bank-list.ts'

/** A participant of SPEI. `code` is its SPEI code, `abm` the three digits that begin its CLABEs. */
export type Bank = { code: string; abm: string; name: string }

const rows = (list: string) =>
  list
    .trim()
    .split('\n')
    .map((line) => ({ code: line.slice(0, line.indexOf(' ')), name: line.slice(line.indexOf(' ') + 1) }))

const byName = (a: Bank, b: Bank) => (a.name < b.name ? -1 : 1)

/** All active participants of SPEI, sorted by name. */
export const BANKS: readonly Bank[] = rows(PARTICIPANTS)
  .map(({ code, name }) => ({ code, abm: code.slice(-3), name }))
  .sort(byName)

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

import { FORMER_BANKS, PARTICIPANTS } from './bank-list.ts'

export type Bank = { code: string; abm: string; name: string }

const rows = (list: string) =>
  list
    .trim()
    .split('\n')
    .map((line) => ({ code: line.slice(0, line.indexOf(' ')), name: line.slice(line.indexOf(' ') + 1) }))

const byName = (a: Bank, b: Bank) => (a.name < b.name ? -1 : 1)

/** Every active participant, by name. `code` is SPEI's, `abm` the three digits of a CLABE. */
export const BANKS: readonly Bank[] = rows(PARTICIPANTS)
  .map(({ code, name }) => ({ code, abm: code.slice(-3), name }))
  .sort(byName)

const BY_CODE = new Map(BANKS.map((bank) => [bank.code, bank]))
const NAME_BY_ABM = new Map([
  ...rows(FORMER_BANKS).map(({ code, name }): [string, string] => [code, name]),
  ...BANKS.map(({ abm, name }): [string, string] => [abm, name]),
])

/** An active participant's SPEI code. */
export function isBankCode(code: string): boolean {
  return BY_CODE.has(code)
}

/** The three digits of a bank that is or was. */
export function isAbmCode(abm: string): boolean {
  return NAME_BY_ABM.has(abm)
}

/** A bank's name by its SPEI or ABM code, «-» when unknown. */
export function bankName(code: string | null): string {
  return BY_CODE.get(code ?? '')?.name ?? NAME_BY_ABM.get(code ?? '') ?? '-'
}

/** The SPEI code of the active bank that a CLABE begins with, null when there is none. */
export function bankOfClabe(clabe: string): string | null {
  return BANKS.find(({ abm }) => abm === clabe.slice(0, 3))?.code ?? null
}

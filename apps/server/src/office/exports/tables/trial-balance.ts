import { ACCOUNT_GROUPS, LEDGER_ACCOUNTS } from '@quincena/domain/treasury/accounts'
import type { TrialBalance } from '@quincena/domain/treasury/schema'
import type { ExportTable } from '../../../spreadsheets/export/table.ts'

interface Line extends Omit<TrialBalance['lines'][number], 'account'> {
  name: string
  group: string | null
  nature: string | null
}

const natureNames = { debit: 'Deudora', credit: 'Acreedora' } as const

/** The lines of a trial balance for its file; the last one is the sum of all, whose balances are 0. */
export function trialBalanceLines({ lines, total }: Pick<TrialBalance, 'lines' | 'total'>): Line[] {
  const named = lines.map(({ account, ...figures }) => {
    const { name, group, nature } = LEDGER_ACCOUNTS[account]
    return { ...figures, name, group: ACCOUNT_GROUPS[group], nature: natureNames[nature] }
  })
  return [...named, { ...total, name: 'Suma', group: null, nature: null }]
}

/** Columns of a trial balance's file: balances are debits less credits, so those of credit accounts are negative. */
export const trialBalanceTable: ExportTable<Line> = {
  name: 'Balanza',
  columns: [
    { header: 'Cuenta', kind: 'text', of: ({ name }) => name, width: 34 },
    { header: 'Grupo', kind: 'text', of: ({ group }) => group, width: 12 },
    { header: 'Naturaleza', kind: 'text', of: ({ nature }) => nature, width: 12 },
    { header: 'Saldo inicial', kind: 'money', of: ({ opening }) => opening, width: 20 },
    { header: 'Cargos', kind: 'money', of: ({ debits }) => debits, width: 20 },
    { header: 'Abonos', kind: 'money', of: ({ credits }) => credits, width: 20 },
    { header: 'Saldo final', kind: 'money', of: ({ closing }) => closing, width: 20 },
  ],
}

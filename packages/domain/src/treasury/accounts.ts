/** On which side an account of the ledger grows. */
type AccountNature = 'debit' | 'credit'

/** The parts of the chart of accounts, in the order of a trial balance. */
export const ACCOUNT_GROUPS = {
  asset: 'Activo',
  liability: 'Pasivo',
  equity: 'Capital',
  income: 'Ingresos',
  expense: 'Gastos',
} as const
type AccountGroup = keyof typeof ACCOUNT_GROUPS

interface AccountWords {
  name: string
  group: AccountGroup
  /** That of its group, but for a contra account. */
  nature: AccountNature
}

/** The accounts of the ledger in the order of the chart, with the names that staff read. */
export const LEDGER_ACCOUNTS = {
  stp_cash: { name: 'Efectivo en STP', group: 'asset', nature: 'debit' },
  stp_in_transit: { name: 'Órdenes en camino (STP)', group: 'asset', nature: 'debit' },
  bank_cash: { name: 'Efectivo en bancos', group: 'asset', nature: 'debit' },
  collections: { name: 'Cobranza (cuenta anterior)', group: 'asset', nature: 'debit' },
  loan_receivable: { name: 'Préstamos por cobrar', group: 'asset', nature: 'debit' },
  unearned_finance_charge: { name: 'Intereses por devengar', group: 'asset', nature: 'credit' },
  worker_receivable: { name: 'Por cobrar a trabajadores', group: 'asset', nature: 'debit' },
  unapplied_receipts: { name: 'Dinero recibido por aplicar', group: 'liability', nature: 'credit' },
  worker_balance: { name: 'Saldos a favor de trabajadores', group: 'liability', nature: 'credit' },
  refund_in_transit: { name: 'Devoluciones en camino', group: 'liability', nature: 'credit' },
  suspense: { name: 'Movimientos por aclarar', group: 'liability', nature: 'credit' },
  tax_pending: { name: 'IVA por trasladar', group: 'liability', nature: 'credit' },
  tax_payable: { name: 'IVA trasladado por pagar', group: 'liability', nature: 'credit' },
  funding: { name: 'Fondeo propio', group: 'equity', nature: 'credit' },
  opening_balance_equity: {
    ...{ name: 'Saldos iniciales de otro sistema', group: 'equity', nature: 'credit' },
  },
  finance_income: { name: 'Intereses y comisiones ganados', group: 'income', nature: 'credit' },
  stp_fees: { name: 'Comisiones de STP', group: 'expense', nature: 'debit' },
  verification_cost: { name: 'Verificación de cuentas', group: 'expense', nature: 'debit' },
  write_offs: { name: 'Castigos', group: 'expense', nature: 'debit' },
} as const satisfies Record<string, AccountWords>
export type AccountName = keyof typeof LEDGER_ACCOUNTS

function isAccount(name: string): name is AccountName {
  return Object.hasOwn(LEDGER_ACCOUNTS, name)
}

/** All accounts of the ledger, in the order of the chart. */
export const ACCOUNT_ORDER: readonly AccountName[] = Object.keys(LEDGER_ACCOUNTS).filter(isAccount)

import { chargeOf, isTaxAdded, productOf } from '@quincena/domain/contracts/product'
import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { formatDate, formatMoney } from '@quincena/domain/format'
import type { Cents } from '@quincena/domain/money'
import { Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { quiet, styles } from '../../../pdf/look.ts'
import { section } from '../../../pdf/parts.ts'
import { type Column, table } from '../../../pdf/table.ts'

function columnsOf({ loan }: ContractPayload): Column[] {
  const tax = isTaxAdded(loan) ? [{ title: 'IVA', flex: 1.2 }] : []
  return [
    { title: 'Pago', flex: 0.6 },
    { title: 'Fecha', flex: 1.2 },
    { title: 'Capital', flex: 1.4 },
    { title: productOf(loan.type).charge, flex: 1.3 },
    ...tax,
    { title: 'Total del pago', flex: 1.5 },
    { title: 'Saldo de capital', flex: 1.5 },
  ]
}

/** The table of installments with due date, principal, charge, and VAT where it is added, and their totals. */
export function paymentTable(payload: ContractPayload): ReactElement {
  const { loan } = payload
  const columns = columnsOf(payload)
  const taxCell = (tax: Cents) => (isTaxAdded(loan) ? [formatMoney(tax)] : [])
  const rows = loan.schedule.map((row) => [
    String(row.number),
    formatDate(row.due_date),
    formatMoney(row.principal),
    formatMoney(row.interest),
    ...taxCell(row.tax ?? 0),
    formatMoney(row.payment),
    formatMoney(row.balance),
  ])
  const total = [
    '',
    'Total',
    formatMoney(loan.amount),
    formatMoney(chargeOf(payload)),
    ...taxCell(loan.tax),
    formatMoney(loan.total_debt),
    '',
  ]
  return h(
    View,
    null,
    section('Tabla de pagos'),
    table({ columns, rows, total }),
    h(
      Text,
      { style: { ...styles.label, color: quiet, marginTop: 5 } },
      'Las fechas corresponden a la firma en el día de este documento. Si firmas otro día se calculan de nuevo y se te muestra un contrato nuevo.',
    ),
  )
}

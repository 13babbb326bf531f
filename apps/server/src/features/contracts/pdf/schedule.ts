import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { formatDate, formatMoney } from '@quincena/domain/format'
import { containedTax } from '@quincena/domain/money'
import { Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'
import { chargeOf, productOf } from '../texts/product.ts'
import { figures, jade, jadePale, line, quiet, styles } from './look.ts'
import { section } from './parts.ts'

interface Column {
  title: string
  flex: number
}

type Tone = 'head' | 'row' | 'total'

const tones = {
  head: { backgroundColor: jade, color: '#FFFFFF', fontWeight: 700, fontSize: 8 },
  row: { fontSize: 9 },
  total: { backgroundColor: jadePale, fontWeight: 700, fontSize: 9 },
} as const

function tableRow(columns: Column[], cells: string[], tone: Tone): ReactElement {
  const style = {
    flexDirection: 'row',
    paddingVertical: 4,
    paddingHorizontal: 8,
    borderBottomWidth: 0.5,
    borderBottomColor: line,
    ...tones[tone],
  } as const
  const cell = (text: string, index: number) => {
    const { flex = 1 } = columns[index] ?? {}
    const textAlign = index < 2 ? ('left' as const) : ('right' as const)
    return h(
      Text,
      { key: index, style: { ...figures, flexGrow: flex, flexShrink: 1, flexBasis: 0, textAlign } },
      text,
    )
  }
  return h(View, { style, wrap: false }, ...cells.map(cell))
}

function columnsOf({ loan }: ContractPayload): Column[] {
  const tax = loan.tax_rate > 0 ? [{ title: 'IVA incluido', flex: 1.3 }] : []
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

/** Each instalment with its day and how it divides, and the sums. */
export function paymentTable(payload: ContractPayload): ReactElement {
  const { loan } = payload
  const columns = columnsOf(payload)
  const taxOf = (charge: number) =>
    loan.tax_rate > 0 ? [formatMoney(containedTax(charge, loan.tax_rate))] : []
  const rows = loan.schedule.map((row) =>
    tableRow(
      columns,
      [
        String(row.number),
        formatDate(row.due_date),
        formatMoney(row.principal),
        formatMoney(row.interest),
        ...taxOf(row.interest),
        formatMoney(row.payment),
        formatMoney(row.balance),
      ],
      'row',
    ),
  )
  const taxTotal = loan.tax_rate > 0 ? [formatMoney(loan.tax)] : []
  const sums = [
    '',
    'Total',
    formatMoney(loan.amount),
    formatMoney(chargeOf(payload)),
    ...taxTotal,
    formatMoney(loan.total_debt),
    '',
  ]
  return h(
    View,
    null,
    section('Tabla de pagos'),
    h(
      View,
      { style: { borderRadius: 5, borderWidth: 0.5, borderColor: line, overflow: 'hidden' } },
      tableRow(
        columns,
        columns.map(({ title }) => title),
        'head',
      ),
      ...rows,
      tableRow(columns, sums, 'total'),
    ),
    h(
      Text,
      { style: { ...styles.label, color: quiet, marginTop: 5 } },
      'Las fechas corresponden a la firma en el día de este documento. Si firmas otro día se calculan de nuevo y se te muestra un contrato nuevo.',
    ),
  )
}

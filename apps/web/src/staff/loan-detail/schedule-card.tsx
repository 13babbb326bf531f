import { Select } from '@mantine/core'
import type { Day } from '@quincena/domain/dates'
import { formatDate, formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import type { Installment } from '@quincena/domain/loans/schema'
import type { Cents } from '@quincena/domain/money'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { partlyCovered } from '../../lib/partly-covered.ts'
import { today } from '../../lib/today.ts'
import classes from './plain-table.module.css'
import { WideTable } from './wide-table.tsx'

type InstallmentState = 'paid' | 'late' | 'next' | 'coming'

function stateOf(row: Installment, loan: LoanDetail, day: Day): InstallmentState {
  if (row.paid || loan.completed) return 'paid'
  if (!loan.accepted) return 'coming'
  if (row.due_date < day) return 'late'
  const next = loan.schedule.find((each) => !each.paid && each.due_date >= day)
  return row.number === next?.number ? 'next' : 'coming'
}

/** The state of an installment; `missing` is what one that is covered in part still lacks. */
function Mark({ state, missing }: { state: InstallmentState; missing: Cents | null }) {
  const lacks = missing !== null && <span className={classes.under}>Faltan {formatMoney(missing)}</span>
  if (state === 'late') return <span className={classes.late}>Vencido{lacks}</span>
  if (state === 'next') return <span className={classes.next}>Próximo{lacks}</span>
  if (state === 'coming') return <span className={classes.note}>Por pagar{lacks}</span>
  return (
    <span className={classes.mark}>
      <IconCheck className={classes.done ?? ''} size={16} stroke={2} aria-hidden />
      Pagado
    </span>
  )
}

interface TableProps {
  loan: LoanDetail
  rows: readonly Installment[]
  /** False for an earlier version: its rows are not paid by it any more. */
  isInForce: boolean
}

function ScheduleHead({ loan, isInForce }: Pick<TableProps, 'loan' | 'isInForce'>) {
  const charge = loan.type === 'credit' ? 'Intereses' : 'Comisión'
  return (
    <thead>
      <tr>
        <th scope="col">Pago</th>
        <th scope="col">Vence</th>
        <th scope="col" className={classes.end}>
          Cantidad
        </th>
        {isInForce && <th scope="col">Estado</th>}
        {['Capital', charge, ...(loan.tax_added ? ['IVA'] : []), 'Saldo'].map((name) => (
          <th key={name} scope="col" className={classes.end}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function ScheduleTable({ loan, rows, isInForce }: TableProps) {
  const day = today()
  const partly = loan.accepted && !loan.completed ? partlyCovered(loan) : null
  return (
    <WideTable label="Calendario de pagos">
      <table className={classes.table}>
        <ScheduleHead loan={loan} isInForce={isInForce} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.number}>
              <td>{row.number}</td>
              <td>{formatDate(row.due_date)}</td>
              <td className={classes.end}>
                <strong>{formatMoney(row.payment)}</strong>
              </td>
              {isInForce && (
                <td>
                  <Mark
                    state={stateOf(row, loan, day)}
                    missing={row.number === partly?.row.number ? partly.missing : null}
                  />
                </td>
              )}
              <td className={classes.end}>{formatMoney(row.principal)}</td>
              <td className={classes.end}>{formatMoney(row.interest)}</td>
              {loan.tax_added && <td className={classes.end}>{formatMoney(row.tax ?? 0)}</td>}
              <td className={classes.end}>{formatMoney(row.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  )
}

type Version = LoanDetail['schedules'][number]

function versionName({ version, from }: Version, inForce: number): string {
  const name = version === 1 ? 'Contrato' : `Desde el ${formatDate(from)}`
  return `Versión ${version} · ${name}${version === inForce ? ' · vigente' : ''}`
}

interface VersionSelectProps {
  loan: LoanDetail
  inForce: number
  shown: number
  onShow: (version: number) => void
}

/** Chooses a version of the schedule; a loan without prepayments has only the contract's. */
function VersionSelect({ loan, inForce, shown, onShow }: VersionSelectProps) {
  if (loan.schedules.length < 2) return undefined
  return (
    <Select
      aria-label="Versión del calendario"
      size="xs"
      w={300}
      allowDeselect={false}
      data={loan.schedules
        .map((each) => ({ value: String(each.version), label: versionName(each, inForce) }))
        .toReversed()}
      value={String(shown)}
      onChange={(value) => onShow(Number(value))}
    />
  )
}

/**
 * Payment schedule in force, and its earlier versions: each prepayment made another. Before the contract is signed it is
 * the schedule as if it were signed today.
 */
export function ScheduleCard({ loan }: { loan: LoanDetail }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const inForce = loan.schedule[0]?.version ?? 1
  const shown = loan.schedules.find(({ version }) => version === (chosen ?? inForce))
  const isInForce = shown === undefined || shown.version === inForce
  const select = <VersionSelect {...{ loan, inForce, shown: shown?.version ?? inForce, onShow: setChosen }} />
  return (
    <Card title="Calendario de pagos" action={select}>
      {loan.status === 'REJ' ? (
        <p className={classes.none}>La solicitud terminó sin préstamo.</p>
      ) : (
        <ScheduleTable loan={loan} rows={isInForce ? loan.schedule : shown.schedule} isInForce={isInForce} />
      )}
    </Card>
  )
}

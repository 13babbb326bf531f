import { formatDate, formatDateTime, formatMoney } from '@quincena/domain/format'
import type { StpRecordAnswer, TransferDetail } from '@quincena/domain/transfers/detail'
import { Notice } from '../../components/notice.tsx'
import classes from './stp-record.module.css'
import { transferWords } from './transfer-words.ts'

interface Line {
  name: string
  ours: string
  theirs: string
}

const none = '—'
const stateNames = { LQ: 'Liquidada', CN: 'Cancelada', D: 'Devuelta' } as const

function linesOf(order: TransferDetail, stp: NonNullable<StpRecordAnswer['stp']>): Line[] {
  const standing =
    order.state === null ? transferWords({ ...order, needs_review: false }).label : stateNames[order.state]
  return [
    { name: 'Estado', ours: standing, theirs: stp.state === null ? 'En tránsito' : stateNames[stp.state] },
    { name: 'Código en STP', ours: order.stp_state ?? none, theirs: stp.stp_state },
    { name: 'Monto', ours: formatMoney(order.amount), theirs: formatMoney(stp.amount) },
    { name: 'Cuenta', ours: order.beneficiary_account, theirs: stp.beneficiary_account },
    { name: 'Número de orden', ours: order.register_order ?? none, theirs: stp.register_order },
    {
      name: 'Fecha de operación',
      ours: formatDate(order.operation_date),
      theirs: formatDate(stp.operation_date),
    },
    {
      name: 'Liquidación',
      ours: order.ts_liquidation === null ? none : formatDateTime(order.ts_liquidation),
      theirs: stp.ts_liquidation === null ? none : formatDateTime(stp.ts_liquidation),
    },
    { name: 'Causa de devolución', ours: order.return_cause ?? none, theirs: stp.return_cause ?? none },
  ]
}

/** Compares STP's answer to a signed query with our record; rows that differ are marked. */
export function StpRecord({ answer }: { answer: StpRecordAnswer }) {
  const { asked_at, stp, order } = answer
  const asked = `STP respondió el ${formatDateTime(asked_at)}`
  if (stp === null) {
    return (
      <div className={classes.record} role="status">
        <Notice tone="info">{asked}: no tiene ninguna orden con esta clave de rastreo.</Notice>
      </div>
    )
  }
  return (
    <div className={classes.record}>
      <p className={classes.asked} role="status">
        {asked}
      </p>
      <table className={classes.table} aria-label="Nuestro registro y el de STP">
        <thead>
          <tr>
            <th scope="col">Dato</th>
            <th scope="col">Nosotros</th>
            <th scope="col">STP</th>
          </tr>
        </thead>
        <tbody>
          {linesOf(order, stp).map(({ name, ours, theirs }) => (
            <tr key={name} data-differs={ours !== theirs}>
              <th scope="row">{name}</th>
              <td>{ours}</td>
              <td>
                {theirs}
                {ours !== theirs && <span className={classes.differs}>distinto</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
